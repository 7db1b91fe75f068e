import { expect, test } from 'vitest'
import { selectTests } from './select.ts'

const tree = new Map(
  Object.entries({
    'contract/src/leads/leads.rules.ts': '',
    'contract/src/leads/leads.rules.test.ts': "import { limit } from './leads.rules.ts'",
    'server/src/app.ts': "import './features/leads/leads.routes.ts'\nimport './features/undo/undo.routes.ts'",
    'server/src/testing/app.ts': "import { buildApp } from '../app.ts'",
    'server/src/features/leads/leads.routes.ts': "import { limit } from '@kontor/contract/leads/leads.rules'",
    'server/src/features/leads/leads.queries.ts': "const file = new URL('./leads-worker.ts', import.meta.url)",
    'server/src/features/leads/leads-worker.ts': '',
    'server/src/features/leads/leads.api.test.ts': "import { startTestApp } from '../../testing/app.ts'",
    'server/src/features/undo/undo.routes.ts': "import { find } from '../leads/leads.queries.ts'",
    'server/src/features/undo/undo.api.test.ts': "import { startTestApp } from '../../testing/app.ts'",
    'server/migrations/0001_tables.sql': '',
    'web/src/office/routes.tsx': "const page = import('../features/leads/pages/leads-page.tsx')",
    'web/src/office/list-keys.component.test.tsx': "import { openOffice } from '../testing/office.tsx'",
    'web/src/testing/office.tsx': "import { routes } from '../office/routes.tsx'",
    'web/src/ui/list.tsx': '',
    'web/src/site/pages/pages.ts': "import { List } from '../../ui/list.tsx'",
    'web/build/build.test.ts': '',
    'web/src/features/leads/pages/leads-page.tsx': "import { List } from '../../../ui/list.tsx'",
    'web/src/features/leads/leads-list.component.test.tsx': "import { openOffice } from '../../testing/office.tsx'",
    'e2e/journeys/leads.spec.ts': "import { open } from '../harness/leads.ts'",
    'e2e/harness/leads.ts': '',
  }),
)

const server = 'server/src/features'
const leadsApi = `${server}/leads/leads.api.test.ts`
const undoApi = `${server}/undo/undo.api.test.ts`
const leadsList = 'web/src/features/leads/leads-list.component.test.tsx'
const listKeys = 'web/src/office/list-keys.component.test.tsx'
const build = 'web/build/build.test.ts'
const rules = 'contract/src/leads/leads.rules.test.ts'

test.each([
  ['a route: its feature', [`${server}/leads/leads.routes.ts`], [leadsApi]],
  ['queries: every feature that uses them', [`${server}/leads/leads.queries.ts`], [leadsApi, undoApi]],
  ['a worker: who starts it', [`${server}/leads/leads-worker.ts`], [leadsApi, undoApi]],
  ['the contract: both sides', ['contract/src/leads/leads.rules.ts'], [rules, leadsApi]],
  ['the list of features: everything that starts the app', ['server/src/app.ts'], [leadsApi, undoApi]],
  ['a page: its feature', ['web/src/features/leads/pages/leads-page.tsx'], [leadsList]],
  ['a page of the site: the build', ['web/src/site/pages/pages.ts'], [build]],
  ['a shared part: its features, the office and the build', ['web/src/ui/list.tsx'], [build, listKeys, leadsList]],
  ['a helper of journeys: those that use it', ['e2e/harness/leads.ts'], ['e2e/journeys/leads.spec.ts']],
  ['a test: itself', [listKeys], [listKeys]],
  ['a document: nothing', ['README.md'], []],
])('selects for a change of %s', (_, changed, expected) => {
  const { unit, components, browser } = selectTests(tree, changed)
  expect([...unit, ...components, ...browser]).toEqual(expected)
})

test('selects everything for a migration', () => {
  const { unit, components, browser } = selectTests(tree, ['server/migrations/0001_tables.sql'])
  expect([unit.length, components.length, browser.length]).toEqual([4, 2, 1])
})

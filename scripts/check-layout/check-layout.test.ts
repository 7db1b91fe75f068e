import { describe, expect, it } from 'vitest'
import { check } from './rules.ts'
import { findCycles } from './walls.ts'

/** A small tree without problems. */
const validTree: Readonly<Record<string, string>> = {
  'contract/src/shared/endpoint.ts': 'export const admin = { get: <E>(_path: string, endpoint: E): E => endpoint }\n',
  'contract/src/contacts/contacts.rules.ts': "export const subjects = { general: { no: 'Generelt', en: 'General' } }\n",
  'contract/src/contacts/contacts.schema.ts': "import { z } from 'zod'\nexport const contactSchema = z.object({})\n",
  'contract/src/contacts/contacts.endpoints.ts': `import { admin } from '../shared/endpoint.ts'
import { contactSchema } from './contacts.schema.ts'
export const listContacts = admin.get('/api/contacts', { response: contactSchema })
`,
  'server/src/features/contacts/contacts.queries.ts': "import { sql } from 'drizzle-orm'\nexport const all = sql\n",
  'server/src/features/contacts/contacts.routes.ts': `import { listContacts } from '@kontor/contract/contacts/contacts.endpoints'
import { all } from './contacts.queries.ts'
export const contacts = (app: unknown) => serve(app, listContacts, async () => all)
`,
  'web/src/features/contacts/contacts.api.ts': 'export const read = () => []\n',
  'web/src/site/islands/contact-form.tsx':
    "import { subjects } from '@kontor/contract/contacts/contacts.rules'\nexport const form = <p>{subjects}</p>\n",
  'web/src/site/pages/home.tsx':
    "import { form } from '../islands/contact-form.tsx'\nexport const home = <main>{form}</main>\n",
  'web/src/ui/base/button.tsx': '// A contact may press it.\nexport const button = <button />\n',
  'web/src/office/routes.tsx': 'export const routes = <></>\n',
  'package-lock.json': '{ "packages": {} }\n',
}

const problemsWith = (changes: Readonly<Record<string, string>>): string[] =>
  check(new Map(Object.entries({ ...validTree, ...changes }))).map(({ file, message }) => `${file}: ${message}`)

const withLine = (file: string, line: string) => ({ [file]: `${line}\n${validTree[file] ?? ''}` })

const violations: readonly [string, Readonly<Record<string, string>>, RegExp][] = [
  ['an unknown feature', { 'server/src/features/invoices/invoices.routes.ts': '' }, /unknown feature "invoices"/],
  ['a file of an unknown kind', { 'server/src/features/contacts/contacts.helpers.ts': '' }, /unknown kind of file/],
  ['a page with another name', { 'web/src/features/contacts/pages/contacts.tsx': '' }, /unknown kind of file/],
  [
    'a server feature without a contract',
    { 'server/src/features/leads/leads.routes.ts': '' },
    /contract\/src\/leads is missing/,
  ],
  [
    'a web feature without a contract',
    { 'web/src/features/leads/leads.api.ts': '' },
    /contract\/src\/leads is missing/,
  ],
  [
    'a contract that no server feature serves',
    { 'contract/src/leads/leads.endpoints.ts': '' },
    /server\/src\/features\/leads is missing/,
  ],
  ['an unknown folder', { 'web/src/utils/text.ts': '' }, /unknown folder "utils"/],
  ['a file name in camel case', { 'web/src/ui/base/dataTable.tsx': '' }, /kebab-case/],
  ['a barrel', { 'web/src/ui/base/index.ts': '' }, /no barrels/],
  ['a file of 401 lines', { 'web/src/ui/base/long.ts': 'export {}\n'.repeat(401) }, /401 lines/],
  [
    'a corner that the theme lacks',
    withLine('web/src/ui/button.tsx', 'export const a = <p className="p-2 rounded-lg" />'),
    /the theme has the corners/,
  ],
  [
    'a form that asks nobody before it is left',
    { 'web/src/features/contacts/components/note.tsx': 'export const note = <form />\n' },
    /a form that is not registered/,
  ],
  [
    'a hook exported by a component file',
    withLine('web/src/ui/base/button.tsx', 'export const useButton = () => 1'),
    /exports the hook useButton/,
  ],
  [
    'a comment that is a noun clause',
    withLine('web/src/ui/base/button.tsx', '/** Whether it is pressed. */'),
    /begins with a verb or its subject, not with "Whether"/,
  ],
  ['a comment in riddles', withLine('web/src/ui/base/button.tsx', '// Draws it anew.'), /say "anew" in plainer/],
  ['a .tsx file without JSX', { 'web/src/ui/base/size.tsx': 'export const size = 1\n' }, /no JSX/],
  [
    'the contract importing a library',
    withLine('contract/src/contacts/contacts.schema.ts', "import 'fastify'"),
    /the contract imports only zod/,
  ],
  [
    'the contract importing the server',
    withLine(
      'contract/src/contacts/contacts.schema.ts',
      "import '../../../server/src/features/contacts/contacts.queries.ts'",
    ),
    /the contract imports only zod/,
  ],
  [
    'the web importing the server',
    withLine('web/src/office/routes.tsx', "import '../../../server/src/features/contacts/contacts.queries.ts'"),
    /never import each other/,
  ],
  [
    'the server importing the web by name',
    withLine('server/src/features/contacts/contacts.routes.ts', "import '@kontor/web/ui/button'"),
    /never import each other/,
  ],
  [
    'a browser test importing the server',
    { 'e2e/home.spec.ts': "import '../server/src/features/contacts/contacts.queries.ts'" },
    /never import each other/,
  ],
  ['the demo importing browser tests', { 'demo/main.ts': "import '../e2e/home.spec.ts'" }, /never import each other/],
  [
    'product code importing a stand-in',
    withLine('server/src/features/contacts/contacts.routes.ts', "import '../../../../stand-ins/smtp.ts'"),
    /no test helpers/,
  ],
  [
    'a relative import of the contract',
    withLine('web/src/office/routes.tsx', "import '../../../contract/src/contacts/contacts.rules.ts'"),
    /import the contract by its name/,
  ],
  [
    'drizzle in a route',
    withLine('server/src/features/contacts/contacts.routes.ts', "import { eq } from 'drizzle-orm'"),
    /only .* import drizzle/,
  ],
  [
    'the platform importing a feature',
    { 'server/src/platform/clock.ts': "import '../features/contacts/contacts.queries.ts'" },
    /the platform imports no feature/,
  ],
  [
    "the platform importing a feature's contract",
    { 'server/src/platform/clock.ts': "import '@kontor/contract/contacts/contacts.rules'" },
    /the platform knows no contract of a feature/,
  ],
  [
    'a feature importing the entry of the server',
    withLine('server/src/features/contacts/contacts.routes.ts', "import '../../main.ts'"),
    /features do not import main/,
  ],
  [
    'production code importing a test helper',
    { 'server/src/platform/clock.ts': "import '../testing/server.ts'" },
    /no test helpers/,
  ],
  [
    'the site importing the office',
    withLine('web/src/site/pages/home.tsx', "import '../../office/routes.tsx'"),
    /the site imports neither the office nor features/,
  ],
  [
    'a feature importing an entry',
    withLine('web/src/features/contacts/contacts.api.ts', "import '../../office/routes.tsx'"),
    /import neither the office nor the site/,
  ],
  [
    'ui importing a feature',
    withLine('web/src/ui/base/button.tsx', "import '../../features/contacts/contacts.api.ts'"),
    /ui imports no feature/,
  ],
  [
    'the web platform importing a feature',
    { 'web/src/platform/format.ts': "import '../features/contacts/contacts.api.ts'" },
    /the web platform imports no feature/,
  ],
  [
    'a domain word in ui',
    withLine('web/src/ui/base/button.tsx', "export const kundeButton = 'x'"),
    /"kunde" is not allowed here: domain word/,
  ],
  ['an import of a missing file', withLine('web/src/office/routes.tsx', "import './gone.tsx'"), /no such file/],
  [
    'an undeclared edge',
    { 'server/src/features/emails/emails.jobs.ts': "import '../contacts/contacts.queries.ts'" },
    /imports .*contacts\.queries\.ts: .* allows emails to import company$/,
  ],
  [
    'the site importing a feature',
    withLine('web/src/site/pages/home.tsx', "import '../../features/contacts/contacts.api.ts'"),
    /the site imports neither the office nor features/,
  ],
  ['a file in no room', { 'web/src/ui/toaster.tsx': '' }, /in no room: web\/src\/ui has base, toast/],
  [
    'a room importing another that it must not',
    { 'web/src/ui/dialog/dialog.tsx': '', ...withLine('web/src/ui/base/button.tsx', "import '../dialog/dialog.tsx'") },
    /the room base may import no other$/,
  ],
  [
    'two files that import each other',
    { 'web/src/ui/base/a.ts': "import './b.ts'", 'web/src/ui/base/b.ts': "import './a.ts'" },
    /import cycle: .*a\.ts → .*b\.ts/,
  ],
  [
    'zod on the site',
    withLine('web/src/site/islands/contact-form.tsx', "import { z } from 'zod'"),
    /too large for the public site/,
  ],
  [
    'a schema on the site',
    withLine('web/src/site/islands/contact-form.tsx', "import '@kontor/contract/contacts/contacts.schema'"),
    /the public site loads only \*\.rules/,
  ],
  [
    'zod on the site through a shared file',
    {
      'contract/src/shared/fields.ts': "import 'zod'",
      ...withLine('web/src/site/pages/home.tsx', "import '@kontor/contract/shared/fields'"),
    },
    /too large for the public site/,
  ],
  [
    'zod in rules',
    withLine('contract/src/contacts/contacts.rules.ts', "import { z } from 'zod'"),
    /rules import no zod/,
  ],
  [
    'a schema declared in the web',
    withLine('web/src/office/routes.tsx', 'const own = z.object({})'),
    /declare schemas in the contract/,
  ],
  [
    'a text in one language',
    { 'contract/src/contacts/contacts.rules.ts': "export const s = { a: { no: 'En' } }" },
    /English lacks/,
  ],
  [
    'an empty text in one language',
    { 'contract/src/contacts/contacts.rules.ts': "export const s = { a: { no: 'En', en: '' } }" },
    /English lacks/,
  ],
  [
    'a nested text in one language',
    { 'web/src/site/texts/texts.ts': "export const t = { no: { a: 'x' }, en: { a: 'y', b: 'z' } }" },
    /Norwegian lacks b/,
  ],
  [
    'toLocaleString',
    withLine('web/src/ui/base/button.tsx', 'export const a = (1).toLocaleString()'),
    /toLocaleString: format and parse/,
  ],
  [
    'parseFloat',
    withLine('web/src/ui/base/button.tsx', "export const a = Number.parseFloat('1')"),
    /parseFloat: format and parse/,
  ],
  [
    'a string parsed as a date',
    withLine('web/src/ui/base/button.tsx', 'export const a = (text: string) => new Date(text)'),
    /new Date\(text\)/,
  ],
  [
    'Date.parse',
    withLine('server/src/features/contacts/contacts.routes.ts', "export const a = Date.parse('2026')"),
    /Date\.parse/,
  ],
  [
    'Intl outside the format file',
    withLine('web/src/ui/base/button.tsx', "export const a = new Intl.NumberFormat('nb')"),
    /Intl\.NumberFormat/,
  ],
  [
    'a comparison of addresses of its own',
    withLine('web/src/office/routes.tsx', 'export const a = (b: B) => b.email?.toLowerCase()'),
    /compare e-mail addresses with/,
  ],
  [
    'a comparison of addresses of its own in SQL',
    withLine(
      'server/src/features/contacts/contacts.queries.ts',
      'export const a = sql`lower($'.concat('{contacts.email}) = 1`'),
    ),
    /compare e-mail addresses with/,
  ],
  ['a local machine path', { 'docs/notes.md': `see ${['', 'work', 'main'].join('/')}` }, /path on a local machine/],
  ['a link to a missing file', { 'docs/notes.md': 'see [mail](../mail.md)' }, /dead link: mail\.md doesn't exist/],
  ['a link to a missing heading', { 'docs/notes.md': '# One\n[two](#two)' }, /docs\/notes\.md has no heading #two/],
  [
    'a comment that names a missing page',
    { 'web/src/a.ts': `// Why: (${['docs', 'mail.md'].join('/')})` },
    /docs\/mail\.md doesn't exist/,
  ],
  [
    'a locked package without a hash',
    { 'package-lock.json': '{ "packages": { "node_modules/a": { "version": "1.0.0" } } }' },
    /no hash for node_modules\/a/,
  ],
  ['a registry URL', { 'package-lock.json': '{ "resolved": "https://npm.example/a.tgz" }' }, /address of a registry/],
]

describe('the layout check', () => {
  it('accepts a valid tree', () => {
    expect(problemsWith({})).toEqual([])
  })

  it('accepts links to files, folders and headings, and examples of links in code', () => {
    const notes =
      '# A `b`: c, d\n# Æ\n# Æ\n[x](#a-b-c-d) [x](#æ-1) [x](notes.md#æ) [x](../web/src/) `[x](y.md)`\n```\n[x](y.md)\n```\n'
    expect(problemsWith({ 'docs/notes.md': notes })).toEqual([])
  })

  it.each(violations)('rejects %s', (_, changes, message) => {
    const problems = problemsWith(changes)
    expect(
      problems.some((problem) => message.test(problem)),
      problems.join('\n'),
    ).toBe(true)
  })

  it('rejects an endpoint that the server does not serve', () => {
    expect(problemsWith({ 'server/src/features/contacts/contacts.routes.ts': 'export {}' }).join('\n')).toMatch(
      /is not served/,
    )
  })

  it('accepts an endpoint that is served by its name in `endpoints`', () => {
    const routes = `import * as endpoints from '@kontor/contract/contacts/contacts.endpoints'
import { all } from './contacts.queries.ts'
export const contacts = (app: unknown) => serve(app, endpoints.listContacts, async () => all)
`
    expect(problemsWith({ 'server/src/features/contacts/contacts.routes.ts': routes })).toEqual([])
  })

  it('rejects a cycle of declared edges', () => {
    const edges = { contacts: ['emails'], emails: ['settings'], settings: ['contacts'] }
    expect(findCycles(new Map(Object.entries(edges)))).toEqual([['contacts', 'emails', 'settings', 'contacts']])
  })

  it('rejects a cycle of type-only imports', () => {
    const changes = {
      'web/src/ui/base/a.ts': "import type { B } from './b.ts'\nexport type A = B",
      'web/src/ui/base/b.ts': "import type { A } from './a.ts'\nexport type B = A",
    }
    expect(problemsWith(changes).join('\n')).toMatch(
      /import cycle: web\/src\/ui\/base\/a\.ts → web\/src\/ui\/base\/b\.ts/,
    )
  })
})

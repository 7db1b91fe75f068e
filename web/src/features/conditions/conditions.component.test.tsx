import { createCondition, listConditions } from '@kontor/contract/conditions/conditions.endpoints'
import type { EndpointInput } from '@kontor/contract/shared/endpoint'
import { beforeEach, expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { call } from '../../platform/api-client.ts'
import { truncateTables } from '../../testing/database.ts'
import { expectTexts, expectToast, focus } from '../../testing/locators.ts'
import { goTo, openOffice, shownUrl } from '../../testing/office.tsx'
import { logIn } from '../../testing/session.ts'

const section = page.getByRole('region', { name: /^Betingelser/ })
const cards = section.getByRole('listitem')
const names = cards.getByRole('heading', { level: 4 })
const created = page.getByRole('dialog', { name: 'Ny betingelse' })
const button = (name: string) => page.getByRole('button', { name })

const open = async (): Promise<void> => {
  await openOffice('/admin?tab=settings')
  await expect.element(section).toBeVisible()
}

const create = (condition: Partial<EndpointInput<typeof createCondition>['body']> & { name: string }) =>
  call(createCondition, { body: { content: 'Tekst', ...condition } })

const stored = () => call(listConditions, {})

beforeEach(async () => {
  await logIn('admin')
  await truncateTables('conditions, agreements, customers')
})

test('creates the first condition from the empty list and the next one as the last', async () => {
  await open()
  await expect.element(section.getByRole('heading', { name: 'Ingen betingelser ennå' })).toBeVisible()
  await section.getByRole('button', { name: 'Opprett betingelse' }).click()
  await expect.element(created.getByLabelText(/^Rekkefølge/)).toHaveValue('0')
  await expect.element(created.getByLabelText('Aktiv', { exact: true })).toBeChecked()
  await expect.element(created.getByLabelText(/^Standard/)).not.toBeChecked()
  await created.getByLabelText(/^Rekkefølge/).fill('to')
  await created.getByRole('button', { name: 'Opprett' }).click()
  await expect.element(created.getByText('Rekkefølge må være et helt tall')).toBeVisible()

  await created.getByLabelText(/^Navn/).fill('Personvern')
  await created.getByLabelText(/^Rekkefølge/).fill('7')
  await created.getByLabelText(/^Innhold/).fill('Vi behandler opplysninger slik loven krever.')
  await created.getByRole('combobox', { name: 'Kategori' }).click()
  await page.getByRole('option', { name: 'Annen kategori …' }).click()
  await created.getByLabelText(/^Ny kategori/).fill('Databehandling')
  await created.getByLabelText(/^Standard/).click()
  await created.getByRole('button', { name: 'Opprett' }).click()
  await expectToast('Betingelse opprettet', 'Personvern')
  await expect.element(page.getByRole('heading', { name: 'Betingelser (1)' })).toBeVisible()
  await expect.element(cards).toMatchTextContent(/Personvern.*Aktiv.*Standard.*Databehandling/)
  expect(await stored()).toMatchObject([{ category: 'Databehandling', isDefault: true, sortOrder: 7 }])

  await button('Ny betingelse').click()
  await expect.element(created.getByLabelText(/^Rekkefølge/)).toHaveValue('8')
  await created.getByLabelText(/^Navn/).fill('B')
  await created.getByLabelText(/^Innhold/).fill('Tekst')
  await created.getByLabelText(/^Rekkefølge/).fill('')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expectTexts(names, ['B', 'Personvern'])
})

test('shows three lines of a text, and all of it on demand; filters by the categories found in the data', async () => {
  const content = Array.from({ length: 9 }, (_, line) => `Linje ${line + 1} av betingelsen.`).join('\n')
  await create({ name: 'Lang', content, isActive: false, category: 'payment' })
  await create({ name: 'Kort', content: 'Én linje.', category: 'Databehandling' })
  await open()
  const long = cards.nth(0)
  const text = long.getByText(/Linje 9/)
  const expectLines = (lines: string) => expect.poll(() => getComputedStyle(text.element()).webkitLineClamp).toBe(lines)
  await expect.element(long).toMatchTextContent('Inaktiv')
  await expectLines('3')
  await expect.element(cards.nth(1)).toMatchTextContent('Kort')
  await expect.element(cards.nth(1).getByRole('button', { name: /Vis hele teksten/ })).not.toBeInTheDocument()
  await long.getByRole('button', { name: 'Vis hele teksten i Lang' }).click()
  await expectLines('none')
  await long.getByRole('button', { name: 'Vis mindre i Lang' }).click()
  await expectLines('3')

  const filter = page.getByRole('combobox', { name: 'Filtrer på kategori' })
  await filter.click()
  await expectTexts(page.getByRole('option'), [
    ...['Alle kategorier', 'Generelt', 'Betaling', 'Levering', 'Garanti', 'Databehandling'],
  ])
  await page.getByRole('option', { name: 'Betaling' }).click()
  await expectTexts(names, ['Lang'])
  await expect.poll(() => shownUrl()).toContain('category=payment')
  goTo('/admin?tab=settings&category=warranty')
  await expect.element(page.getByRole('heading', { name: 'Ingen resultater funnet' })).toBeVisible()
  await button('Vis alle kategorier').click()
  await expectTexts(names, ['Lang', 'Kort'])
})

test('moves cards by their buttons and with Alt and an arrow, by dragging, and within a category', async () => {
  await create({ name: 'A', category: 'payment' })
  await create({ name: 'B' })
  await create({ name: 'C', category: 'payment' })
  await open()
  await expectTexts(names, ['A', 'B', 'C'])
  const down = button('Flytt A ned')
  await focus(down)
  await userEvent.keyboard('{Enter}')
  await expectTexts(names, ['B', 'A', 'C'])
  await expect.element(down).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expectTexts(names, ['B', 'C', 'A'])
  await expect.element(down).toHaveFocus()
  await expect.element(down).toHaveAttribute('aria-disabled', 'true')
  await expect.element(section.getByRole('status')).toHaveTextContent('A er nå nummer 3 av 3.')
  await expect.poll(stored).toMatchObject([
    { name: 'B', sortOrder: 1 },
    { name: 'C', sortOrder: 2 },
    { name: 'A', sortOrder: 3 },
  ])
  const edit = button('Rediger C')
  await focus(edit)
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
  await expectTexts(names, ['C', 'B', 'A'])
  await expect.element(edit).toHaveFocus()
  await expect.element(section.getByRole('status')).toHaveTextContent('C er nå nummer 1 av 3.')

  const handles = section.css('[data-drag-handle]')
  await userEvent.dragAndDrop(handles.nth(2), handles.nth(0))
  await expectTexts(names, ['A', 'C', 'B'])
  await expect.poll(stored).toMatchObject([{ name: 'A' }, { name: 'C' }, { name: 'B' }])
  await button('Flytt B opp').click()
  await expectTexts(names, ['A', 'B', 'C'])

  goTo('/admin?tab=settings&category=payment')
  await expectTexts(names, ['A', 'C'])
  await button('Flytt C opp').click()
  await expectTexts(names, ['C', 'A'])
  await expect.poll(stored).toMatchObject([{ name: 'C' }, { name: 'B' }, { name: 'A' }])
})

test('moves cards by their menus on a phone, unless a colleague has changed the list', async () => {
  for (const name of ['A', 'B']) await create({ name })
  await page.viewport(390, 844)
  await open()
  const move = async () => {
    await page.getByRole('button', { name: 'Handlinger for A' }).click()
    await expectTexts(page.getByRole('menuitem'), [/^Flytt/, 'Rediger', 'Slett'])
    await page.getByRole('menuitem', { name: /^Flytt/ }).click()
  }
  await move()
  await expectTexts(names, ['B', 'A'])
  await expect.element(page.getByRole('button', { name: 'Handlinger for A' })).toHaveFocus()
  await expect.poll(stored).toMatchObject([{ name: 'B' }, { name: 'A' }])
  await create({ name: 'C', sortOrder: 9 })
  await move()
  await expect.element(section.getByRole('alert')).toMatchTextContent('Betingelsene er endret av en annen.')
  await expectTexts(names, ['B', 'A', 'C'])
})

test('says which agreements keep a deleted text', async () => {
  const { id } = await create({ name: 'Frist', category: 'payment' })
  await commands.sql(
    `WITH customer AS (INSERT INTO customers (name, email) VALUES ('Kunde', 'post@kunde.example') RETURNING id),
     agreement AS (INSERT INTO agreements (customer_id, title, reference, response_token) SELECT id, 'Avtale', 'A-1', 'token' FROM customer RETURNING id)
     INSERT INTO agreement_conditions (agreement_id, condition_id, name, content) SELECT id, $1, 'Frist', 'Tekst' FROM agreement`,
    [id],
  )
  await open()
  await expect.element(cards).toMatchTextContent('Brukt i 1 avtale')
  await button('Slett Frist').click()
  const question = page.getByRole('alertdialog', { name: 'Slette betingelsen?' })
  await expect.element(question).toMatchTextContent('Frist blir slettet. Kan angres i 30 dager fra Papirkurv.')
  await expect.element(question).toMatchTextContent('Avtalen som bruker den, beholder teksten slik den er.')
  await question.getByRole('button', { name: 'Slett' }).click()
  await expectToast('Betingelse slettet', 'Frist')
  expect(await stored()).toEqual([])
})

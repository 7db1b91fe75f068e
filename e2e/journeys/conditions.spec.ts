import type { APIRequestContext, Page } from '@playwright/test'
import { expectAccessible } from '../harness/axe.ts'
import { emptying } from '../harness/database.ts'
import { openPanel } from '../harness/panel.ts'
import { expect, test } from '../harness/test.ts'

const section = (page: Page) => page.getByRole('region', { name: /^Betingelser/ })
const cards = (page: Page) => section(page).getByRole('listitem')
const names = (page: Page) => cards(page).getByRole('heading', { level: 4 })
const toast = (page: Page, heading: string, description: string) =>
  expect(
    page
      .getByRole('region', { name: /Varsler/, includeHidden: true })
      .getByRole('listitem', { includeHidden: true })
      .filter({ hasText: heading }),
  ).toContainText(description)

const openConditions = async (page: Page, query = ''): Promise<void> => {
  await openPanel(page, `/admin?tab=settings${query}`)
  await expect(section(page)).toBeVisible()
}

const create = async (admin: APIRequestContext, condition: object): Promise<number> => {
  const answer = await admin.post('/api/conditions', { data: { content: 'Tekst', ...condition } })
  expect(answer.status(), await answer.text()).toBe(200)
  return (await answer.json()).id
}

const stored = async (admin: APIRequestContext): Promise<unknown> => (await admin.get('/api/conditions')).json()

test.beforeEach(async ({ kontor }) => {
  await kontor.sql(emptying('conditions, agreements, customers'))
})

test('the first condition is made from the empty list, with a category of its own', async ({ page, admin }) => {
  await openConditions(page)
  await expect(section(page).getByRole('heading', { name: 'Ingen betingelser ennå' })).toBeVisible()
  await section(page).getByRole('button', { name: 'Opprett betingelse' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ny betingelse' })
  await expect(dialog.getByLabel('Rekkefølge')).toHaveValue('0')
  await expect(dialog.getByLabel('Aktiv', { exact: true })).toBeChecked()
  await expect(dialog.getByLabel(/^Standard/)).not.toBeChecked()
  await dialog.getByLabel('Rekkefølge').fill('to')
  await dialog.getByRole('button', { name: 'Lagre' }).click()
  await expect(dialog.getByText('Navn er påkrevd')).toBeVisible()
  await expect(dialog.getByText('Innhold er påkrevd')).toBeVisible()
  await expect(dialog.getByText('Rekkefølge må være et helt tall')).toBeVisible()
  await expect(dialog.getByLabel('Navn')).toBeFocused()
  await expectAccessible(page)

  await dialog.getByLabel('Navn').fill('Personvern')
  await dialog.getByLabel('Rekkefølge').fill('')
  await dialog.getByLabel('Innhold').fill('Vi behandler opplysninger slik loven krever.')
  await dialog.getByRole('combobox', { name: 'Kategori' }).click()
  await page.getByRole('option', { name: 'Annen kategori …' }).click()
  await dialog.getByLabel('Ny kategori').fill('Databehandling')
  await dialog.getByLabel(/^Standard/).check()
  await dialog.getByRole('button', { name: 'Lagre' }).click()
  await toast(page, 'Betingelse opprettet', 'Personvern')
  await expect(page.getByRole('heading', { name: 'Betingelser (1)' })).toBeVisible()
  await expect(cards(page)).toContainText(/Personvern.*Aktiv.*Standard.*Databehandling/)
  expect(await stored(admin)).toMatchObject([{ category: 'Databehandling', isDefault: true, sortOrder: 0 }])
})

test('cards show three lines of the text, and all of it on demand', async ({ page, admin }) => {
  const content = Array.from({ length: 9 }, (_, line) => `Linje ${line + 1} av betingelsen.`).join('\n')
  await create(admin, { name: 'Lang', content, isActive: false })
  await create(admin, { name: 'Kort', content: 'Én linje.' })
  await openConditions(page)
  const [long, short] = [cards(page).nth(0), cards(page).nth(1)]
  await expect(long).toContainText('Inaktiv')
  await expect(long.getByText('Linje 9')).toHaveCSS('-webkit-line-clamp', '3')
  await expect(short.getByRole('button', { name: /Vis hele teksten/ })).toBeHidden()
  await expectAccessible(page)
  await long.getByRole('button', { name: 'Vis hele teksten i Lang' }).click()
  await expect(long.getByText('Linje 9')).toHaveCSS('-webkit-line-clamp', 'none')
  await long.getByRole('button', { name: 'Vis mindre i Lang' }).click()
  await expect(long.getByText('Linje 9')).toHaveCSS('-webkit-line-clamp', '3')
})

test('cards change places by their buttons, with the keyboard alone', async ({ page, admin }) => {
  for (const name of ['A', 'B', 'C']) await create(admin, { name })
  await openConditions(page)
  await expect(names(page)).toHaveText(['A', 'B', 'C'])
  const down = page.getByRole('button', { name: 'Flytt A ned' })
  await down.focus()
  await page.keyboard.press('Enter')
  await expect(names(page)).toHaveText(['B', 'A', 'C'])
  await expect(down).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(names(page)).toHaveText(['B', 'C', 'A'])
  await expect(down).toBeFocused()
  await expect(down).toHaveAttribute('aria-disabled', 'true')
  await expect(section(page).getByRole('status')).toHaveText('A er nå nummer 3 av 3.')
  await expect
    .poll(async () => JSON.stringify(await stored(admin)))
    .toMatch(/"B".*"sortOrder":1.*"C".*"sortOrder":2.*"A".*"sortOrder":3/)
  await page.getByRole('button', { name: 'Flytt C opp' }).click()
  await expect(names(page)).toHaveText(['C', 'B', 'A'])
})

test('the category filter is in the URL and knows those found in the data', async ({ page, admin }) => {
  await create(admin, { name: 'Frist', category: 'payment' })
  await create(admin, { name: 'Egen', category: 'Databehandling' })
  await openConditions(page)
  const filter = page.getByRole('combobox', { name: 'Filtrer på kategori' })
  await filter.click()
  await expect(page.getByRole('option')).toHaveText([
    'Alle kategorier',
    'Generelt',
    'Betaling',
    'Levering',
    'Garanti',
    'Databehandling',
  ])
  await page.getByRole('option', { name: 'Betaling' }).click()
  await expect(names(page)).toHaveText(['Frist'])
  await expect(page).toHaveURL(/category=payment/)
  await filter.click()
  await page.getByRole('option', { name: 'Garanti' }).click()
  await expect(page.getByRole('heading', { name: 'Ingen resultater funnet' })).toBeVisible()
  await page.getByRole('button', { name: 'Vis alle kategorier' }).click()
  await expect(names(page)).toHaveText(['Frist', 'Egen'])
})

test('a condition is edited, and deleted with a word on the agreements that hold it', async ({
  page,
  admin,
  kontor,
}) => {
  const id = await create(admin, { name: 'Frist', category: 'payment' })
  await kontor.sql(
    `WITH customer AS (INSERT INTO customers (name, email) VALUES ('Kunde', 'post@kunde.example') RETURNING id),
     agreement AS (INSERT INTO agreements (customer_id, title, response_token) SELECT id, 'Avtale', 'token' FROM customer RETURNING id)
     INSERT INTO agreement_conditions (agreement_id, condition_id, name, content) SELECT id, $1, 'Frist', 'Tekst' FROM agreement`,
    [id],
  )
  await openConditions(page)
  await expect(cards(page)).toContainText('Brukt i 1 avtale')
  await page.getByRole('button', { name: 'Rediger Frist' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rediger betingelse' })
  await dialog.getByLabel('Innhold').fill('Betales innen 30 dager.')
  await page.keyboard.press('Control+Enter')
  await toast(page, 'Betingelse oppdatert', 'Frist')
  await expect(cards(page)).toContainText('Betales innen 30 dager.')
  await page.getByRole('button', { name: 'Slett Frist' }).click()
  const question = page.getByRole('alertdialog', { name: 'Slette betingelsen?' })
  await expect(question).toContainText('Frist blir slettet for godt. Det kan ikke angres.')
  await expect(question).toContainText('Avtalen som bruker den, beholder teksten slik den er.')
  await question.getByRole('button', { name: 'Slett' }).click()
  await toast(page, 'Betingelse slettet', 'Frist')
  expect(await stored(admin)).toEqual([])
})

test.describe('when something goes wrong', () => {
  test.beforeEach(({ expectedErrors }) => {
    expectedErrors.push(/status of (409|503)/, /ERR_FAILED/)
  })

  test('what somebody else has saved meanwhile is not overwritten without a choice', async ({ page, admin }) => {
    const id = await create(admin, { name: 'Frist' })
    await openConditions(page)
    await page.getByRole('button', { name: 'Rediger Frist' }).click()
    const dialog = page.getByRole('dialog', { name: 'Rediger betingelse' })
    await dialog.getByLabel('Navn').fill('Min frist')
    await admin.put(`/api/conditions/${id}`, { data: { content: 'Deres tekst' } })
    await dialog.getByRole('button', { name: 'Lagre' }).click()
    await toast(page, 'Feil', 'Kunne ikke oppdatere betingelse')
    await dialog.getByRole('button', { name: 'Bruk denne: Innhold' }).click()
    await dialog.getByRole('button', { name: 'Lagre likevel' }).click()
    await toast(page, 'Betingelse oppdatert', 'Min frist')
    expect(await stored(admin)).toMatchObject([{ name: 'Min frist', content: 'Deres tekst', version: 3 }])
  })

  test('an order of a list that somebody else has changed is refused, and the list fetched anew', async ({
    page,
    admin,
  }) => {
    for (const name of ['A', 'B']) await create(admin, { name })
    await openConditions(page)
    await create(admin, { name: 'C' })
    await page.getByRole('button', { name: 'Flytt A ned' }).click()
    await toast(page, 'Feil', 'Kunne ikke oppdatere betingelse')
    await expect(section(page).getByRole('alert')).toContainText('Betingelsene er endret av en annen.')
    await expect(names(page)).toHaveText(['A', 'B', 'C'])
  })

  test('failures are told where they happen', async ({ page, admin }) => {
    await create(admin, { name: 'Frist' })
    let broken = true
    await page.route('**/api/conditions', (route) => (broken ? route.abort() : route.fallback()))
    await openConditions(page)
    await expect(section(page).getByRole('alert')).toContainText('Kunne ikke hente betingelsene')
    broken = false
    await page.getByRole('button', { name: 'Prøv igjen' }).click()
    await expect(names(page)).toHaveText(['Frist'])
    const answer = { status: 503, json: { error: 'Databasen svarer ikke.' } }
    await page.route('**/api/conditions/*', (route) => route.fulfill(answer))
    await page.getByRole('button', { name: 'Slett Frist' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Slett' }).click()
    await toast(page, 'Feil', 'Kunne ikke slette betingelse')
    await expect(section(page).getByRole('alert')).toContainText('Betingelsen ble ikke slettet. Databasen svarer ikke.')
    await page.route('**/api/conditions', (route) => route.fulfill(answer))
    await section(page).getByRole('button', { name: 'Ny betingelse' }).click()
    const dialog = page.getByRole('dialog', { name: 'Ny betingelse' })
    await dialog.getByLabel('Navn').fill('Ny')
    await dialog.getByLabel('Innhold').fill('Ny')
    await dialog.getByRole('button', { name: 'Lagre' }).click()
    await toast(page, 'Feil', 'Kunne ikke opprette betingelse')
  })
})

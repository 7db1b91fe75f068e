import type { Page } from '@playwright/test'
import { expectAccessible } from '../harness/axe.ts'
import { addCustomers, clearCustomers } from '../harness/customers.ts'
import { openPanel } from '../harness/panel.ts'
import { expect, test } from '../harness/test.ts'

/** The letters are such that only Norwegian order is right; one has neither number nor trade. */
const customers = [
  { name: 'Åse & Sønn AS', email: 'd@ase.example', organizationNumber: '974760673', industry: 'Bakeri' },
  { name: 'Zeta AS', email: 'a@zeta.example', organizationNumber: '971032081', industry: 'Regnskap', isActive: false },
  { name: 'Ærlig Bygg', email: 'c@bygg.example', city: 'Ålesund', phone: '12 34 56 78' },
  { name: 'alfa ANS', email: 'b@alfa.example', industry: 'Økonomi' },
]

const names = (page: Page) => page.getByRole('table').locator('tbody tr[data-index] button[aria-label^="Åpne"]')
const head = (page: Page, name: string) => page.getByRole('columnheader', { name })
const sortBy = (page: Page, name: string) => head(page, name).getByRole('button').click()
const open = (page: Page, query = '') => openPanel(page, `/admin?tab=customers${query}`)

test.beforeEach(async ({ admin }) => {
  await clearCustomers(admin)
  await addCustomers(admin, customers)
})

test('the customers stand by name, with number, trade and status, and the title counts them', async ({ page }) => {
  await open(page)
  await expect(page.getByRole('heading', { name: 'Kunder (4)', exact: true })).toBeVisible()
  await expect(names(page)).toHaveText(['alfa ANS', 'Zeta AS', 'Ærlig Bygg', 'Åse & Sønn AS'])
  await expect(page.getByRole('columnheader')).toHaveText([
    'Navn',
    'E-post',
    'Org.nr',
    'Bransje',
    'Status',
    'Handlinger',
  ])
  const zeta = page.getByRole('row').filter({ hasText: 'Zeta AS' })
  await expect(zeta).toContainText('Inaktiv')
  await expect(zeta).toContainText(/971\s032\s081/)
  await expect(page.getByRole('row').filter({ hasText: 'Åse' })).toContainText('Aktiv')
  await expectAccessible(page)
})

test('every column sorts; empty values stay last', async ({ page }) => {
  await open(page)
  await sortBy(page, 'Navn')
  await expect(names(page)).toHaveText(['Åse & Sønn AS', 'Ærlig Bygg', 'Zeta AS', 'alfa ANS'])
  await expect(head(page, 'Navn')).toHaveAttribute('aria-sort', 'descending')
  await sortBy(page, 'E-post')
  await expect(names(page)).toHaveText(['Zeta AS', 'alfa ANS', 'Ærlig Bygg', 'Åse & Sønn AS'])
  await sortBy(page, 'Bransje')
  await expect(names(page)).toHaveText(['Åse & Sønn AS', 'Zeta AS', 'alfa ANS', 'Ærlig Bygg'])
  await sortBy(page, 'Bransje')
  await expect(names(page)).toHaveText(['alfa ANS', 'Zeta AS', 'Åse & Sønn AS', 'Ærlig Bygg'])
  await sortBy(page, 'Status')
  await expect(names(page).last()).toHaveText('Zeta AS')
})

for (const [field, text, found] of [
  ['the name', 'ÅSE', 'Åse & Sønn AS'],
  ['the e-mail', 'c@bygg', 'Ærlig Bygg'],
  ['the number as it is stored', '971032081', 'Zeta AS'],
  ['the number as it is read', '971 032 081', 'Zeta AS'],
  ['the trade', 'økonomi', 'alfa ANS'],
  ['the place', 'ålesund', 'Ærlig Bygg'],
] as const) {
  test(`the search finds by ${field}`, async ({ page }) => {
    await open(page)
    await page.getByRole('searchbox').fill(` ${text} `)
    await expect(names(page)).toHaveText([found])
    await expect(page.getByText('Viser 1 av 4 kunder')).toBeVisible()
  })
}

test('search and order are in the URL, and a search without hits is emptied with one button', async ({ page }) => {
  await open(page, '&q=finnes+ikke&sort=email:desc')
  await expect(page.getByText('Ingen resultater funnet')).toBeVisible()
  await expect(page.getByRole('searchbox')).toHaveValue('finnes ikke')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Tøm søket' }).last().click()
  await expect(names(page)).toHaveText(['Åse & Sønn AS', 'Ærlig Bygg', 'alfa ANS', 'Zeta AS'])
  await expect(page.getByRole('searchbox')).toBeFocused()
  await expect(page).not.toHaveURL(/q=/)
})

test('further fields are shown as columns, and the browser keeps the choice', async ({ page }) => {
  await open(page)
  await page.getByRole('button', { name: 'Kolonner' }).click()
  await page.getByRole('checkbox', { name: 'Poststed' }).check()
  await page.getByRole('checkbox', { name: 'Bransje' }).uncheck()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(head(page, 'Poststed')).toBeVisible()
  await open(page)
  await expect(head(page, 'Poststed')).toBeVisible()
  await expect(head(page, 'Bransje')).toBeHidden()
  await expect(page.getByRole('row').filter({ hasText: 'Ærlig Bygg' })).toContainText('Ålesund')
})

test('with every column the table scrolls sideways, and the page does not', async ({ page }) => {
  await open(page)
  await page.getByRole('button', { name: 'Kolonner' }).click()
  for (const box of await page.getByRole('dialog').getByRole('checkbox').all()) await box.check()
  await page.keyboard.press('Escape')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1280)
  const email = await head(page, 'E-post').boundingBox()
  expect(email?.width).toBeGreaterThan(90)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Slett Zeta AS' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Zeta AS')
})

test('without any customer the list says so and offers the first', async ({ page, admin }) => {
  await clearCustomers(admin)
  await open(page)
  await expect(page.getByRole('heading', { name: 'Kunder (0)' })).toBeVisible()
  await expect(page.getByText('Ingen kunder ennå')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Ny kunde' }).last().click()
  await expect(page.getByRole('dialog', { name: 'Ny kunde' })).toBeVisible()
})

test('a list that cannot be fetched says so in its place, and comes with the next try', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 500/)
  await page.route('**/api/customers', (route) =>
    route.fulfill({ status: 500, json: { error: 'Noe gikk galt hos oss.' } }),
  )
  await open(page)
  await expect(page.getByRole('alert')).toContainText('Noe gikk galt hos oss.')
  await expectAccessible(page)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Prøv igjen' }).click()
  await expect(names(page)).toHaveCount(4)
})

test('the list is fetched once in five minutes, however often its tab is opened', async ({ page }) => {
  let fetched = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/customers') fetched += 1
  })
  await page.clock.install()
  await open(page)
  await expect(names(page)).toHaveCount(4)
  const come = async () => {
    await page.getByRole('tab', { name: 'Kontakter' }).click()
    await expect(page.getByRole('heading', { name: /Kontakthenvendelser/ })).toBeVisible()
    await page.getByRole('tab', { name: 'Kunder' }).click()
    await expect(names(page)).toHaveCount(4)
  }
  await page.clock.fastForward('04:50')
  await come()
  expect(fetched).toBe(1)
  await page.clock.fastForward('00:20')
  await come()
  await expect.poll(() => fetched).toBe(2)
})

test('the export opens in a new tab with what is searched for', async ({ page, context }) => {
  await open(page)
  await page.getByRole('searchbox').fill('åse')
  await expect(names(page)).toHaveText(['Åse & Sønn AS'])
  const link = page.getByRole('link', { name: 'Eksporter' })
  await expect(link).toHaveAttribute('target', '_blank')
  const url = new URL((await link.getAttribute('href')) ?? '', page.url())
  expect(url.pathname).toBe('/api/customers/export')
  expect(url.searchParams.get('q')).toBe('åse')
  expect(url.searchParams.get('auth')).toMatch(/./)
  const answer = await context.request.get(url.href)
  expect(answer.status()).toBe(200)
  expect(answer.headers()['content-type']).toContain('spreadsheetml')
})

test('on a phone the list, its order and its buttons are there without scrolling sideways', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page)
  await expect(names(page)).toHaveCount(4)
  await page.getByRole('combobox', { name: 'Sorter etter' }).click()
  await page.getByRole('option', { name: 'Navn, synkende' }).click()
  await expect(names(page).first()).toHaveText('Åse & Sønn AS')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await expectAccessible(page)
  await names(page).first().click()
  const details = page.getByRole('dialog', { name: 'Åse & Sønn AS' })
  await expect(details.getByRole('button', { name: 'Kontakter' })).toBeVisible()
  await expectAccessible(page)
})

import type { Page } from '@playwright/test'
import { expectAccessible } from '../harness/axe.ts'
import { clearEnquiries, enquiry, openPanel, sendEnquiries } from '../harness/panel.ts'
import { expect, test } from '../harness/test.ts'

/** Oldest first. The company is missing in one, and the letters are such that only Norwegian order is right. */
const enquiries = [
  enquiry({
    name: 'Åse Dahl',
    email: 'b@dahl.example',
    company: 'Zeta AS',
    subject: 'support',
    message: 'Skriveren står',
  }),
  enquiry({
    name: 'Bjørn Aas',
    email: 'c@aas.example',
    company: '',
    subject: 'product',
    message: 'Pris på verktøyet?',
  }),
  enquiry({ name: 'Ærlend Vik', email: 'd@vik.example', company: 'Ødegård AS', subject: 'Åpent emne', message: 'Hei' }),
  enquiry({ name: 'anne Moe', email: 'a@moe.example', company: 'Alfa AS', subject: 'product', message: 'Hei igjen' }),
]

const names = (page: Page) => page.getByRole('table').locator('tbody tr[data-index] button[aria-label^="Les"]')
const head = (page: Page, name: string) => page.getByRole('columnheader', { name })
const sortBy = (page: Page, name: string) => head(page, name).getByRole('button').click()
const chooseSubject = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('combobox', { name: 'Filtrer på emne' }).click()
  await page.getByRole('option', { name, exact: true }).click()
}

test.beforeEach(async ({ admin }) => {
  await clearEnquiries(admin)
  await sendEnquiries(admin, enquiries)
})

test('the newest enquiry stands first, and the title counts them', async ({ page }) => {
  await openPanel(page)
  await expect(page.getByRole('heading', { name: 'Kontakthenvendelser (4 totalt)' })).toBeVisible()
  await expect(names(page)).toHaveText(['anne Moe', 'Ærlend Vik', 'Bjørn Aas', 'Åse Dahl'])
  await expect(head(page, 'Dato')).toHaveAttribute('aria-sort', 'descending')
  await expect(page.getByText('Filter aktiv')).toBeHidden()
  await expectAccessible(page)
})

test('a new column sorts ascending first, and toggles then; empty values stay last', async ({ page }) => {
  await openPanel(page)
  await sortBy(page, 'Navn')
  await expect(names(page)).toHaveText(['anne Moe', 'Bjørn Aas', 'Ærlend Vik', 'Åse Dahl'])
  await expect(head(page, 'Navn')).toHaveAttribute('aria-sort', 'ascending')
  await sortBy(page, 'Navn')
  await expect(names(page)).toHaveText(['Åse Dahl', 'Ærlend Vik', 'Bjørn Aas', 'anne Moe'])
  await expect(head(page, 'Navn')).toHaveAttribute('aria-sort', 'descending')
  await sortBy(page, 'Bedrift')
  await expect(names(page)).toHaveText(['anne Moe', 'Åse Dahl', 'Ærlend Vik', 'Bjørn Aas'])
  await sortBy(page, 'Bedrift')
  await expect(names(page)).toHaveText(['Ærlend Vik', 'Åse Dahl', 'anne Moe', 'Bjørn Aas'])
  await sortBy(page, 'E-post')
  await expect(names(page)).toHaveText(['anne Moe', 'Åse Dahl', 'Bjørn Aas', 'Ærlend Vik'])
  await sortBy(page, 'Emne')
  await expect(names(page).last()).toHaveText('Ærlend Vik')
  await sortBy(page, 'Dato')
  await expect(names(page)).toHaveText(['Åse Dahl', 'Bjørn Aas', 'Ærlend Vik', 'anne Moe'])
})

for (const [field, text, found] of [
  ['the name', 'ÆRLEND', 'Ærlend Vik'],
  ['the e-mail', 'b@dahl', 'Åse Dahl'],
  ['the company', 'ødegård', 'Ærlend Vik'],
  ['the subject', 'åpent', 'Ærlend Vik'],
  ['the message', 'verktøyet', 'Bjørn Aas'],
] as const) {
  test(`the search finds by ${field}, in any case`, async ({ page }) => {
    await openPanel(page)
    await page.getByRole('searchbox').fill(`  ${text} `)
    await expect(names(page)).toHaveText([found])
    await expect(page.getByText('Filter aktiv')).toBeVisible()
    await expect(page.getByText('Viser 1 av 4 henvendelser')).toBeVisible()
  })
}

test('the subject filter offers what there is, combines with the search, and is reset with it', async ({ page }) => {
  await openPanel(page)
  await page.getByRole('combobox', { name: 'Filtrer på emne' }).click()
  await expect(page.getByRole('option')).toHaveText([
    'Alle emner',
    'Produktinformasjon',
    'Teknisk støtte',
    'Åpent emne',
  ])
  await page.keyboard.press('Escape')
  await chooseSubject(page, 'Produktinformasjon')
  await expect(names(page)).toHaveText(['anne Moe', 'Bjørn Aas'])
  await expect(page.getByText('Viser 2 av 4 henvendelser')).toBeVisible()
  await page.getByRole('searchbox').fill('igjen')
  await expect(names(page)).toHaveText(['anne Moe'])
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Nullstill' }).first().click()
  await expect(names(page)).toHaveCount(4)
  await expect(page.getByRole('searchbox')).toHaveValue('')
  await expect(page.getByText('Filter aktiv')).toBeHidden()
})

test('filters and order are in the URL: they can be shared, and the back button brings them back', async ({ page }) => {
  await openPanel(page)
  await page.getByRole('searchbox').fill('hei')
  await chooseSubject(page, 'Produktinformasjon')
  await sortBy(page, 'Navn')
  await sortBy(page, 'Navn')
  await expect(page).toHaveURL(/q=hei/)
  const { search } = new URL(page.url())
  expect(Object.fromEntries(new URLSearchParams(search))).toEqual({ q: 'hei', subject: 'product', sort: 'name:desc' })

  await page.getByRole('tab', { name: 'Webinarer' }).click()
  await expect(page).toHaveURL(/tab=webinars/)
  await page.goBack()
  await expect(page.getByRole('searchbox')).toHaveValue('hei')
  await expect(names(page)).toHaveText(['anne Moe'])

  await openPanel(page, `/admin${search}`)
  await expect(names(page)).toHaveText(['anne Moe'])
  await expect(head(page, 'Navn')).toHaveAttribute('aria-sort', 'descending')
})

test('a sort or a subject that does not exist does no harm', async ({ page }) => {
  await openPanel(page, '/admin?sort=message:up&subject=%3Cscript%3E')
  await expect(page.getByText('Ingen resultater funnet')).toBeVisible()
  await expect(page.getByText('Viser 0 av 4 henvendelser')).toBeVisible()
  await expectAccessible(page)
})

test('an empty filter in the URL is no filter', async ({ page }) => {
  await openPanel(page, '/admin?q=&subject=')
  await expect(page.getByText('Viser 4 av 4 henvendelser')).toBeVisible()
  await expect(page.getByText('Filter aktiv')).toBeHidden()
})

test('without any enquiry the list says so', async ({ page, admin }) => {
  await clearEnquiries(admin)
  await openPanel(page)
  await expect(page.getByRole('heading', { name: 'Kontakthenvendelser (0 totalt)' })).toBeVisible()
  await expect(page.getByText('Ingen henvendelser ennå')).toBeVisible()
  await expectAccessible(page)
})

test('a list that cannot be fetched says so in its place, and comes with the next try', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 500|ERR_FAILED/)
  await page.route('**/api/contacts', (route) =>
    route.fulfill({ status: 500, json: { error: 'Noe gikk galt hos oss.' } }),
  )
  await openPanel(page)
  await expect(page.getByRole('alert')).toContainText('Noe gikk galt hos oss.')
  await expectAccessible(page)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Prøv igjen' }).click()
  await expect(names(page)).toHaveCount(4)
})

test('an enquiry that arrives while another tab was open is there when one comes back', async ({ page, admin }) => {
  await openPanel(page)
  await expect(names(page)).toHaveCount(4)
  await page.getByRole('tab', { name: 'Kunder' }).click()
  await sendEnquiries(admin, [enquiry({ name: 'Nykommer' })])
  await page.getByRole('tab', { name: 'Kontakter' }).click()
  await expect(names(page).first()).toHaveText('Nykommer')
})

test('on a phone the list, its order and its filters are there without scrolling sideways', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openPanel(page)
  await expect(names(page)).toHaveCount(4)
  await page.getByRole('combobox', { name: 'Sorter etter' }).click()
  await page.getByRole('option', { name: 'Navn, stigende' }).click()
  await expect(names(page).first()).toHaveText('anne Moe')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await expectAccessible(page)
})

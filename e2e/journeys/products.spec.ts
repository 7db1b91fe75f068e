import type { APIRequestContext, Page } from '@playwright/test'
import { expectAccessible } from '../harness/axe.ts'
import { emptying } from '../harness/database.ts'
import { openPanel } from '../harness/panel.ts'
import { expect, test } from '../harness/test.ts'

const names = (page: Page) => page.getByRole('table').locator('tbody tr[data-index] button[aria-label^="Åpne"]')
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const title = (page: Page, count: number) => page.getByRole('heading', { name: `Produkter (${count})`, exact: true })
const toast = (page: Page, heading: string, description: string) =>
  expect(
    page
      .getByRole('region', { name: /Varsler/, includeHidden: true })
      .getByRole('listitem', { includeHidden: true })
      .filter({ hasText: heading }),
  ).toContainText(description)

const openProducts = (page: Page, query = '') => openPanel(page, `/admin?tab=products${query}`)

const create = async (admin: APIRequestContext, product: object): Promise<number> => {
  const answer = await admin.post('/api/products', { data: product })
  expect(answer.status(), await answer.text()).toBe(200)
  return (await answer.json()).id
}

const stored = async (admin: APIRequestContext): Promise<unknown> => (await admin.get('/api/products')).json()

test.beforeEach(async ({ kontor }) => {
  await kontor.sql(emptying('products, agreements, customers'))
})

test('an empty list says what products are for, and leads to the first', async ({ page, admin }) => {
  await openProducts(page)
  await expect(title(page, 0)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Ingen produkter ennå' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Opprett produkt' }).click()
  const dialog = page.getByRole('dialog', { name: 'Nytt produkt' })

  await dialog.getByRole('button', { name: 'Lagre' }).click()
  await expect(dialog.getByText('Produktnummer er påkrevd')).toBeVisible()
  await expect(dialog.getByText('Produktnavn er påkrevd')).toBeVisible()
  await expect(dialog.getByLabel('Nummer')).toBeFocused()
  await expectAccessible(page)

  await dialog.getByLabel('Nummer').fill('K-1')
  await dialog.getByLabel('Navn').fill('Kurs i internkontroll')
  await dialog.getByLabel('Type').fill('Tjeneste')
  await dialog.getByLabel('Kostpris').fill('60,10')
  await dialog.getByLabel('Salgspris').fill('100,17')
  await expect(dialog.getByLabel('Margin %')).toHaveValue('40,00')
  await expect(dialog.getByLabel('Pris inkl. mva')).toHaveValue('125,21')
  await dialog.getByRole('button', { name: 'Lagre' }).click()
  await toast(page, 'Produkt opprettet', 'Kurs i internkontroll')
  await expect(title(page, 1)).toBeVisible()
  await expect(rowOf(page, 'Kurs i internkontroll')).toContainText(/K-1.*60,10.*40,0.*100,17.*125,21.*Tjeneste.*Aktiv/)
  expect(await stored(admin)).toMatchObject([
    { number: 'K-1', costPrice: 60.1, grosMargin: 40, salesPrice: 100.17, salesPriceIncVat: 125.21, productTax_Id: 0 },
  ])
})

test('margin, price and price with VAT follow each other in both directions', async ({ page, admin }) => {
  await create(admin, { number: '1', name: 'Befaring', costPrice: 60, salesPrice: 80, salesPriceIncVat: 100 })
  await openProducts(page)
  await page.getByRole('button', { name: 'Rediger Befaring' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rediger produkt' })
  const [cost, margin] = [dialog.getByLabel('Kostpris'), dialog.getByLabel('Margin %')]
  const [price, incVat] = [dialog.getByLabel('Salgspris'), dialog.getByLabel('Pris inkl. mva')]

  await margin.fill('40')
  await expect(price).toHaveValue('100,00')
  await expect(incVat).toHaveValue('125,00')
  await cost.fill('30')
  await expect(price).toHaveValue('50,00')
  await expect(margin).toHaveValue('40')

  await incVat.fill('100')
  await expect(price).toHaveValue('80,00')
  await expect(margin).toHaveValue('62,50')
  await dialog.getByRole('combobox', { name: 'Mva-sats' }).click()
  await page.getByRole('option', { name: /15 %/ }).click()
  await expect(incVat).toHaveValue('100')
  await expect(price).toHaveValue('86,96')

  await price.fill('20')
  await expect(margin).toHaveValue('-50,00')
  await expect(incVat).toHaveValue('23,00')
  await expect(dialog.getByRole('status')).toContainText('Salgsprisen er under kostpris: 10,00 kr tapes per stykk')
  await expectAccessible(page)
  await price.press('ArrowUp')
  await expect(price).toHaveValue('20,01')
  await price.press('ArrowDown')
  await page.keyboard.press('Control+Enter')
  await toast(page, 'Produkt oppdatert', 'Befaring')
  await expect(rowOf(page, 'Befaring')).toContainText('−50,0')
  expect(await stored(admin)).toMatchObject([
    { costPrice: 30, grosMargin: 0, salesPrice: 20, salesPriceIncVat: 23, productTax_Id: 1, version: 2 },
  ])
})

test('saving without a change of prices changes none, to the øre', async ({ page, admin }) => {
  const product = {
    number: '1',
    name: 'Skjevt',
    costPrice: 33.33,
    grosMargin: 12.34,
    salesPrice: 99.99,
    salesPriceIncVat: 125,
  }
  await create(admin, product)
  await openProducts(page)
  await page.getByRole('button', { name: 'Åpne Skjevt' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rediger produkt' })
  await dialog.getByLabel('Intern kommentar').fill('Sett over')
  await dialog.getByRole('button', { name: 'Lagre' }).click()
  await toast(page, 'Produkt oppdatert', 'Skjevt')
  expect(await stored(admin)).toMatchObject([{ ...product, comment: 'Sett over' }])
})

test('search, filters and order are in the URL, and a reload keeps them', async ({ page, admin }) => {
  const list = [
    { number: '10', name: 'Kurs', type: 'Tjeneste', salesPrice: 300, costPrice: 100, grosMargin: 66.67 },
    { number: '20', name: 'Åpent kurs', type: 'Tjeneste', salesPrice: 20, isActive: false },
    { number: '30', name: 'Hjelm', type: 'Vare', salesPrice: 1000 },
  ]
  for (const product of list) await create(admin, product)
  await openProducts(page)
  await expect(names(page)).toHaveText(['Kurs', 'Åpent kurs', 'Hjelm'])
  await page.getByRole('columnheader', { name: 'Salgspris' }).getByRole('button').click()
  await expect(names(page)).toHaveText(['Åpent kurs', 'Kurs', 'Hjelm'])
  await page.getByRole('searchbox', { name: 'Søk i produkter' }).fill('kurs')
  await page.getByRole('combobox', { name: 'Filtrer på type' }).click()
  await page.getByRole('option', { name: 'Tjeneste' }).click()
  await page.getByRole('combobox', { name: 'Filtrer på status' }).click()
  await page.getByRole('option', { name: 'Inaktive' }).click()
  await expect(names(page)).toHaveText(['Åpent kurs'])
  await expect(page.getByText('Viser 1 av 3 produkter')).toBeVisible()
  await expect(page).toHaveURL(/q=kurs/)
  const url = new URL(page.url())
  expect(Object.fromEntries(url.searchParams)).toEqual({
    tab: 'products',
    q: 'kurs',
    type: 'Tjeneste',
    status: 'inactive',
    sort: 'salesPrice:asc',
  })
  await openPanel(page, `${url.pathname}${url.search}`)
  await expect(names(page)).toHaveText(['Åpent kurs'])
  await page.getByRole('searchbox', { name: 'Søk i produkter' }).fill('finnes ikke')
  await expect(page.getByRole('heading', { name: 'Ingen resultater funnet' })).toBeVisible()
  await page.getByRole('button', { name: 'Nullstill filtre' }).click()
  await expect(names(page)).toHaveText(['Åpent kurs', 'Kurs', 'Hjelm'])
})

test('a product is deleted by name; one that an agreement uses is retired', async ({ page, admin, kontor }) => {
  await create(admin, { number: '1', name: 'Ubrukt' })
  const used = await create(admin, { number: '2', name: 'Brukt' })
  await kontor.sql(
    `WITH customer AS (INSERT INTO customers (name, email) VALUES ('Kunde', 'post@kunde.example') RETURNING id),
     agreement AS (INSERT INTO agreements (customer_id, title, response_token) SELECT id, 'Avtale', 'token' FROM customer RETURNING id)
     INSERT INTO agreement_products (agreement_id, product_id, description, unit_price, total_price) SELECT id, $1, 'Linje', 100, 100 FROM agreement`,
    [used],
  )
  await openProducts(page)
  await page.getByRole('button', { name: 'Slett Ubrukt' }).click()
  const question = page.getByRole('alertdialog', { name: 'Slette produktet?' })
  await expect(question).toContainText('Ubrukt (1) blir slettet for godt. Det kan ikke angres.')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Slett' }).click()
  await toast(page, 'Produkt slettet', 'Ubrukt')
  await expect(title(page, 1)).toBeVisible()

  await page.getByRole('button', { name: 'Slett Brukt' }).click()
  const retire = page.getByRole('alertdialog', { name: 'Sette produktet inaktivt?' })
  await expect(retire).toContainText('Brukt (2) brukes i 1 avtale og kan ikke slettes.')
  await retire.getByRole('button', { name: 'Sett inaktivt' }).click()
  await toast(page, 'Produkt oppdatert', 'Brukt er satt inaktivt.')
  await expect(rowOf(page, 'Brukt')).toContainText('Inaktiv')
  await page.getByRole('button', { name: 'Slett Brukt' }).click()
  await expect(page.getByRole('dialog', { name: 'Produktet kan ikke slettes' })).toContainText('allerede inaktivt')
})

test.describe('when something goes wrong', () => {
  test.beforeEach(({ expectedErrors }) => {
    expectedErrors.push(/status of (409|503)/, /ERR_FAILED/)
  })

  test('a failed save and a failed deletion say so, and keep what was typed', async ({ page, admin }) => {
    await create(admin, { number: '1', name: 'Kurs' })
    await openProducts(page)
    await expect(title(page, 1)).toBeVisible()
    await page.route('**/api/products**', (route) =>
      route.request().method() === 'GET'
        ? route.fallback()
        : route.fulfill({ status: 503, json: { error: 'Databasen svarer ikke.' } }),
    )
    await page.keyboard.press('n')
    const dialog = page.getByRole('dialog', { name: 'Nytt produkt' })
    await dialog.getByLabel('Nummer').fill('1')
    await expect(dialog.getByText('Nummeret brukes også av «Kurs».')).toBeVisible()
    await dialog.getByLabel('Navn').fill('Nytt')
    await dialog.getByRole('button', { name: 'Lagre' }).click()
    await toast(page, 'Feil', 'Kunne ikke opprette produkt')
    await expect(dialog.getByRole('alert')).toContainText('Databasen svarer ikke.')
    await expect(dialog.getByLabel('Navn')).toHaveValue('Nytt')
    await dialog.getByRole('button', { name: 'Avbryt' }).click()
    await page.getByRole('button', { name: 'Forkast' }).click()

    await page.getByRole('button', { name: 'Slett Kurs' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Slett' }).click()
    await toast(page, 'Feil', 'Kunne ikke slette produkt')
    await expect(page.getByRole('alert')).toContainText('Produktet ble ikke slettet. Databasen svarer ikke.')
    await expect(names(page)).toHaveText(['Kurs'])
  })

  test('what somebody else has saved meanwhile is not overwritten without a choice', async ({ page, admin }) => {
    const id = await create(admin, { number: '1', name: 'Kurs', salesPrice: 100 })
    await openProducts(page)
    await page.getByRole('button', { name: 'Rediger Kurs' }).click()
    const dialog = page.getByRole('dialog', { name: 'Rediger produkt' })
    await dialog.getByLabel('Navn').fill('Mitt navn')
    await admin.put(`/api/products/${id}`, { data: { salesPrice: 200, salesPriceIncVat: 250 } })
    await dialog.getByRole('button', { name: 'Lagre' }).click()
    await toast(page, 'Feil', 'Kunne ikke oppdatere produkt')
    await expect(dialog).toContainText('Endret av en annen i mellomtiden')
    await dialog.getByRole('button', { name: 'Bruk denne: Salgspris' }).click()
    await dialog.getByRole('button', { name: 'Bruk denne: Pris inkl. mva' }).click()
    await dialog.getByRole('button', { name: 'Lagre likevel' }).click()
    await toast(page, 'Produkt oppdatert', 'Mitt navn')
    expect(await stored(admin)).toMatchObject([
      { name: 'Mitt navn', salesPrice: 200, salesPriceIncVat: 250, version: 3 },
    ])
  })

  test('a list that cannot be fetched says so in its place, and can be fetched again', async ({ page, admin }) => {
    await create(admin, { number: '1', name: 'Kurs' })
    let broken = true
    await page.route('**/api/products', (route) => (broken ? route.abort() : route.fallback()))
    await openProducts(page)
    await expect(page.getByRole('alert')).toContainText('Kunne ikke hente produktene')
    broken = false
    await page.getByRole('button', { name: 'Prøv igjen' }).click()
    await expect(names(page)).toHaveText(['Kurs'])
  })
})

import { createProduct, listProducts } from '@kontor/contract/products/products.endpoints'
import type { EndpointInput } from '@kontor/contract/shared/endpoint'
import { beforeEach, expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { call } from '../../platform/api-client.ts'
import { truncateTables } from '../../testing/database.ts'
import { chooseOption, expectTexts, expectToast } from '../../testing/locators.ts'
import { openOffice } from '../../testing/office.tsx'
import { logIn } from '../../testing/session.ts'

const names = page.getByRole('table').css('tbody tr[data-index] button[aria-label^="Åpne"]')
const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })
const title = (count: number) => page.getByRole('heading', { name: `Produkter (${count})`, exact: true })
const createDialog = page.getByRole('dialog', { name: 'Nytt produkt' })
const editDialog = page.getByRole('dialog', { name: 'Rediger produkt' })

const open = (query = '') => openOffice(`/admin?tab=products${query}`)
const create = (body: EndpointInput<typeof createProduct>['body']) => call(createProduct, { body })
const readProducts = () => call(listProducts, {})
const choose = (box: string, option: string) => chooseOption(page.getByRole('combobox', { name: box }), option)

beforeEach(async () => {
  await logIn('admin')
  await truncateTables('products, agreements, customers')
})

test('creates the first product from the empty list', async () => {
  await open()
  await expect.element(title(0)).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Ingen produkter ennå' })).toBeVisible()
  await page.getByRole('button', { name: 'Opprett produkt' }).click()

  for (const [label, value] of [
    ['Nummer', 'K-1'],
    ['Navn', 'Kurs i internkontroll'],
    ['Type', 'Tjeneste'],
    ['Kostpris', '60,10'],
    ['Salgspris', '100,17'],
  ] as const) {
    await createDialog.getByLabelText(new RegExp(`^${label}`)).fill(value)
  }
  await expect.element(createDialog.getByLabelText(/^Margin %/)).toHaveValue('40,00')
  await expect.element(createDialog.getByLabelText(/^Pris inkl\. mva/)).toHaveValue('125,21')
  await createDialog.getByRole('button', { name: 'Opprett' }).click()
  await expectToast('Produkt opprettet', 'Kurs i internkontroll')
  await expect.element(title(1)).toBeVisible()
  await expect
    .element(rowOf('Kurs i internkontroll'))
    .toMatchTextContent(/K-1.*60,10.*40,0.*100,17.*125,21.*Tjeneste.*Aktiv/)
  expect(await readProducts()).toMatchObject([
    { number: 'K-1', costPrice: 60.1, grosMargin: 40, salesPrice: 100.17, salesPriceIncVat: 125.21, productTax_Id: 0 },
  ])
})

test('keeps margin, price and price with VAT consistent, and unchanged prices exact to the øre', async () => {
  const skewed = { costPrice: 33.33, grosMargin: 12.34, salesPrice: 1299.99, salesPriceIncVat: 125 }
  await create({ number: '2', name: 'Skjevt', ...skewed })
  await create({ number: '1', name: 'Befaring', costPrice: 30, salesPrice: 40, salesPriceIncVat: 50 })
  await open()
  await page.getByRole('button', { name: 'Åpne Skjevt' }).click()
  await expect.element(editDialog.getByLabelText(/^Salgspris/)).toHaveValue('1\u00a0299,99')
  await editDialog.getByLabelText(/^Intern kommentar/).fill('Sett over')
  await editDialog.getByRole('button', { name: 'Lagre' }).click()
  await expectToast('Produkt oppdatert', 'Skjevt')
  expect(await readProducts()).toMatchObject([{ number: '1' }, { ...skewed, comment: 'Sett over' }])

  await page.getByRole('button', { name: 'Rediger Befaring' }).click()
  const margin = editDialog.getByLabelText(/^Margin %/)
  const [price, incVat] = [editDialog.getByLabelText(/^Salgspris/), editDialog.getByLabelText(/^Pris inkl\. mva/)]

  await incVat.fill('100')
  await expect.element(price).toHaveValue('80,00')
  await expect.element(margin).toHaveValue('62,50')
  await choose('MVA-sats', '15 % – næringsmidler')
  await expect.element(incVat).toHaveValue('100,00')
  await expect.element(price).toHaveValue('86,96')

  await price.fill('12 345,5')
  await userEvent.keyboard('{Tab}')
  await expect.element(price).toHaveValue('12\u00a0345,50')
  await price.fill('20')
  await expect.element(margin).toHaveValue('-50,00')
  await expect.element(incVat).toHaveValue('23,00')
  await expect
    .element(editDialog.getByRole('status'))
    .toMatchTextContent('Salgsprisen er under kostpris: 10,00 kr tapes per stykk')
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(price).toHaveValue('20,01')
  await userEvent.keyboard('{ArrowDown}')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expectToast('Produkt oppdatert', 'Befaring')
  await expect.element(rowOf('Befaring')).toMatchTextContent('−50,0')
  expect(await readProducts()).toMatchObject([
    { costPrice: 30, grosMargin: 0, salesPrice: 20, salesPriceIncVat: 23, productTax_Id: 1, version: 2 },
    { number: '2' },
  ])
})

test('is filtered by type and status, and sorted by price', async () => {
  await create({ number: '10', name: 'Kurs', type: 'Tjeneste', salesPrice: 300 })
  await create({ number: '20', name: 'Åpent kurs', type: 'Tjeneste', salesPrice: 20, isActive: false })
  await create({ number: '30', name: 'Hjelm', type: 'Vare', salesPrice: 1000, isActive: false })
  await open('&sort=salesPrice:desc')
  await expectTexts(names, ['Hjelm', 'Kurs', 'Åpent kurs'])
  await choose('Filtrer på type', 'Tjeneste')
  await expectTexts(names, ['Kurs', 'Åpent kurs'])
  await choose('Filtrer på status', 'Inaktive')
  await expectTexts(names, ['Åpent kurs'])
})

test('deletes an unused product and retires one that an agreement uses', async () => {
  await create({ number: '1', name: 'Ubrukt' })
  const used = await create({ number: '2', name: 'Brukt' })
  await commands.sql(
    `WITH customer AS (INSERT INTO customers (name, email) VALUES ('Kunde', 'post@kunde.example') RETURNING id),
     agreement AS (INSERT INTO agreements (customer_id, title, reference, response_token) SELECT id, 'Avtale', 'A-1', 'token' FROM customer RETURNING id)
     INSERT INTO agreement_products (agreement_id, product_id, description, unit_price, total_price) SELECT id, $1, 'Linje', 100, 100 FROM agreement`,
    [used.id],
  )
  await open()
  await page.getByRole('button', { name: 'Slett Ubrukt' }).click()
  const question = page.getByRole('alertdialog', { name: 'Slette produktet?' })
  await expect.element(question).toMatchTextContent('Ubrukt (1) blir slettet. Kan angres i 30 dager fra Papirkurv.')
  await question.getByRole('button', { name: 'Slett' }).click()
  await expectToast('Produkt slettet', 'Ubrukt')
  await expect.element(title(1)).toBeVisible()

  await page.getByRole('button', { name: 'Slett Brukt' }).click()
  const retire = page.getByRole('alertdialog', { name: 'Sette produktet inaktivt?' })
  await expect.element(retire).toMatchTextContent('Brukt (2) brukes i 1 avtale og kan ikke slettes.')
  await retire.getByRole('button', { name: 'Sett inaktivt' }).click()
  await expectToast('Produkt oppdatert', 'Brukt er satt inaktivt.')
  await expect.element(rowOf('Brukt')).toMatchTextContent('Inaktiv')
  await page.getByRole('button', { name: 'Slett Brukt' }).click()
  await expect
    .element(page.getByRole('dialog', { name: 'Produktet kan ikke slettes' }))
    .toMatchTextContent('allerede inaktivt')
})

test('suggests types, and warns of a number in use', async () => {
  await create({ number: 'K-1', name: 'Kurs', type: 'Opplæring', salesPrice: 100 })
  await open()
  await expect.element(title(1)).toBeVisible()
  await userEvent.keyboard('n')
  const type = (await createDialog.getByLabelText(/^Type/).findElement()) as HTMLInputElement
  expect([...(type.list?.options ?? [])].map(({ value }) => value)).toEqual(['Tjeneste', 'Vare', 'Opplæring'])
  const warning = createDialog.getByText('Nummeret brukes også av «Kurs».')
  await createDialog.getByLabelText(/^Nummer/).fill(' k-1 ')
  await expect.element(warning).toBeVisible()
  await createDialog.getByLabelText(/^Nummer/).fill('K-2')
  await expect.element(warning).not.toBeInTheDocument()
})

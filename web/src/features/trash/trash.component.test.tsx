import {
  createCustomer,
  deleteCustomer,
  listCustomers,
  updateCustomer,
} from '@kontor/contract/customers/customers.endpoints'
import { createProduct, deleteProduct, listProducts } from '@kontor/contract/products/products.endpoints'
import { beforeEach, expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { call } from '../../platform/api-client.ts'
import { expectAccessible } from '../../testing/axe.ts'
import { errorAnswer, intercept } from '../../testing/calls.ts'
import { truncateTables } from '../../testing/database.ts'
import { expectToast } from '../../testing/locators.ts'
import { openOffice } from '../../testing/office.tsx'
import { logIn } from '../../testing/session.ts'

const undo = page.getByRole('button', { name: /^Angre/ })
const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })

beforeEach(async () => {
  await logIn('admin')
  await truncateTables('products, agreements, customers, trash, imports')
})

const addCustomer = (name: string) => call(createCustomer, { body: { name, email: 'post@kunde.example' } })

const removeCustomer = async (name: string) => {
  await page.getByRole('button', { name: `Slett ${name}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Slett' }).click()
}

test('undoes a deletion from the toast', async () => {
  await addCustomer('Blåbær AS')
  await openOffice('/admin?tab=customers')
  await removeCustomer('Blåbær AS')
  await expectToast('Kunde slettet', 'Blåbær AS')
  await expect.element(rowOf('Blåbær AS')).not.toBeInTheDocument()
  // A toast stays while it is pointed at.
  await userEvent.hover(undo)
  await expectAccessible()
  await undo.click()
  await expectToast('Gjenopprettet', 'Blåbær AS')
  await expect.element(rowOf('Blåbær AS')).toBeVisible()
})

test('undoes a deletion by keyboard, also while a dialog is open', async () => {
  await addCustomer('Blåbær AS')
  await addCustomer('Tyttebær AS')
  await openOffice('/admin?tab=customers')
  await removeCustomer('Blåbær AS')
  await expect.element(undo).toBeVisible()
  await page.getByRole('button', { name: 'Slett Tyttebær AS' }).click()
  const question = page.getByRole('alertdialog')
  await expect.element(question).toBeVisible()
  await userEvent.keyboard('{Alt>}z{/Alt}')
  await expectToast('Gjenopprettet', 'Blåbær AS')
  await expect.element(question).toBeVisible()
  await question.getByRole('button', { name: 'Avbryt' }).click()
  await expect.element(rowOf('Blåbær AS')).toBeVisible()
})

test('explains why a deletion could not be undone', async () => {
  await addCustomer('Blåbær AS')
  await openOffice('/admin?tab=customers')
  await removeCustomer('Blåbær AS')
  intercept('POST', /\/restore$/, () => errorAnswer(409, 'Noe nytt har tatt plassen.'))
  await undo.click()
  await expectToast('Feil', 'Ikke gjenopprettet. Noe nytt har tatt plassen.')
})

test('asks again before it deletes what another user has changed', async () => {
  const customer = await addCustomer('Blåbær AS')
  await openOffice('/admin?tab=customers')
  await page.getByRole('button', { name: 'Slett Blåbær AS' }).click()
  const question = page.getByRole('alertdialog')
  await expect.element(question).toBeVisible()
  await call(updateCustomer, { params: { id: String(customer.id) }, body: { city: 'Ålesund' } })
  await question.getByRole('button', { name: 'Slett' }).click()
  await expect.element(question.getByText(/^Endret av en annen i mellomtiden/)).toBeVisible()
  expect(await call(listCustomers, {})).toMatchObject([{ city: 'Ålesund' }])
  await question.getByRole('button', { name: 'Slett' }).click()
  await expectToast('Kunde slettet', 'Blåbær AS')
  expect(await call(listCustomers, {})).toEqual([])
})

test('lists deletions in Papirkurv, and restores one', async () => {
  const trash = page.getByRole('region', { name: 'Papirkurv' })
  await openOffice('/admin?tab=settings&section=papirkurv')
  await expect.element(trash.getByRole('heading', { name: 'Papirkurven er tom' })).toBeVisible()
  const product = await call(createProduct, { body: { number: '1', name: 'Kurs' } })
  await call(deleteProduct, { params: { id: String(product.id) } })
  await openOffice('/admin?tab=settings&section=papirkurv')
  const row = trash.getByRole('listitem').filter({ hasText: 'Kurs' })
  await expect.element(row).toMatchTextContent(/Produkt.*Slettet .* av Administrator · kan gjenopprettes til/)
  await expectAccessible()
  await row.getByRole('button', { name: 'Gjenopprett Kurs' }).click()
  await expectToast('Gjenopprettet', 'Kurs')
  await expect.element(trash.getByRole('heading', { name: 'Papirkurven er tom' })).toBeVisible()
  expect(await call(listProducts, {})).toMatchObject([{ id: product.id, name: 'Kurs' }])
})

test('lists ten deletions at first, and the others on request', async () => {
  for (const name of Array.from({ length: 11 }, (_, index) => `Kurs ${index}`)) {
    const { id } = await call(createProduct, { body: { number: name, name } })
    await call(deleteProduct, { params: { id: String(id) } })
  }
  await openOffice('/admin?tab=settings&section=papirkurv')
  const rows = page.getByRole('region', { name: 'Papirkurv' }).getByRole('button', { name: /^Gjenopprett Kurs/ })
  await expect.element(rows).toHaveLength(10)
  await page.getByRole('button', { name: 'Vis flere' }).click()
  await expect.element(rows).toHaveLength(11)
  await expect.element(page.getByRole('button', { name: 'Vis flere' })).not.toBeInTheDocument()
})

test('reports that Papirkurv could not be fetched', async () => {
  intercept('GET', /^\/api\/trash/, () => errorAnswer(503, 'Databasen svarer ikke.'))
  await openOffice('/admin?tab=settings&section=papirkurv')
  await expect.element(page.getByRole('heading', { name: 'Kunne ikke hente papirkurven' })).toBeVisible()
})

/** As an import that created two customers, of which one was deleted since, and updated one that was changed again since. */
const addImport = async (): Promise<void> => {
  const [created, changed] = [await addCustomer('Ny AS'), await addCustomer('Endret AS')]
  const deleted = await addCustomer('Slettet AS')
  await call(deleteCustomer, { params: { id: String(deleted.id) }, query: {} })
  await call(updateCustomer, { params: { id: String(changed.id) }, body: { city: 'Ås' } })
  const id = '00000000-0000-4000-8000-00000000a001'
  await commands.sql(
    `WITH import AS (INSERT INTO imports (id, kind, imported_at, imported_by, rows_created, rows_updated)
       VALUES ('${id}', 'customers', now(), 'Administrator', 2, 1))
     SELECT 1`,
  )
  await commands.sql(
    `INSERT INTO import_changes (import_id, created, updated) VALUES
    ('${id}', ARRAY[$1::int, $2], jsonb_build_array(jsonb_build_object('id', $3::int, 'version', 1, 'former', '{"city": "Oslo"}'::jsonb)))`,
    [created.id, deleted.id, changed.id],
  )
}

test('undoes an import from Papirkurv, and lists the rows that it skips', async () => {
  await addImport()
  await openOffice('/admin?tab=settings&section=papirkurv')
  const row = page.getByRole('listitem').filter({ hasText: 'Kunder: 2 nye, 1 oppdatert' })
  await expect.element(row).toMatchTextContent(/av Administrator · kan angres til/)
  await row.getByRole('button', { name: /^Angre importen/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Angre importen' }).click()
  const outcome = page.getByRole('dialog', { name: 'Importen er angret' })
  await expect.element(outcome).toMatchTextContent('1 rad er slettet')
  await expect.element(outcome).toMatchTextContent('2 rader er hoppet over')
  await expect.element(outcome).toMatchTextContent('Endret AS: Endret etter importen')
  await expect.element(outcome).toMatchTextContent('Slettet AS: Slettet etter importen')
  await expectAccessible()
  await outcome.getByRole('button', { name: 'Lukk' }).first().click()
  await expect.element(row).not.toBeInTheDocument()
  expect(await call(listCustomers, {})).toMatchObject([{ name: 'Endret AS' }])
})

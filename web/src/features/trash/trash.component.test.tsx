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

test('undoes deletions from the toast and by keyboard, also while a dialog is open, or says why not', async () => {
  await addCustomer('Blåbær AS')
  await addCustomer('Tyttebær AS')
  await addCustomer('Bringebær AS')
  await openOffice('/admin?tab=customers')
  await removeCustomer('Blåbær AS')
  await expectToast('Kunde slettet', 'Blåbær AS')
  await expect.element(rowOf('Blåbær AS')).not.toBeInTheDocument()
  const stop = intercept('POST', /\/restore$/, () => errorAnswer(409, 'Noe nytt har tatt plassen.'))
  await undo.click()
  await expectToast('Feil', 'Ikke gjenopprettet. Noe nytt har tatt plassen.')
  stop()

  await removeCustomer('Tyttebær AS')
  // A toast stays while it is pointed at.
  await userEvent.hover(undo)
  await undo.click()
  await expectToast('Gjenopprettet', 'Tyttebær AS')
  await expect.element(rowOf('Tyttebær AS')).toBeVisible()

  await removeCustomer('Tyttebær AS')
  await expect.element(undo).toBeVisible()
  await page.getByRole('button', { name: 'Slett Bringebær AS' }).click()
  const question = page.getByRole('alertdialog')
  await expect.element(question).toBeVisible()
  await userEvent.keyboard('{Alt>}z{/Alt}')
  await expectToast('Gjenopprettet', 'Tyttebær AS')
  await expect.element(question).toBeVisible()
  await question.getByRole('button', { name: 'Avbryt' }).click()
  await expect.element(rowOf('Tyttebær AS')).toBeVisible()
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

test('lists ten deletions in Papirkurv at first, the others on request, and restores one', async () => {
  const trash = page.getByRole('region', { name: 'Papirkurv' })
  const rows = trash.getByRole('button', { name: /^Gjenopprett/ })
  const product = await call(createProduct, { body: { number: '1', name: 'Kurs' } })
  await commands.sql(
    `INSERT INTO trash (kind, entity_id, title, deleted_at, deleted_by, content)
     SELECT 'leads', n, 'Lead ' || n, now() - make_interval(hours => n), 'Administrator', '{}' FROM generate_series(1, 10) n`,
  )
  await call(deleteProduct, { params: { id: String(product.id) } })
  const stop = intercept('GET', /^\/api\/trash/, () => errorAnswer(503, 'Databasen svarer ikke.'))
  await openOffice('/admin?tab=settings&section=papirkurv')
  await expect.element(page.getByRole('heading', { name: 'Kunne ikke hente papirkurven' })).toBeVisible()
  stop()
  await page.getByRole('button', { name: 'Prøv igjen' }).click()

  await expect.element(rows).toHaveLength(10)
  await page.getByRole('button', { name: 'Vis flere' }).click()
  await expect.element(rows).toHaveLength(11)
  await expect.element(page.getByRole('button', { name: 'Vis flere' })).not.toBeInTheDocument()
  await commands.sql(`DELETE FROM trash WHERE kind = 'leads'`)

  const row = trash.getByRole('listitem').filter({ hasText: 'Kurs' })
  await expect.element(row).toMatchTextContent(/Produkt.*Slettet .* av Administrator · kan gjenopprettes til/)
  await row.getByRole('button', { name: 'Gjenopprett Kurs' }).click()
  await expectToast('Gjenopprettet', 'Kurs')
  await expect.element(trash.getByRole('heading', { name: 'Papirkurven er tom' })).toBeVisible()
  expect(await call(listProducts, {})).toMatchObject([{ id: product.id, name: 'Kurs' }])
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
  await outcome.getByRole('button', { name: 'Lukk' }).first().click()
  await expect.element(row).not.toBeInTheDocument()
  expect(await call(listCustomers, {})).toMatchObject([{ name: 'Endret AS' }])
})

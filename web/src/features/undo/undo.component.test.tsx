import {
  createCustomer,
  deleteCustomer,
  listCustomers,
  updateCustomer,
} from '@kontor/contract/customers/customers.endpoints'
import { deleteLead } from '@kontor/contract/leads/leads.endpoints'
import { createProduct, deleteProduct, listProducts } from '@kontor/contract/products/products.endpoints'
import { readSession } from '@kontor/contract/session/session.endpoints'
import { beforeEach, expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { call } from '../../platform/api-client.ts'
import { truncateTables } from '../../testing/database.ts'
import { addLeads, clearLeads, expectCount, rowOf } from '../../testing/leads.ts'
import { chooseFromMenu } from '../../testing/list-menu.ts'
import { expectToast } from '../../testing/locators.ts'
import { followChanges, openOffice } from '../../testing/office.tsx'
import { logIn } from '../../testing/session.ts'

const dialog = page.getByRole('dialog', { name: 'Papirkurv' })
const menuButton = page.getByRole('button', { name: 'Flere valg' })

/** Adds an import of a lead by a user; null for the administrator. */
const addLeadImport = async (id: string, user: string | null, leadId: number): Promise<void> => {
  await commands.sql(
    `WITH import AS (INSERT INTO imports (id, kind, imported_at, imported_by, user_id, file_name, rows_created)
       VALUES ($1::uuid, 'leads', now(), coalesce($2::text, 'Administrator'), (SELECT id FROM users WHERE username = $2::text), 'leads fra messen.xlsx', 1)
       RETURNING id)
     INSERT INTO import_changes (import_id, created) SELECT id, ARRAY[$3::int] FROM import`,
    [id, user, leadId],
  )
}

beforeEach(async () => {
  await logIn('admin')
  await clearLeads()
  await truncateTables('products, agreements, customers, trash, imports')
})

const addCustomer = (name: string) => call(createCustomer, { body: { name, email: 'post@kunde.example' } })

const removeCustomer = async (name: string) => {
  await page.getByRole('button', { name: `Slett ${name}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Slett' }).click()
}

test('undoes a deletion by keyboard, also while a dialog is open', async () => {
  for (const name of ['Blåbær AS', 'Bringebær AS']) await addCustomer(name)
  await openOffice('/admin?tab=customers')
  await removeCustomer('Bringebær AS')
  await expectToast('Kunde slettet', 'Bringebær AS')
  await page.getByRole('button', { name: 'Slett Blåbær AS' }).click()
  const question = page.getByRole('alertdialog')
  await expect.element(question).toBeVisible()
  await userEvent.keyboard('{Alt>}z{/Alt}')
  await expectToast('Gjenopprettet', 'Bringebær AS')
  await expect.element(question).toBeVisible()
  await question.getByRole('button', { name: 'Avbryt' }).click()
  await expect.element(rowOf('Bringebær AS')).toBeVisible()
})

/** Adds an import that created two customers, of which one was deleted since, and updated one that was changed again since. */
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

test('lists ten deletions at first, undoes an import and names what it skips, and restores a deletion', async () => {
  const trash = page.getByRole('region', { name: 'Papirkurv' })
  const rows = trash.getByRole('button', { name: /^Gjenopprett/ })
  await addImport()
  const product = await call(createProduct, { body: { number: '1', name: 'Kurs' } })
  await commands.sql(
    `INSERT INTO trash (kind, entity_id, title, deleted_at, deleted_by, content)
     SELECT 'leads', n, 'Lead ' || n, now() - make_interval(hours => n), 'Administrator', '{}' FROM generate_series(1, 9) n`,
  )
  await call(deleteProduct, { params: { id: String(product.id) } })
  await openOffice('/admin?tab=settings&section=papirkurv')
  await expect.element(rows).toHaveLength(10)
  await page.getByRole('button', { name: 'Vis flere' }).click()
  await expect.element(rows).toHaveLength(11)
  await expect.element(page.getByRole('button', { name: 'Vis flere' })).not.toBeInTheDocument()

  const imported = page.getByRole('listitem').filter({ hasText: 'Kunder: 2 nye, 1 oppdatert' })
  await expect.element(imported).toMatchTextContent(/av Administrator · kan angres til/)
  await imported.getByRole('button', { name: /^Angre importen/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Angre importen' }).click()
  const outcome = page.getByRole('dialog', { name: 'Importen er angret' })
  for (const text of [
    '1 rad er slettet',
    '2 rader er hoppet over',
    'Endret AS: Endret etter importen',
    'Slettet AS: Slettet etter importen',
  ]) {
    await expect.element(outcome).toMatchTextContent(text)
  }
  await outcome.getByRole('button', { name: 'Lukk' }).first().click()
  await expect.element(imported).not.toBeInTheDocument()
  expect(await call(listCustomers, {})).toMatchObject([{ name: 'Endret AS' }])

  await commands.sql(`DELETE FROM trash WHERE kind <> 'products'`)
  const row = trash.getByRole('listitem').filter({ hasText: 'Kurs' })
  await expect.element(row).toMatchTextContent(/Produkt.*Slettet .* av Administrator · kan gjenopprettes til/)
  await row.getByRole('button', { name: 'Gjenopprett Kurs' }).click()
  await expectToast('Gjenopprettet', 'Kurs')
  await expect.element(trash.getByRole('heading', { name: 'Papirkurven er tom' })).toBeVisible()
  expect(await call(listProducts, {})).toMatchObject([{ id: product.id, name: 'Kurs' }])
})

test("lets sales users restore leads and undo their own imports, and follows others' changes", async () => {
  await logIn('sales')
  const { user } = await call(readSession, {})
  const [deleted, imported, others] = await addLeads([
    { company_name: 'Slettet AS' },
    { company_name: 'Importert AS' },
    { company_name: 'Kontorets AS' },
  ])
  await addLeadImport('00000000-0000-4000-8000-00000000b002', null, Number(others))
  followChanges()
  await openOffice('/leads', 'sales')
  await expectCount(3)
  await chooseFromMenu('Papirkurv')
  await expect.element(dialog.getByRole('heading', { name: 'Papirkurven er tom' })).toBeVisible()
  const noImports = dialog.getByText('Ingen importer fra de siste 30 dagene kan angres.')
  await expect.element(noImports).toBeVisible()

  // Another session deletes it while the dialog is open.
  await call(deleteLead, { params: { id: String(deleted) }, query: {} })
  const importId = '00000000-0000-4000-8000-00000000b001'
  await addLeadImport(importId, user.username, Number(imported))
  await addLeads([{ company_name: 'Etterpå AS' }])
  const row = dialog.getByRole('listitem').filter({ hasText: 'Slettet AS' })
  await expect.element(row).toMatchTextContent(`av ${user.username} · kan gjenopprettes til`)
  const imports = dialog.getByRole('button', { name: /^Angre importen fra/ })
  await expect.element(imports).toHaveLength(1)
  await expect.element(dialog).toMatchTextContent(`av ${user.username} fra leads fra messen.xlsx`)

  await row.getByRole('button', { name: 'Gjenopprett Slettet AS' }).click()
  await expectToast('Gjenopprettet', 'Slettet AS')
  await expect.element(dialog.getByRole('heading', { name: 'Papirkurven er tom' })).toBeVisible()
  await imports.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Angre importen' }).click()
  await expectToast('Importen er angret', '1 rad er slettet')
  await expect.element(noImports).toBeVisible()
  // Esc would close the message first.
  await dialog.getByRole('button', { name: 'Lukk' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(menuButton).toHaveFocus()
  await expectCount(3)
  await expect.element(rowOf('Slettet AS')).toBeVisible()
})

test("shows the administrator the leads' part of Papirkurv", async () => {
  const [lead, imported] = await addLeads([{ company_name: 'Slettet AS' }, { company_name: 'Importert AS' }])
  await call(deleteLead, { params: { id: String(lead) }, query: {} })
  await addLeadImport('00000000-0000-4000-8000-00000000b003', null, Number(imported))
  await commands.sql(
    `INSERT INTO trash (kind, entity_id, title, deleted_at, deleted_by, content) VALUES ('products', 1, 'Et produkt', now(), 'Administrator', '{}')`,
  )
  await commands.sql(
    `INSERT INTO imports (id, kind, imported_at, imported_by, rows_created)
     VALUES ('00000000-0000-4000-8000-00000000b004', 'customers', now(), 'Administrator', 1)`,
  )
  await openOffice('/leads')
  await chooseFromMenu('Papirkurv')
  await expect.element(dialog.getByRole('button', { name: 'Gjenopprett Slettet AS' })).toBeVisible()
  await expect.element(dialog.getByText('Leads: 1 ny')).toBeVisible()
  await expect.element(dialog.getByRole('listitem')).toHaveLength(2)
})

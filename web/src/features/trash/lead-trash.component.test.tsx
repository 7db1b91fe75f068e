import { deleteLead } from '@kontor/contract/leads/leads.endpoints'
import { readSession } from '@kontor/contract/session/session.endpoints'
import { undoImport } from '@kontor/contract/trash/trash.endpoints'
import { beforeEach, expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { call } from '../../platform/api-client.ts'
import { truncateTables } from '../../testing/database.ts'
import { addLeads, clearLeads, expectCount, rowOf } from '../../testing/leads.ts'
import { chooseFromMenu } from '../../testing/list-menu.ts'
import { expectToast } from '../../testing/locators.ts'
import { followChanges, openOffice } from '../../testing/office.tsx'
import { logIn } from '../../testing/session.ts'

const dialog = page.getByRole('dialog', { name: 'Papirkurv' })
const menuButton = page.getByRole('button', { name: 'Flere valg' })

beforeEach(async () => {
  await clearLeads()
  await truncateTables('trash, imports')
})

/** As an import of a lead by a user; null for the administrator. */
const addImport = async (id: string, user: string | null, leadId: number): Promise<void> => {
  await commands.sql(
    `WITH import AS (INSERT INTO imports (id, kind, imported_at, imported_by, user_id, file_name, rows_created)
       VALUES ($1::uuid, 'leads', now(), coalesce($2::text, 'Administrator'), (SELECT id FROM users WHERE username = $2::text), 'leads fra messen.xlsx', 1)
       RETURNING id)
     INSERT INTO import_changes (import_id, created) SELECT id, ARRAY[$3::int] FROM import`,
    [id, user, leadId],
  )
}

test('lets sales users restore leads and undo their own imports, and shows what others do meanwhile', async () => {
  await logIn('sales')
  const { user } = await call(readSession, {})
  const [deleted, imported, others] = await addLeads([
    { company_name: 'Slettet AS' },
    { company_name: 'Importert AS' },
    { company_name: 'Kontorets AS' },
  ])
  await addImport('00000000-0000-4000-8000-00000000b002', null, Number(others))
  followChanges()
  await openOffice('/leads', 'sales')
  await expectCount(3)
  await chooseFromMenu('Papirkurv')
  await expect.element(dialog.getByRole('heading', { name: 'Papirkurven er tom' })).toBeVisible()
  const noImports = dialog.getByText('Ingen importer fra de siste 30 dagene kan angres.')
  await expect.element(noImports).toBeVisible()

  // Elsewhere, while the dialog is open.
  await call(deleteLead, { params: { id: String(deleted) }, query: {} })
  const importId = '00000000-0000-4000-8000-00000000b001'
  await addImport(importId, user.username, Number(imported))
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

test("shows the administrator the leads' part of Papirkurv, until another user undoes the import", async () => {
  await logIn('admin')
  const [lead, imported] = await addLeads([{ company_name: 'Slettet AS' }, { company_name: 'Importert AS' }])
  await call(deleteLead, { params: { id: String(lead) }, query: {} })
  const importId = '00000000-0000-4000-8000-00000000b003'
  await addImport(importId, null, Number(imported))
  await commands.sql(
    `INSERT INTO trash (kind, entity_id, title, deleted_at, deleted_by, content) VALUES ('products', 1, 'Et produkt', now(), 'Administrator', '{}')`,
  )
  await commands.sql(
    `INSERT INTO imports (id, kind, imported_at, imported_by, rows_created)
     VALUES ('00000000-0000-4000-8000-00000000b004', 'customers', now(), 'Administrator', 1)`,
  )
  followChanges()
  await openOffice('/leads')
  await chooseFromMenu('Papirkurv')
  await expect.element(dialog.getByRole('button', { name: 'Gjenopprett Slettet AS' })).toBeVisible()
  await expect.element(dialog.getByText('Leads: 1 nye, 0 oppdatert')).toBeVisible()
  await expect.element(dialog.getByRole('listitem')).toHaveLength(2)
  await call(undoImport, { params: { importId } })
  await expect.element(dialog.getByText('Leads: 1 nye, 0 oppdatert')).not.toBeInTheDocument()
})

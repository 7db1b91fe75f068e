import { listAgreements } from '@kontor/contract/agreements/agreements.endpoints'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { call } from '../platform/api-client.ts'
import { addAgreement, clearAgreements, press } from '../testing/agreements.ts'
import { failWith503, loseAnswers } from '../testing/calls.ts'
import { clearCustomers, readCustomers, rowOf } from '../testing/customers.ts'
import { dropFile } from '../testing/drop-file.ts'
import { pressAbove } from '../testing/list-menu.ts'
import { expectToast } from '../testing/locators.ts'
import { goTo, openOffice } from '../testing/office.tsx'
import { logIn } from '../testing/session.ts'

const retry = page.getByRole('button', { name: /^Prøv igjen/ })
const question = page.getByRole('alertdialog')

// The server reads each file in a separate process, which starts slowly on a busy machine.
const slowReading = { timeout: 50_000 }

beforeEach(() => logIn('admin'))

test('an import, a deletion, its undo and a copy that failed are repeated by their toast, and happen once', async () => {
  await clearCustomers()
  await clearAgreements()
  const { customerId } = await addAgreement()
  await openOffice('/admin?tab=customers')
  await pressAbove('Importer')
  const dialog = page.getByRole('dialog', { name: 'Importer kunder' })
  const importPath = /^\/api\/customers\/import$/
  await dropFile(new File(['Navn;E-post\nBlåbær AS;post@blaber.example'], 'nye.csv', { type: 'text/csv' }))
  const importButton = dialog.getByRole('button', { name: 'Importer 1 rad' })
  await expect.element(importButton, slowReading).toBeEnabled()
  // The row is stored, but the response is lost; the second import finds nothing new.
  const restoreAnswers = loseAnswers('POST', importPath)
  await importButton.click()
  await expect.element(retry, slowReading).toBeVisible()
  restoreAnswers()
  await retry.click()
  await expect.element(dialog.getByRole('status'), slowReading).toMatchTextContent('Slik blir det: 1 uendret.')
  expect((await readCustomers()).filter(({ name }) => name === 'Blåbær AS')).toHaveLength(1)
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()

  await press('Slett Blåbær AS')
  await question.getByRole('button', { name: 'Slett' }).click()
  await expectToast('Kunde slettet', 'Blåbær AS')
  const restoreUndo = failWith503('POST', /\/restore$/)
  await page.getByRole('button', { name: /^Angre/ }).click()
  await expectToast('Feil', 'Ikke gjenopprettet. Databasen er borte.')
  restoreUndo()
  await retry.click()
  await expectToast('Gjenopprettet', 'Blåbær AS')
  await expect.element(rowOf('Blåbær AS')).toBeVisible()

  // A record that was opened meanwhile stays open.
  await press('Åpne Blåbær AS')
  const restoreDeletion = failWith503('DELETE', /^\/api\/customers\/\d+$/)
  await page.getByRole('dialog', { name: 'Blåbær AS' }).getByRole('button', { name: 'Slett', exact: true }).click()
  await question.getByRole('button', { name: 'Slett' }).click()
  await expectToast('Feil', 'Kunne ikke slette kunde')
  restoreDeletion()
  goTo(`/admin/kunder/${customerId}`)
  const other = page.getByRole('dialog', { name: 'Fjellheim Regnskap AS' })
  await expect.element(other).toBeVisible()
  await retry.click()
  await expectToast('Kunde slettet', 'Blåbær AS')
  await expect.poll(async () => (await readCustomers()).length).toBe(1)
  await expect.element(other).toBeVisible()
  await other.getByRole('button', { name: 'Lukk', exact: true }).click()
  await expect.element(other).not.toBeInTheDocument()
  await expect.element(rowOf('Blåbær AS')).not.toBeInTheDocument()

  await page.getByRole('tab', { name: 'Avtaler' }).click()
  await press('Vis avtale: Kvalitetssystem')
  const restoreCopy = failWith503('POST', /^\/api\/agreements\/[^/]+\/copy$/)
  await press('Kopier avtale')
  await expectToast('Feil', 'Kunne ikke kopiere avtale: Databasen er borte.')
  restoreCopy()
  await retry.click()
  await expectToast('Avtale opprettet', 'Kopi av Kvalitetssystem')
  await expect.element(page.getByRole('dialog', { name: 'Kopi av Kvalitetssystem' })).toBeVisible()
  expect(await call(listAgreements, { query: {} })).toHaveLength(2)
})

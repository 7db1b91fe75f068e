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
import { openOffice } from '../testing/office.tsx'
import { logIn } from '../testing/session.ts'

const retry = page.getByRole('button', { name: /^Prøv igjen/ })
const question = page.getByRole('alertdialog')

// The server reads each file in a separate process, which starts slowly on a busy machine.
const slowReading = { timeout: 50_000 }

beforeEach(() => logIn('admin'))

test('an import, an undone deletion and a copy that failed are repeated by their toast, and happen once', async () => {
  await clearCustomers()
  await clearAgreements()
  await addAgreement()
  await openOffice('/admin?tab=customers')
  await pressAbove('Importer')
  const dialog = page.getByRole('dialog', { name: 'Importer kunder' })
  const importPath = /^\/api\/customers\/import$/
  await dropFile(new File(['Navn;E-post\nBlåbær AS;post@blaber.example'], 'nye.csv', { type: 'text/csv' }))
  const importButton = dialog.getByRole('button', { name: 'Importer 1 rad' })
  await expect.element(importButton, slowReading).toBeEnabled()
  // The row is stored, but the answer is lost: the second reading finds nothing new.
  const restoreAnswers = loseAnswers('POST', importPath)
  await importButton.click()
  await expect.element(retry, slowReading).toBeVisible()
  restoreAnswers()
  await retry.click()
  await expect
    .element(dialog.getByRole('status'), slowReading)
    .toMatchTextContent('Slik blir det: 0 nye, 0 oppdateres, 0 feiler, 1 uendret.')
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

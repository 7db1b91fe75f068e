import { listAgreements } from '@kontor/contract/agreements/agreements.endpoints'
import { beforeEach, expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { call } from '../platform/api-client.ts'
import { addAgreement, clearAgreements, press } from '../testing/agreements.ts'
import { countCalls, failWith503, loseAnswers } from '../testing/calls.ts'
import { clearCustomers, readCustomers, rowOf } from '../testing/customers.ts'
import { dropFile } from '../testing/drop-file.ts'
import { chooseFromMenu, pressAbove } from '../testing/list-menu.ts'
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

const storeFailedMail = async (to: string): Promise<void> => {
  await commands.sql(`UPDATE email_logs SET delivery = 'sent' WHERE delivery = 'failed'`, [])
  await commands.sql('DELETE FROM email_logs WHERE to_address = $1', [to])
  await commands.sql(
    `INSERT INTO email_logs (to_address, from_address, from_name, subject, type, delivery, error_message, html_content, message_id)
     VALUES ($1, 'post@eksempel.example', 'Eksempel', 'Hei', 'contact', 'failed', '550 Nei', '<p>Hei</p>', $1)`,
    [to],
  )
}

const copiesTo = async (to: string): Promise<number> =>
  (await commands.mails()).filter((one) => one.to.includes(to)).length

test('mails that could not be sent again are sent by the next try, once; for a single one it asks again', async () => {
  const [one, other] = ['igjen@kunde.example', 'alle@kunde.example'] as const
  const before = { one: await copiesTo(one), other: await copiesTo(other) }
  await storeFailedMail(one)
  await openOffice('/admin?tab=email-logs')
  await page.getByRole('button', { name: `Se e-post til ${one}: Hei` }).click()
  const restore = failWith503('POST', /\/resend$/)
  const send = async () => {
    await expect.element(question).toMatchTextContent(`sendes en gang til, til ${one}`)
    await question.getByRole('button', { name: 'Send', exact: true }).click()
  }
  await page.getByRole('dialog').getByRole('button', { name: 'Send på nytt' }).click()
  await send()
  await expectToast('Feil', 'Kunne ikke sende e-posten på nytt')
  restore()
  await retry.click()
  await send()
  await expectToast('Suksess', `E-posten til ${one} er lagt i køen på nytt.`)
  await expect.poll(() => copiesTo(one)).toBe(before.one + 1)
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()

  await storeFailedMail(other)
  await chooseFromMenu('Send alle feilede siden …')
  const dialog = page.getByRole('dialog', { name: 'Send feilede e-poster på nytt' })
  await expect.element(dialog.getByRole('status')).toMatchTextContent(/^1 e-post siden/)
  const sendPath = /^\/api\/email-logs\/resend-failed$/
  const restoreAnswers = loseAnswers('POST', sendPath)
  await dialog.getByRole('button', { name: /^Send/ }).click()
  await expectToast('Feil', 'Kunne ikke sende e-postene på nytt')
  restoreAnswers()
  // The mail is in the queue: the second try finds nothing left to send.
  await retry.click()
  await expectToast('Suksess', '0 e-poster er lagt i køen på nytt.')
  await expect.element(dialog).not.toBeInTheDocument()
  expect(countCalls('POST', sendPath)).toBe(2)
  await expect.poll(() => copiesTo(other)).toBe(before.other + 1)
})

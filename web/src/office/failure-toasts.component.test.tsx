import { listAgreements } from '@kontor/contract/agreements/agreements.endpoints'
import { beforeEach, expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { call } from '../platform/api-client.ts'
import { addAgreement, clearAgreements, press } from '../testing/agreements.ts'
import { countCalls, failWith503, loseAnswers } from '../testing/calls.ts'
import { addCustomers, clearCustomers, readCustomers, rowOf } from '../testing/customers.ts'
import { dropFile } from '../testing/drop-file.ts'
import { clearLeads, readLeads } from '../testing/leads.ts'
import { chooseFromMenu } from '../testing/list-menu.ts'
import { expectToast } from '../testing/locators.ts'
import { openOffice } from '../testing/office.tsx'
import { logIn } from '../testing/session.ts'

const retry = page.getByRole('button', { name: /^Prøv igjen/ })
const question = page.getByRole('alertdialog')

// The server reads each file in a separate process, which starts slowly on a busy machine.
const slowReading = { timeout: 50_000 }

beforeEach(() => logIn('admin'))

const imports = [
  {
    what: 'customers',
    address: '/admin?tab=customers',
    title: 'Importer kunder',
    path: /^\/api\/customers\/import$/,
    rows: ['Navn;E-post', 'Blåbær AS;post@blaber.example'],
    stored: async () => (await readCustomers()).map(({ name }) => name),
  },
  {
    what: 'leads',
    address: '/leads',
    title: 'Importer leads',
    path: /^\/api\/imports\/excel$/,
    rows: ['Firmanavn;E-post', 'Blåbær AS;post@blaber.example'],
    stored: async () => (await readLeads()).map(({ company_name }) => company_name),
  },
] as const

for (const { what, address, title, path, rows, stored } of imports) {
  test(`${what}: a failed import reads its file again on request, and stores each row once`, async () => {
    await clearCustomers()
    await clearLeads()
    await openOffice(address)
    await chooseFromMenu('Importer')
    const dialog = page.getByRole('dialog', { name: title })
    const restore = failWith503('POST', path)
    await dropFile(new File([rows.join('\n')], 'nye.csv', { type: 'text/csv' }))
    await expectToast('Import feilet', /Prøv igjen/)
    restore()
    await retry.click()
    const importButton = dialog.getByRole('button', { name: 'Importer 1 rad' })
    await expect.element(importButton, slowReading).toBeEnabled()

    // The rows are stored, but the answer is lost: the second reading finds nothing new.
    const restoreAnswers = loseAnswers('POST', path)
    await importButton.click()
    await expect.element(retry, slowReading).toBeVisible()
    restoreAnswers()
    await retry.click()
    await expect
      .element(dialog.getByRole('status'), slowReading)
      .toMatchTextContent('Slik blir det: 0 nye, 0 oppdateres, 0 feiler, 1 uendret.')
    expect(await stored()).toEqual(['Blåbær AS'])
  })
}

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

test('a mail that could not be sent again asks before the next try, too', async () => {
  const to = 'igjen@kunde.example'
  await storeFailedMail(to)
  const before = await copiesTo(to)
  await openOffice('/admin?tab=email-logs')
  await page.getByRole('button', { name: `Se e-post til ${to}: Hei` }).click()
  const restore = failWith503('POST', /\/resend$/)
  const send = async () => {
    await expect.element(question).toMatchTextContent(`sendes en gang til, til ${to}`)
    await question.getByRole('button', { name: 'Send', exact: true }).click()
  }
  await page.getByRole('dialog').getByRole('button', { name: 'Send på nytt' }).click()
  await send()
  await expectToast('Feil', 'Kunne ikke sende e-posten på nytt')
  restore()
  await retry.click()
  await send()
  await expectToast('Suksess', `E-posten til ${to} er lagt i køen på nytt.`)
  await expect.poll(() => copiesTo(to)).toBe(before + 1)
})

test('failed mails that could not be sent again are sent by the next try, once', async () => {
  const to = 'alle@kunde.example'
  await storeFailedMail(to)
  const before = await copiesTo(to)
  await openOffice('/admin?tab=email-logs')
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
  await expect.poll(() => copiesTo(to)).toBe(before + 1)
})

test('an agreement that could not be copied is copied by the next try', async () => {
  await clearAgreements()
  await addAgreement()
  await openOffice('/admin?tab=agreements')
  await press('Vis avtale: Kvalitetssystem')
  const restore = failWith503('POST', /^\/api\/agreements\/[^/]+\/copy$/)
  await press('Kopier avtale')
  await expectToast('Feil', 'Kunne ikke kopiere avtale: Databasen er borte.')
  restore()
  await retry.click()
  await expectToast('Avtale opprettet', 'Kopi av Kvalitetssystem')
  await expect.element(page.getByRole('dialog', { name: 'Kopi av Kvalitetssystem' })).toBeVisible()
  expect(await call(listAgreements, { query: {} })).toHaveLength(2)
})

test('a deletion that could not be undone is undone by the next try', async () => {
  await clearCustomers()
  await addCustomers([{ name: 'Blåbær AS', email: 'post@blaber.example' }])
  await openOffice('/admin?tab=customers')
  await press('Slett Blåbær AS')
  await question.getByRole('button', { name: 'Slett' }).click()
  await expectToast('Kunde slettet', 'Blåbær AS')
  const restore = failWith503('POST', /\/restore$/)
  await page.getByRole('button', { name: /^Angre/ }).click()
  await expectToast('Feil', 'Ikke gjenopprettet. Databasen er borte.')
  restore()
  await retry.click()
  await expectToast('Gjenopprettet', 'Blåbær AS')
  await expect.element(rowOf('Blåbær AS')).toBeVisible()
})

test('what is too old and could not be deleted is deleted by the next try', async () => {
  await openOffice('/admin?tab=settings&section=system')
  await press('Slett nå …')
  const restore = failWith503('POST', /^\/api\/retention\/purge$/)
  await question.getByRole('button', { name: 'Slett nå' }).click()
  await expectToast('Feil', 'Kunne ikke slette')
  await expect.element(question).not.toBeInTheDocument()
  const problem = page.getByText(/^Slettingen stoppet\./)
  await expect.element(problem).toBeVisible()
  restore()
  await retry.click()
  await expectToast('Sletting fullført', /er slettet/)
  await expect.element(problem).not.toBeInTheDocument()
})

test('a person is searched for and erased by the next try', async () => {
  await clearCustomers()
  await addCustomers([{ name: 'Kari Nordmann', email: 'kari@kunde.example' }])
  await openOffice('/admin?tab=settings&section=personvern')
  const restoreSearch = failWith503('POST', /^\/api\/privacy\/search$/)
  await page.getByLabelText(/^E-postadresse/).fill('kari@kunde.example')
  await userEvent.keyboard('{Enter}')
  await expectToast('Feil', 'Kunne ikke søke')
  restoreSearch()
  await retry.click()
  await press('Slett alt om personen')
  const restoreErasure = failWith503('POST', /^\/api\/privacy\/erase$/)
  await question.getByRole('button', { name: 'Slett alt' }).click()
  await expectToast('Feil', 'Kunne ikke slette opplysningene')
  restoreErasure()
  await retry.click()
  await expectToast('Personopplysninger slettet', 'kari@kunde.example')
  expect(await readCustomers()).toEqual([])
})

import { listEmailLogs } from '@kontor/contract/emails/emails.endpoints'
import { beforeEach, expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { call } from '../../platform/api-client.ts'
import { instantText } from '../../platform/format.ts'
import { countCalls, errorAnswer, intercept } from '../../testing/calls.ts'
import { chooseFromMenu } from '../../testing/list-menu.ts'
import { expectToast } from '../../testing/locators.ts'
import { openOffice } from '../../testing/office.tsx'
import { logIn } from '../../testing/session.ts'

const countPath = /^\/api\/email-logs\/failed$/
const sendPath = /^\/api\/email-logs\/resend-failed$/
const menuButton = page.getByRole('button', { name: 'Flere valg' })
const open = () => chooseFromMenu('Send alle feilede siden …')
const dialog = page.getByRole('dialog', { name: 'Send feilede e-poster på nytt' })
const status = dialog.getByRole('status')
const send = dialog.getByRole('button', { name: /^Send/ })

const people = ['kari', 'ola', 'aase'].map((name) => `${name}@feilet.example`)

/** Stores mails that failed at this time, the last one without content. */
const storeFailed = async (createdAt: string): Promise<void> => {
  await commands.sql(`DELETE FROM email_logs WHERE to_address LIKE '%@feilet.example'`, [])
  for (const [index, to] of people.entries()) {
    await commands.sql(
      `INSERT INTO email_logs (to_address, from_address, from_name, subject, type, delivery, error_message, html_content, message_id, created_at)
       VALUES ($1, 'post@eksempel.example', 'Eksempel', 'Hei', 'contact', 'failed', '550 Nei', $2, $1, $3)`,
      [to, index < 2 ? '<p>Hei</p>' : null, createdAt],
    )
  }
}

beforeEach(async () => {
  await logIn('admin')
  // Other test files of this worker may have left failed mails.
  await commands.sql(`UPDATE email_logs SET delivery = 'sent' WHERE delivery = 'failed'`, [])
})

test('counts what failed since a moment, says what cannot be sent, and sends the rest once', async () => {
  await storeFailed(instantText(Date.now() - 60 * 60_000))
  await openOffice('/admin?tab=email-logs')
  await open()
  await expect.element(status).toMatchTextContent(/^2 e-poster siden .* kan sendes på nytt\./)
  await expect.element(status).toMatchTextContent('1 e-post til har feilet, men kan ikke sendes på nytt')
  await send.dblClick()
  await expectToast('Suksess', '2 e-poster er lagt i køen på nytt.')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(menuButton).toHaveFocus()
  expect(countCalls('POST', sendPath)).toBe(1)
  const copies = async () =>
    (await call(listEmailLogs, { query: {} })).filter(({ to, resendOf }) => people.includes(to) && resendOf)
  await expect.poll(async () => (await copies()).map(({ delivery }) => delivery)).toEqual(['sent', 'sent'])
  const arrived = (await commands.mails()).flatMap(({ to }) => to).filter((to) => people.includes(to))
  expect(arrived.sort()).toEqual(['kari@feilet.example', 'ola@feilet.example'])
  await open()
  await expect.element(status).toMatchTextContent('Ingen feilede e-poster')
  await expect.element(send).toHaveAttribute('aria-disabled', 'true')
})

test('explains a count that could not be made, counts for another moment, and stays open when sending fails', async () => {
  await storeFailed('2026-01-05T10:00:00.000Z')
  const fails = () => errorAnswer(503, 'Databasen er borte.')
  const stopCount = intercept('GET', countPath, fails)
  await openOffice('/admin?tab=email-logs')
  await open()
  await expect.element(status).toMatchTextContent('Databasen er borte.')
  await expect.element(send).toHaveAttribute('aria-disabled', 'true')
  stopCount()

  await dialog.getByRole('textbox', { name: 'Siden' }).fill('05.01.2026')
  await dialog.getByRole('textbox', { name: 'Klokkeslett' }).fill('')
  await expect.element(dialog.getByText(/^Skriv datoen som/)).toBeVisible()
  await expect.element(send).toHaveAttribute('aria-disabled', 'true')
  await dialog.getByRole('textbox', { name: 'Klokkeslett' }).fill('10:30')
  await expect.element(status).toMatchTextContent('2 e-poster siden 5. januar 2026')
  await expect.element(send).toMatchTextContent('Send 2 e-poster på nytt')

  const stopSending = intercept('POST', sendPath, fails)
  await send.click()
  await expect.element(dialog.getByText('Databasen er borte.')).toBeVisible()
  stopSending()
  const period = { since: '2026-01-05T10:00:00.000Z', until: '2026-01-06T10:00:00.000Z' }
  intercept('POST', sendPath, () => Response.json({ queued: 5_000, remaining: 3, withoutContent: 0 }))
  intercept('GET', countPath, () => Response.json({ ...period, mails: 3, withoutContent: 0 }))
  await send.click()
  await expect.element(status).toMatchTextContent('3 e-poster siden')
  await expect.element(dialog.getByText('Databasen er borte.')).not.toBeInTheDocument()
})

import { createContact } from '@kontor/contract/contacts/contacts.endpoints'
import { listEmailLogs } from '@kontor/contract/emails/emails.endpoints'
import { expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { call } from '../../platform/api-client.ts'
import { expectAccessible } from '../../testing/axe.ts'
import { openOffice } from '../../testing/office.tsx'
import { logIn } from '../../testing/session.ts'

const refused = 'nils@finnesikke.example'

test('shows a mail that the server refuses for good, with the reason', async () => {
  await commands.sql('DELETE FROM email_logs WHERE to_address = $1', [refused])
  await commands.setSmtp({ refuse: { code: 550, text: '5.1.1 No such mailbox', to: refused } })
  await call(createContact, { body: { name: 'Nils', email: refused, subject: 'support', message: 'Hei' } })
  await logIn('admin')
  const failure = async () => (await call(listEmailLogs, { query: {} })).find(({ to }) => to === refused)?.errorMessage
  await expect.poll(failure).toContain('No such mailbox')
  await openOffice('/admin/settings')
  const row = page.getByRole('row').filter({ hasText: refused })
  await expect.element(row).toMatchTextContent('Feilet')
  await expect.element(row).toMatchTextContent('No such mailbox')
  await row.getByRole('button', { name: /^Se e-post/ }).click()
  await expect.element(page.getByRole('dialog')).toMatchTextContent('No such mailbox')
  await expectAccessible()
})

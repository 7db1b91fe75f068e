import type { Contact, ContactRecord } from '@kontor/contract/contacts/contacts.schema'
import { beforeEach, expect, test } from 'vitest'
import { startTestApp } from '../../testing/app.ts'
import { onCleanup } from '../../testing/cleanup.ts'
import { clearTables } from '../../testing/database.ts'
import { waitForJobs } from '../../testing/jobs.ts'
import { startMailServer } from '../../testing/mail-server.ts'

const server = await startMailServer()
onCleanup(server.stop)
const kontor = await startTestApp({
  smtpUrl: server.url,
  publicFormLimit: 10_000,
  notifyEmail: 'varsel@eksempel.example',
})
const admin = await kontor.asAdmin()

const visitor = {
  name: 'Kari Nordmann',
  email: 'kari@nordmann.example',
  subject: 'product',
  message: 'Hei <b>dere</b>!\nHva koster det hos www.spam.example?',
}

/** Sends an enquiry, waits for its mails and returns its id. */
const sent = async (changes: object = {}): Promise<string> => {
  await kontor.call('POST', '/api/contacts', { ...visitor, ...changes })
  await waitForJobs(kontor.database.pool)
  const [newest]: Contact[] = (await admin('GET', '/api/contacts')).json()
  if (!newest) throw new Error('The enquiry was not stored')
  return newest.id
}

const reply = async (id: string, body: object): Promise<void> => {
  const answer = await admin('POST', `/api/contacts/${id}/replies`, body)
  expect(answer.statusCode).toBe(200)
  await waitForJobs(kontor.database.pool)
}

const record = async (id: string): Promise<ContactRecord> => (await admin('GET', `/api/contacts/${id}`)).json()

/** The mails that arrived with this subject. */
const received = (subject: string) => server.received.filter(({ mail }) => mail.subject === subject)

beforeEach(async () => {
  server.behave('accept')
  await clearTables(kontor.database.pool, 'contacts', 'email_logs')
})

test('replies continue the conversation that the confirmation began', async () => {
  const id = await sent()
  await reply(id, { subject: 'Sv: pris', text: 'Hei Kari.\n\nDet koster 100 & litt.\nHilsen Ola' })
  await reply(id, { subject: 'Sv: pris igjen', text: 'Glemte noe.' })
  const confirmation = server.received.find(({ mail }) => mail.subject === 'Takk for din henvendelse')?.mail.messageId
  const [first] = received('Sv: pris')
  expect(first?.to).toEqual([visitor.email])
  expect(first?.mail.replyTo?.[0]?.address).toBe('varsel@eksempel.example')
  expect(first?.mail).toMatchObject({ inReplyTo: confirmation, references: confirmation })
  expect(first?.raw.toString()).not.toContain('Auto-Submitted')
  expect(first?.mail.html).toContain('Det koster 100 &amp; litt.<br>Hilsen Ola')
  expect(first?.mail.html).toContain('Hei &lt;b&gt;dere&lt;/b&gt;!<br>')
  expect(first?.mail.text).toContain('> Hei <b>dere</b>!\n> Hva koster det hos www. spam. example?')
  const [second] = received('Sv: pris igjen')
  expect(second?.mail.inReplyTo).toBe(first?.mail.messageId)
  expect(second?.mail.references).toBe(`${confirmation} ${first?.mail.messageId}`)
  expect((await record(id)).timeline[0]).toMatchObject({ kind: 'reply', mail: { delivery: 'sent' } })
})

test('a refused reply is shown as failed, and its resend as sent, in the same conversation', async () => {
  const id = await sent()
  server.behave({ code: 550, message: '5.1.1 No such user', at: 'recipient' })
  await reply(id, { subject: 'Avvist', text: 'Hei.' })
  const [failed] = (await record(id)).timeline
  expect(failed).toMatchObject({ kind: 'reply', mail: { delivery: 'failed' } })
  expect(failed?.mail?.errorMessage).toContain('No such user')
  server.behave('accept')
  expect((await admin('POST', `/api/email-logs/${failed?.mail?.id}/resend`)).statusCode).toBe(200)
  await waitForJobs(kontor.database.pool)
  const { timeline } = await record(id)
  expect(timeline.filter(({ kind }) => kind === 'reply')).toMatchObject([{ mail: { delivery: 'sent' } }])
  const [resent] = received('Avvist')
  expect(resent?.mail.inReplyTo).toBeTruthy()
  expect(resent?.raw.toString()).not.toContain('Auto-Submitted')
})

test('an approved enquiry sends the confirmation that its replies continue', async () => {
  const id = await sent({ aside: 'https://spam.example', language: 'en' })
  await admin('POST', `/api/contacts/${id}/approve`)
  await waitForJobs(kontor.database.pool)
  const [confirmation] = received('Thank you for your enquiry')
  await reply(id, { subject: 'Re: price', text: 'Hello.' })
  const [answer] = received('Re: price')
  expect(answer?.mail.inReplyTo).toBe(confirmation?.mail.messageId)
  expect(answer?.mail.text).toMatch(/You wrote on \w+day, \d+ /)
})

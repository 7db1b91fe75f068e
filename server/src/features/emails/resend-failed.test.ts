import type { EmailLog, FailedEmails } from '@kontor/contract/emails/emails.schema'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startTestApp } from '../../testing/app.ts'
import { waitForJobs } from '../../testing/jobs.ts'
import { startMailServer } from '../../testing/mail-server.ts'

const server = await startMailServer()
const kontor = await startTestApp({ smtpUrl: server.url })
const admin = await kontor.asAdmin()
const { pool } = kontor.database
afterAll(() => server.stop())

const since = '2026-03-01T00:00:00.000Z'
const morning = '2026-03-02T08:00:00.000Z'

/** Adds a failed mail to the log. */
const store = async (to: string, changes: Record<string, unknown> = {}): Promise<string> => {
  const row = {
    ...{
      to_address: to,
      from_address: 'gammel@eksempel.example',
      from_name: 'Gammel',
      subject: 'Hei',
      type: 'contact',
    },
    ...{ html_content: `<p>Hei ${to}</p>`, text_content: `Hei ${to}`, delivery: 'failed', attempts: 1 },
    ...{ error_message: '550 Nei', message_id: `${to}-${Object.keys(changes).join('-')}`, created_at: morning },
    ...changes,
  }
  const columns = Object.keys(row)
  const { rows } = await pool.query(
    `INSERT INTO email_logs (${columns}) VALUES (${columns.map((_, index) => `$${index + 1}`)}) RETURNING id`,
    Object.values(row),
  )
  return rows[0].id
}

const count = async (from = since): Promise<FailedEmails> =>
  (await admin('GET', `/api/email-logs/failed?since=${from}`)).json()
const resend = async (body: object) => (await admin('POST', '/api/email-logs/resend-failed', body)).json()
const log = async (): Promise<EmailLog[]> => (await admin('GET', '/api/email-logs')).json()
const receivedBy = (to: string) => server.received.filter((mail) => mail.to.includes(to)).length

beforeEach(async () => {
  server.behave('accept')
  await waitForJobs(pool)
  await pool.query('DELETE FROM email_logs')
  await pool.query(`DELETE FROM system_settings WHERE key = 'mail_refusals'`)
})

test('counts failed mails since a time and resends each as a new row from the current sender', async () => {
  const cc = ['leder@kunde.example']
  const id = await store('kari@kunde.example', { reply_to: 'svar@kunde.example', related_id: 'sak', cc })
  await store('ola@kunde.example')
  await store('foer@kunde.example', { created_at: '2026-02-28T23:59:59.999Z' })
  await store('sendt@kunde.example', { delivery: 'sent' })
  await store('venter@kunde.example', { delivery: 'retrying' })
  await store('proeve@kunde.example', { type: 'test' })
  await admin('PUT', '/api/email-settings', { fromEmail: 'ny@firma.example' })
  const counted = await count()
  expect(counted).toEqual({ since, until: expect.stringMatching(/Z$/), mails: 2, withoutContent: 0 })
  expect(await resend({ since, until: counted.until })).toEqual({ queued: 2, remaining: 0, withoutContent: 0 })
  await server.waitFor(2)
  await waitForJobs(pool)
  expect(server.received.map(({ to }) => to[0]).sort()).toEqual(['kari@kunde.example', 'ola@kunde.example'])
  const copy = (await log()).find(({ resendOf }) => resendOf === id)
  expect(copy).toMatchObject({
    to: 'kari@kunde.example',
    cc,
    from: 'ny@firma.example',
    subject: 'Hei',
    type: 'contact',
    relatedId: 'sak',
    delivery: 'sent',
    attempts: 1,
    hasContent: true,
  })
  const arrived = server.received.find(({ to }) => to.includes('kari@kunde.example'))
  expect(arrived?.mail).toMatchObject({
    messageId: `<${copy?.id}@firma.example>`,
    replyTo: [{ address: 'svar@kunde.example' }],
    text: expect.stringContaining('Hei kari@kunde.example'),
  })
  expect(await count()).toMatchObject({ mails: 0, withoutContent: 0 })
})

test('skips and counts mails whose content was deleted', async () => {
  await store('kari@kunde.example')
  await store('tom@kunde.example', { html_content: null, text_content: null })
  const { until, mails, withoutContent } = await count()
  expect([mails, withoutContent]).toEqual([1, 1])
  expect(await resend({ since, until })).toEqual({ queued: 1, remaining: 0, withoutContent: 1 })
  await waitForJobs(pool)
  expect(receivedBy('tom@kunde.example')).toBe(0)
})

test('sends each mail once despite a double click or a second administrator', async () => {
  const people = Array.from({ length: 30 }, (_, index) => `dobbel${index}@kunde.example`)
  for (const to of people) await store(to)
  const { until } = await count()
  const answers = await Promise.all([1, 2, 3, 4].map(() => resend({ since, until })))
  expect(answers.reduce((sum, { queued }) => sum + queued, 0)).toBe(people.length)
  await waitForJobs(pool)
  expect(people.map(receivedBy)).toEqual(people.map(() => 1))
})

test('sends a mail once when it is also resent individually at the same time', async () => {
  const id = await store('samtidig@kunde.example')
  const { until } = await count()
  await Promise.all([admin('POST', `/api/email-logs/${id}/resend`), resend({ since, until })])
  await waitForJobs(pool)
  expect(receivedBy('samtidig@kunde.example')).toBe(1)
})

test('resends nothing twice when a call is repeated; the next count includes what failed since', async () => {
  await store('igjen@kunde.example')
  const first = await count()
  server.behave({ code: 550, message: 'Ingen slik postkasse', at: 'recipient' })
  await resend(first)
  await waitForJobs(pool)
  expect(await resend(first)).toMatchObject({ queued: 0, remaining: 0 })
  server.behave('accept')
  const second = await count()
  expect(second.mails).toBe(1)
  expect(await resend(second)).toMatchObject({ queued: 1, remaining: 0 })
  await waitForJobs(pool)
  expect(receivedBy('igjen@kunde.example')).toBe(1)
})

test('skips a mail that was resent individually, and its earlier failed resends', async () => {
  const id = await store('enkel@kunde.example')
  await store('enkel@kunde.example', { resend_of: id, created_at: '2026-03-02T09:00:00.000Z', message_id: 'a' })
  await store('enkel@kunde.example', {
    resend_of: id,
    created_at: '2026-03-02T10:00:00.000Z',
    message_id: 'b',
    delivery: 'sent',
  })
  expect(await count()).toMatchObject({ mails: 0 })
})

test('resends the 5000 oldest per call and returns how many remain', async () => {
  const idle = await startTestApp({ worker: 'off' })
  const call = await idle.asAdmin()
  await idle.database.pool.query(
    `INSERT INTO email_logs (to_address, from_address, from_name, subject, type, delivery, html_content, message_id, created_at)
     SELECT 'mange' || n || '@kunde.example', 'post@eksempel.example', 'Eksempel', 'Hei', 'contact', 'failed', '<p>Hei</p>',
       'mange' || n, $1::timestamptz + n * interval '1 second' FROM generate_series(1, 5003) n`,
    [morning],
  )
  const counted = (await call('GET', `/api/email-logs/failed?since=${since}`)).json()
  expect(counted.mails).toBe(5_003)
  const resendAll = () => call('POST', '/api/email-logs/resend-failed', { since, until: counted.until })
  expect((await resendAll()).json()).toEqual({ queued: 5_000, remaining: 3, withoutContent: 0 })
  expect((await resendAll()).json()).toEqual({ queued: 3, remaining: 0, withoutContent: 0 })
  const { rows } = await idle.database.pool.query(
    'SELECT count(*)::int AS copies, count(DISTINCT resend_of)::int AS mails FROM email_logs WHERE resend_of IS NOT NULL',
  )
  expect(rows).toEqual([{ copies: 5_003, mails: 5_003 }])
})

test('is for administrators only, and rejects invalid times', async () => {
  const sales = await kontor.asSales()
  const body = { since, until: morning }
  for (const [call, status] of [
    [kontor.call, 401],
    [sales, 403],
  ] as const) {
    expect((await call('GET', `/api/email-logs/failed?since=${since}`)).statusCode).toBe(status)
    expect((await call('POST', '/api/email-logs/resend-failed', body)).statusCode).toBe(status)
  }
  for (const moment of ['', 'i går', '2026-03-01', '0000-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z']) {
    expect((await admin('GET', `/api/email-logs/failed?since=${moment}`)).statusCode).toBe(400)
    expect((await admin('POST', '/api/email-logs/resend-failed', { since, until: moment })).statusCode).toBe(400)
  }
  expect((await admin('POST', '/api/email-logs/resend-failed', { since })).statusCode).toBe(400)
})

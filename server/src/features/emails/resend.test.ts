import type { EmailLog, FailedEmails } from '@kontor/contract/emails/emails.schema'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp } from '../../testing/app.ts'
import { attachedFile } from '../../testing/attached-file.ts'
import { clearTables } from '../../testing/database.ts'
import { waitForJobs } from '../../testing/jobs.ts'
import { startMailServer } from '../../testing/mail-server.ts'
import { insertMail } from '../../testing/rows.ts'
import { webinars } from '../webinars/webinars.table.ts'

const server = await startMailServer()
const kontor = await startTestApp({ smtpUrl: server.url, publicFormLimit: 1_000 })
const admin = await kontor.asAdmin()
const { db, pool } = kontor.database
afterAll(() => server.stop())

const unknown = { code: 550, message: '5.1.1 Ingen slik postkasse', at: 'recipient' } as const
const since = '2026-03-01T00:00:00.000Z'
const morning = '2026-03-02T08:00:00.000Z'
const kari = 'kari@kunde.example'

/** Adds a mail to the log, failed unless the changes say otherwise. */
const store = (to: string, changes: Record<string, unknown> = {}): Promise<string> => {
  const content = { subject: 'Hei', html_content: `<p>Hei ${to}</p>`, text_content: `Hei ${to}` }
  const failure = { delivery: 'failed', attempts: 1, error_message: '550 Nei' }
  return insertMail(pool, { to_address: to, ...content, ...failure, created_at: morning, ...changes })
}

const log = async (): Promise<EmailLog[]> => (await admin('GET', '/api/email-logs')).json()
const copiesOf = async (id: string) => (await log()).filter(({ resendOf }) => resendOf === id)
const resend = (id: string) => admin('POST', `/api/email-logs/${id}/resend`)
const count = async (): Promise<FailedEmails> => (await admin('GET', `/api/email-logs/failed?since=${since}`)).json()
const resendFailed = async (body: object) => (await admin('POST', '/api/email-logs/resend-failed', body)).json()
const receivedBy = (to: string) => server.received.filter((mail) => mail.to.includes(to)).slice(arrivedBefore.get(to))

const arrivedBefore = new Map<string, number>()

beforeEach(async () => {
  server.behave('accept')
  await waitForJobs(pool)
  await clearTables(pool, 'email_logs', 'email_settings')
  for (const to of server.received.flatMap((mail) => mail.to))
    arrivedBefore.set(to, server.received.filter((mail) => mail.to.includes(to)).length)
})

const sender = { fromEmail: 'ny@firma.example' }
const original = { reply_to: 'svar@kunde.example', related_id: 'sak', cc: ['leder@kunde.example'] }

/** Checks the copy of a stored mail with these fields: in the log, and as it arrived. */
const expectCopy = async (id: string) => {
  const [copy] = await copiesOf(id)
  expect(copy).toMatchObject({
    to: kari,
    cc: original.cc,
    from: sender.fromEmail,
    subject: 'Hei',
    type: 'contact',
    relatedId: 'sak',
    delivery: 'sent',
    attempts: 1,
    hasContent: true,
  })
  const [arrived, ...more] = receivedBy(kari)
  expect(more).toEqual([])
  expect(arrived).toMatchObject({
    to: [kari, ...original.cc],
    mail: {
      messageId: `<${copy?.id}@firma.example>`,
      replyTo: [{ address: original.reply_to }],
      text: expect.stringContaining(`Hei ${kari}`),
    },
  })
  return copy?.id
}

describe('resending a mail', () => {
  test('sends it as a new row that refers to it; both keep the mail server’s responses', async () => {
    const tries = [{ at: morning, outcome: 'failed', answer: '550 Nei' }]
    const id = await store(kari, { ...original, tries: JSON.stringify(tries) })
    await admin('PUT', '/api/email-settings', sender)
    const answer = await resend(id)
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { resendOf: id, delivery: 'queued', attempts: 0 }])
    await waitForJobs(pool)
    expect(await expectCopy(id)).toBe(answer.json().id)
    const details = async (which: string) => (await admin('GET', `/api/email-logs/${which}`)).json()
    expect(await details(id)).toMatchObject({ delivery: 'failed', resendOf: null, tries })
    expect(await details(answer.json().id)).toMatchObject({
      htmlContent: `<p>Hei ${kari}</p>`,
      tries: [{ outcome: 'sent', answer: expect.stringMatching(/^250 /) }],
    })
  })

  test('sends one mail on a double click, and another on a later click', async () => {
    const id = await store(kari, { delivery: 'sent' })
    const copies = await Promise.all([resend(id), resend(id), resend(id)])
    const [first] = copies.map((answer) => answer.json().id)
    expect(new Set(copies.map((answer) => answer.json().id)).size).toBe(1)
    await waitForJobs(pool)
    expect((await resend(id)).json().id).toBe(first)
    await pool.query(`UPDATE email_logs SET created_at = created_at - interval '1 minute'`)
    expect((await resend(id)).json().id).not.toBe(first)
    expect(await copiesOf(id)).toHaveLength(2)
  })

  test('sends another at once when the first has failed', async () => {
    const id = await store(kari, { delivery: 'sent' })
    server.behave(unknown)
    const first = await resend(id)
    await waitForJobs(pool)
    server.behave('accept')
    const second = await resend(id)
    expect(second.json()).toMatchObject({ resendOf: id, delivery: 'queued' })
    expect(second.json().id).not.toBe(first.json().id)
  })

  test('copies everything but the delivery, alone and with all others', async () => {
    const secret = { maker: 'code', of: 'sak' }
    const content = { html_content: '<p>Hei</p>', text_content: 'Hei', attachments: '[]' }
    const fields = { ...original, ...content, thread: ['a@b'], author: 'Kari', secret: JSON.stringify(secret) }
    const [alone, together] = [await store('a@kunde.example', fields), await store('b@kunde.example', fields)]
    await resend(alone)
    await resendFailed({ since, until: (await count()).until })
    const { rows } = await pool.query(
      `SELECT reply_to, related_id, cc, thread, author, secret, attachments, subject, html_content, text_content, type
       FROM email_logs WHERE resend_of = ANY($1)`,
      [[alone, together]],
    )
    // No maker exists for that code, so both deliveries fail; their jobs may go once they wait for the next try.
    const waiting = `FROM pgboss.job WHERE name = 'mail' AND state = 'retry'`
    await expect.poll(async () => (await pool.query(`SELECT ${waiting}`)).rowCount).toBe(2)
    await pool.query(`DELETE ${waiting}`)
    expect(rows).toHaveLength(2)
    expect(rows[0]).toMatchObject({ ...original, thread: ['a@b'], author: 'Kari', secret, attachments: [] })
    expect(rows[1]).toEqual(rows[0])
  })

  test('sends the calendar file too', async () => {
    const webinar = { name: 'Webinar', date: '2026-03-31T08:00:00.000Z' }
    const [row] = await db.insert(webinars).values(webinar).returning()
    await kontor.call('POST', `/api/webinars/${row?.id}/registrations`, { name: 'Kari', email: kari })
    await waitForJobs(pool)
    await resend((await log()).find(({ to }) => to === kari)?.id ?? '')
    await waitForJobs(pool)
    const [first, second] = receivedBy(kari)
    expect(attachedFile(second?.raw ?? Buffer.of())).toBe(attachedFile(first?.raw ?? Buffer.of()))
    expect(second?.mail.messageId).not.toBe(first?.mail.messageId)
  })

  test.each([
    ['pending', { delivery: 'retrying' }, 'E-posten er fortsatt på vei. Vent til den er sendt eller har feilet.'],
    [
      'emptied',
      { delivery: 'sent', html_content: null },
      'Innholdet i e-posten er slettet, så den kan ikke sendes på nytt.',
    ],
  ])('rejects a mail that is %s', async (_what, changes, error) => {
    const id = await store(kari, changes)
    const answer = await resend(id)
    expect([answer.statusCode, answer.json().error]).toEqual([409, error])
    expect(await copiesOf(id)).toEqual([])
  })

  test('does not count towards the limit of confirmations', async () => {
    const id = await store(kari, { delivery: 'sent' })
    for (let times = 0; times < 6; times++)
      await store(kari, { delivery: 'sent', resend_of: id, created_at: new Date().toISOString() })
    await kontor.call('POST', '/api/contacts', { name: 'Kari', email: kari, subject: 'general', message: 'Hei' })
    await waitForJobs(pool)
    expect(receivedBy(kari)).toHaveLength(1)
  })
})

describe('resending all failed mails', () => {
  test('counts failed mails since a time, and sends each as a new row from the current sender', async () => {
    const id = await store(kari, original)
    await store('ola@kunde.example')
    await store('foer@kunde.example', { created_at: '2026-02-28T23:59:59.999Z' })
    await store('sendt@kunde.example', { delivery: 'sent' })
    await store('venter@kunde.example', { delivery: 'retrying' })
    await store('proeve@kunde.example', { type: 'test' })
    await store('tom@kunde.example', { html_content: null, text_content: null })
    await admin('PUT', '/api/email-settings', sender)
    // The code to the new address.
    await waitForJobs(pool)
    const counted = await count()
    expect(counted).toEqual({ since, until: expect.stringMatching(/Z$/), mails: 2, withoutContent: 1 })
    const before = server.received.length
    expect(await resendFailed({ since, until: counted.until })).toEqual({ queued: 2, remaining: 0, withoutContent: 1 })
    await waitForJobs(pool)
    const recipients = server.received.slice(before).map(({ to }) => to[0])
    const office = 'post@eksempel.example'
    expect(recipients.filter((to) => to !== office).sort()).toEqual([kari, 'ola@kunde.example'])
    await expectCopy(id)
    expect(await count()).toMatchObject({ mails: 0, withoutContent: 1 })
  })

  test('sends each mail once despite a double click, a second administrator or a resend of its own', async () => {
    const people = Array.from({ length: 30 }, (_, index) => `dobbel${index}@kunde.example`)
    const [id = ''] = await Promise.all(people.map((to) => store(to)))
    const period = await count()
    await Promise.all([resend(id), ...[1, 2, 3, 4].map(() => resendFailed(period))])
    await waitForJobs(pool)
    expect(people.map((to) => receivedBy(to).length)).toEqual(people.map(() => 1))
  })

  test('sends nothing twice when a call is repeated; the next count includes what failed since', async () => {
    await store(kari)
    const first = await count()
    server.behave(unknown)
    await resendFailed(first)
    await waitForJobs(pool)
    expect(await resendFailed(first)).toMatchObject({ queued: 0, remaining: 0 })
    server.behave('accept')
    const second = await count()
    expect(second.mails).toBe(1)
    expect(await resendFailed(second)).toMatchObject({ queued: 1, remaining: 0 })
    await waitForJobs(pool)
    expect(receivedBy(kari)).toHaveLength(1)
  })

  test('skips a mail that was resent individually, and its earlier failed resends', async () => {
    const id = await store(kari)
    await store(kari, { resend_of: id, created_at: '2026-03-02T09:00:00.000Z' })
    await store(kari, { resend_of: id, created_at: '2026-03-02T10:00:00.000Z', delivery: 'sent' })
    expect(await count()).toMatchObject({ mails: 0 })
  })

  test('sends the 5000 oldest per call and returns how many remain', async () => {
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
    const resendAll = async () =>
      (await call('POST', '/api/email-logs/resend-failed', { since, until: counted.until })).json()
    expect(await resendAll()).toEqual({ queued: 5_000, remaining: 3, withoutContent: 0 })
    const { rows } = await idle.database.pool.query(
      `SELECT split_part(to_address, '@', 1) AS name FROM email_logs mail
       WHERE resend_of IS NULL AND NOT EXISTS (SELECT FROM email_logs copy WHERE copy.resend_of = mail.id) ORDER BY 1`,
    )
    expect(rows).toEqual([{ name: 'mange5001' }, { name: 'mange5002' }, { name: 'mange5003' }])
    expect(await resendAll()).toEqual({ queued: 3, remaining: 0, withoutContent: 0 })
  })
})

import { setTimeout as sleep } from 'node:timers/promises'
import type { EmailLog } from '@kontor/contract/emails/emails.schema'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startTestApp } from '../../testing/app.ts'
import { attachedFile } from '../../testing/attached-file.ts'
import { clearTables } from '../../testing/database.ts'
import { makeRetriesDue } from '../../testing/jobs.ts'
import { startMailServer } from '../../testing/mail-server.ts'
import { webinars } from '../webinars/webinars.table.ts'

const server = await startMailServer()
const kontor = await startTestApp({ smtpUrl: server.url, publicFormLimit: 1_000 })
const admin = await kontor.asAdmin()
const { db, pool } = kontor.database
afterAll(() => server.stop())

const visitor = { name: 'Åse Bjørnstad', email: 'aase@nordmann.example' }

const log = async (): Promise<EmailLog[]> => (await admin('GET', '/api/email-logs')).json()
const resend = (id: string) => admin('POST', `/api/email-logs/${id}/resend`)

const isToVisitor = ({ to }: EmailLog): boolean => to === visitor.email

/** Waits until the newest mail to the visitor has this delivery state, and returns it. */
const newestWhen = async (delivery: string): Promise<EmailLog> => {
  for (const end = Date.now() + 45_000; ; await sleep(20)) {
    const newest = (await log()).find(isToVisitor)
    if (newest?.delivery === delivery) return newest
    if (Date.now() > end) throw new Error(`Not ${delivery}: ${JSON.stringify(newest)}`)
  }
}

/** The same once the company's notice of the enquiry has it, too. */
const newestWhenBoth = async (delivery: string): Promise<EmailLog> => {
  const noticeState = async () => (await log()).find((mail) => !isToVisitor(mail))?.delivery
  await expect.poll(noticeState, { timeout: 45_000 }).toBe(delivery)
  return newestWhen(delivery)
}

const enquire = () => kontor.call('POST', '/api/contacts', { ...visitor, subject: 'general', message: 'Hei' })

/** Moves the log back in time, past the double-click interval. */
const passDoubleClickTime = () => pool.query(`UPDATE email_logs SET created_at = created_at - interval '1 minute'`)

beforeEach(async () => {
  server.behave('accept')
  await clearTables(pool, 'email_logs')
  await pool.query('DELETE FROM pgboss.job')
})

test('resends a failed mail as a new row that refers to it; both keep the mail server’s responses', async () => {
  server.behave({ code: 550, message: 'Ingen slik postkasse', at: 'recipient' })
  await enquire()
  const failed = await newestWhenBoth('failed')
  server.behave('accept')
  await admin('PUT', '/api/email-settings', { fromEmail: 'rettet@firma.example' })
  await pool.query(`UPDATE email_logs SET cc = '{leder@nordmann.example}' WHERE id = $1`, [failed.id])
  const answer = await resend(failed.id)
  expect([answer.statusCode, answer.json()]).toEqual([
    200,
    expect.objectContaining({
      to: visitor.email,
      cc: ['leder@nordmann.example'],
      from: 'rettet@firma.example',
      subject: failed.subject,
      type: 'contact',
      relatedId: failed.relatedId,
      resendOf: failed.id,
      delivery: 'queued',
      hasContent: true,
      attempts: 0,
    }),
  ])
  const sent = await newestWhen('sent')
  expect(sent.id).toBe(answer.json().id)
  expect(server.received.at(-1)?.to).toEqual([visitor.email, 'leder@nordmann.example'])
  const details = async (id: string) => (await admin('GET', `/api/email-logs/${id}`)).json()
  const [old, next] = [await details(failed.id), await details(sent.id)]
  expect(old).toMatchObject({
    delivery: 'failed',
    resendOf: null,
    tries: [{ at: expect.stringMatching(/Z$/), outcome: 'failed', answer: '550 Ingen slik postkasse' }],
  })
  expect(next).toMatchObject({
    htmlContent: old.htmlContent,
    tries: [{ outcome: 'sent', answer: expect.stringMatching(/^250 /) }],
  })
})

test('keeps each try of a retried mail, oldest first', async () => {
  server.behave({ code: 451, message: 'Kom tilbake senere' })
  await enquire()
  const { id } = await newestWhenBoth('retrying')
  server.behave('accept')
  await makeRetriesDue(pool, 2)
  await newestWhen('sent')
  const { tries, attempts } = (await admin('GET', `/api/email-logs/${id}`)).json()
  expect(attempts).toBe(2)
  expect(tries).toMatchObject([
    { outcome: 'retrying', answer: '451 Kom tilbake senere' },
    { outcome: 'sent', answer: expect.stringMatching(/^250 /) },
  ])
})

test('sends one mail on a double click, and another on a later click', async () => {
  await enquire()
  const { id } = await newestWhen('sent')
  const answers = await Promise.all([resend(id), resend(id), resend(id)])
  expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1)
  await newestWhen('sent')
  expect((await resend(id)).json().id).toBe(answers[0]?.json().id)
  await passDoubleClickTime()
  expect((await resend(id)).json().id).not.toBe(answers[0]?.json().id)
  await newestWhen('sent')
  expect((await log()).filter(({ resendOf }) => resendOf === id)).toHaveLength(2)
})

test('allows another resend at once when the first has failed', async () => {
  await enquire()
  const { id } = await newestWhen('sent')
  server.behave({ code: 550, message: 'Ingen slik postkasse', at: 'recipient' })
  const first = await resend(id)
  await newestWhen('failed')
  server.behave('accept')
  const second = await resend(id)
  expect(second.json()).toMatchObject({ resendOf: id, delivery: 'queued' })
  expect(second.json().id).not.toBe(first.json().id)
  await newestWhen('sent')
})

test('resends the calendar file too', async () => {
  const [webinar] = await db.insert(webinars).values({ name: 'Webinar', date: '2026-03-31T08:00:00.000Z' }).returning()
  await kontor.call('POST', `/api/webinars/${webinar?.id}/registrations`, visitor)
  const { id } = await newestWhen('sent')
  await passDoubleClickTime()
  await resend(id)
  await newestWhen('sent')
  const arrived = server.received.filter(({ to }) => to.includes(visitor.email)).slice(-2)
  const [first, second] = arrived.map(({ raw }) => attachedFile(raw))
  expect(second).toBe(first)
  expect(arrived[0]?.mail.messageId).not.toBe(arrived[1]?.mail.messageId)
})

test('does not resend a mail that is pending, emptied or unknown', async () => {
  await enquire()
  const { id } = await newestWhen('sent')
  await pool.query(`UPDATE email_logs SET delivery = 'retrying' WHERE id = $1`, [id])
  const waiting = await resend(id)
  expect([waiting.statusCode, waiting.json().error]).toEqual([
    409,
    'E-posten er fortsatt på vei. Vent til den er sendt eller har feilet.',
  ])
  await pool.query(`UPDATE email_logs SET delivery = 'sent', html_content = NULL WHERE id = $1`, [id])
  const emptied = await resend(id)
  expect([emptied.statusCode, emptied.json().error]).toEqual([
    409,
    'Innholdet i e-posten er slettet, så den kan ikke sendes på nytt.',
  ])
  expect((await resend('ukjent')).statusCode).toBe(404)
  expect((await log()).filter(({ resendOf }) => resendOf !== null)).toEqual([])
})

test('does not count resends towards the limit of confirmations', async () => {
  await enquire()
  const { id } = await newestWhen('sent')
  for (let times = 0; times < 6; times++) {
    await passDoubleClickTime()
    await resend(id)
    await newestWhen('sent')
  }
  await enquire()
  expect((await log()).filter(({ to, resendOf }) => to === visitor.email && resendOf === null)).toHaveLength(2)
})

test('is for administrators only', async () => {
  const sales = await kontor.asSales()
  expect((await kontor.call('POST', '/api/email-logs/x/resend')).statusCode).toBe(401)
  expect((await sales('POST', '/api/email-logs/x/resend')).statusCode).toBe(403)
})

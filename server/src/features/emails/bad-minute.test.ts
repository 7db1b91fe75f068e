import { setTimeout as sleep } from 'node:timers/promises'
import type { EmailLog } from '@kontor/contract/emails/emails.schema'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startTestApp } from '../../testing/app.ts'
import { waitForJobs, waitForJobsWithRetries } from '../../testing/jobs.ts'
import { startMailServer } from '../../testing/mail-server.ts'
import { queueMails } from './emails.service.ts'

const server = await startMailServer()
const kontor = await startTestApp({ smtpUrl: server.url })
let admin = await kontor.asAdmin()
const { db, pool } = kontor.database
const sender = { fromEmail: 'post@eksempel.example', fromName: 'Eksempel AS' }
const unknown = { code: 550, message: 'Ingen slik postkasse', at: 'recipient' } as const
afterAll(() => server.stop())

const log = async (): Promise<EmailLog[]> => (await admin('GET', '/api/email-logs')).json()
const deliveryOf = async (to: string) => (await log()).find((mail) => mail.to === to)?.delivery
const countOf = async (delivery: string) => (await log()).filter((mail) => mail.delivery === delivery).length

const queue = (...recipients: string[]) => {
  const mails = recipients.map(
    (to) => ({ to, subject: 'Hei', html: () => '<p>Hei</p>', type: 'other', relatedId: null }) as const,
  )
  return db.transaction((tx) => queueMails(tx, kontor.deps, sender, mails))
}

const addresses = (count: number, name = 'person') =>
  Array.from({ length: count }, (_, index) => `${name}${index}@kunde.example`)

const waitUntil = async (condition: () => Promise<boolean>) => {
  for (const end = Date.now() + 45_000; !(await condition()); await sleep(20)) {
    if (Date.now() > end) throw new Error(JSON.stringify(await log()))
  }
}

const queueAndWait = async (to: string) => {
  await queue(to)
  await waitUntil(async () => !['queued', undefined].includes(await deliveryOf(to)))
}

const received = () => server.received.flatMap(({ to }) => to)

beforeEach(async () => {
  server.behave('accept')
  await waitForJobs(pool)
  await pool.query(`DELETE FROM email_logs`)
  await pool.query(`DELETE FROM system_settings WHERE key = 'mail_refusals'`)
})

test.each(['recipient', 'text'] as const)(
  'loses no mail when the server refuses everybody for a minute (5xx to the %s)',
  async (at) => {
    const people = addresses(20, at)
    server.behave({ ...unknown, at })
    await queue(...people)
    await waitUntil(async () => (await countOf('retrying')) === people.length)
    server.behave('accept')
    await waitForJobsWithRetries(pool)
    expect(await countOf('sent')).toBe(people.length)
    expect(
      received()
        .filter((to) => to.startsWith(at))
        .sort(),
    ).toEqual(people.sort())
  },
)

test.each(['5.7.1 Relay access denied', '5.7.708 Traffic not accepted from this IP', 'Policy rejection'])(
  'retries a refusal that is about us (550 %s) like a 4xx',
  async (message) => {
    server.behave({ ...unknown, message })
    await queueAndWait('kari@kunde.example')
    expect(await log()).toMatchObject([{ delivery: 'retrying', attempts: 1, errorMessage: `550 ${message}` }])
    server.behave('accept')
    await waitForJobsWithRetries(pool)
    expect(await deliveryOf('kari@kunde.example')).toBe('sent')
  },
)

test('fails mails to unknown recipients for good when there are deliveries in between', async () => {
  for (const to of addresses(6, 'ukjent')) {
    server.behave(unknown)
    await queueAndWait(to)
    server.behave('accept')
    await queueAndWait(`god-${to}`)
  }
  expect([await countOf('failed'), await countOf('sent')]).toEqual([6, 6])
})

test('fails many mails to one unknown recipient for good', async () => {
  server.behave(unknown)
  for (let mails = 1; mails <= 6; mails++) {
    await queue('borte@kunde.example')
    await waitForJobs(pool)
  }
  expect(await countOf('failed')).toBe(6)
})

test('does not count refusals of an earlier day', async () => {
  server.behave(unknown)
  for (const to of addresses(4)) await queueAndWait(to)
  kontor.clock.advance({ days: 1, minutes: 1 })
  admin = await kontor.asAdmin()
  await queueAndWait('ny@kunde.example')
  expect(await countOf('failed')).toBe(5)
})

test('the fifth refusal in a row requeues the earlier mails, except those resent by the office or emptied by retention', async () => {
  server.behave(unknown)
  const [resent = '', emptied = '', ...others] = addresses(4)
  for (const to of [resent, emptied, ...others]) await queueAndWait(to)
  expect(await countOf('failed')).toBe(4)
  await pool.query(
    `INSERT INTO email_logs (to_address, from_address, from_name, subject, type, delivery, message_id, resend_of)
     SELECT 'kopi@kunde.example', from_address, from_name, subject, type, 'sent', 'kopi', id FROM email_logs WHERE to_address = $1`,
    [resent],
  )
  await pool.query('UPDATE email_logs SET html_content = NULL WHERE to_address = $1', [emptied])
  await queueAndWait('femte@kunde.example')
  await waitUntil(async () => (await countOf('retrying')) === 3)
  server.behave('accept')
  await waitForJobsWithRetries(pool)
  const deliveries = Object.fromEntries((await log()).map(({ to, delivery }) => [to, delivery]))
  expect(deliveries).toEqual({
    [resent]: 'failed',
    [emptied]: 'failed',
    [others[0] ?? '']: 'sent',
    [others[1] ?? '']: 'sent',
    'femte@kunde.example': 'sent',
    'kopi@kunde.example': 'sent',
  })
})

test('fails a mail to an unknown recipient for good after the run has ended', async () => {
  server.behave(unknown)
  await queue(...addresses(5))
  await waitUntil(async () => (await countOf('retrying')) === 5)
  server.behave('accept')
  await waitForJobsWithRetries(pool)
  server.behave(unknown)
  await queueAndWait('ukjent@kunde.example')
  expect(await deliveryOf('ukjent@kunde.example')).toBe('failed')
})

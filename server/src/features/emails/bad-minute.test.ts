import { afterAll, beforeEach, expect, test } from 'vitest'
import { startTestApp } from '../../testing/app.ts'
import { waitForJobs, waitForJobsWithRetries } from '../../testing/jobs.ts'
import { startMailServer } from '../../testing/mail-server.ts'
import { queueMails } from './emails.service.ts'

const server = await startMailServer()
const kontor = await startTestApp({ smtpUrl: server.url })
const { db, pool } = kontor.database
const sender = { fromEmail: 'post@eksempel.example', fromName: 'Eksempel AS' }
const unknown = { code: 550, message: 'Ingen slik postkasse', at: 'recipient' } as const
afterAll(() => server.stop())

/** The name of each mail's recipient with the mail's delivery, by name. */
const deliveries = async (): Promise<Record<string, string>> => {
  const { rows } = await pool.query<{ name: string; delivery: string }>(
    `SELECT split_part(to_address, '@', 1) AS name, delivery FROM email_logs ORDER BY 1`,
  )
  return Object.fromEntries(rows.map(({ name, delivery }) => [name, delivery]))
}

const allOf = (names: readonly string[], delivery: string) => Object.fromEntries(names.map((name) => [name, delivery]))

const queue = (...names: string[]) => {
  const mails = names.map(
    (name) =>
      ({
        to: `${name}@kunde.example`,
        subject: 'Hei',
        html: () => '<p>Hei</p>',
        type: 'other',
        relatedId: null,
      }) as const,
  )
  return db.transaction((tx) => queueMails(tx, kontor.deps, sender, mails))
}

const countQueued = async () => (await pool.query(`SELECT FROM email_logs WHERE delivery = 'queued'`)).rowCount

/** Queues mails one after the other. */
const queueInTurn = async (...names: string[]) => {
  for (const name of names) {
    await queue(name)
    await expect.poll(countQueued).toBe(0)
  }
}

const people = (count: number) => Array.from({ length: count }, (_, index) => `person${index}`)

beforeEach(async () => {
  server.behave('accept')
  await waitForJobs(pool)
  await pool.query(`DELETE FROM email_logs; DELETE FROM system_settings WHERE key = 'mail_refusals'`)
})

test.each(['recipient', 'text'] as const)(
  'loses no mail when the server refuses everybody for a minute (5xx to the %s)',
  async (at) => {
    const before = server.received.length
    server.behave({ ...unknown, at })
    await queue(...people(20))
    await expect.poll(deliveries).toEqual(allOf(people(20), 'retrying'))
    server.behave('accept')
    await waitForJobsWithRetries(pool)
    expect(await deliveries()).toEqual(allOf(people(20), 'sent'))
    const received = server.received.slice(before).flatMap(({ to }) => to)
    expect(received.sort()).toEqual(
      people(20)
        .map((name) => `${name}@kunde.example`)
        .sort(),
    )
  },
)

test('retries a refusal that is about us like a 4xx', async () => {
  server.behave({ ...unknown, message: '5.7.1 Relay access denied' })
  await queueInTurn('kari')
  const { rows } = await pool.query('SELECT delivery, attempts, error_message FROM email_logs')
  expect(rows).toEqual([{ delivery: 'retrying', attempts: 1, error_message: '550 5.7.1 Relay access denied' }])
  server.behave('accept')
  await waitForJobsWithRetries(pool)
  expect(await deliveries()).toEqual({ kari: 'sent' })
})

test('fails mails to unknown recipients for good when there are deliveries in between', async () => {
  server.behave(unknown)
  await queueInTurn(...people(4))
  server.behave('accept')
  await queueInTurn('known')
  server.behave(unknown)
  await queueInTurn('another')
  expect(await deliveries()).toEqual({ ...allOf([...people(4), 'another'], 'failed'), known: 'sent' })
})

test('fails many mails to one unknown recipient for good', async () => {
  server.behave(unknown)
  for (let mails = 1; mails <= 6; mails++) await queueInTurn('gone')
  const { rows } = await pool.query('SELECT delivery, count(*)::int AS mails FROM email_logs GROUP BY delivery')
  expect(rows).toEqual([{ delivery: 'failed', mails: 6 }])
})

test('does not count refusals of an earlier day', async () => {
  server.behave(unknown)
  await queueInTurn(...people(4))
  kontor.clock.advance({ days: 1, minutes: 1 })
  await queueInTurn('new')
  expect(await deliveries()).toEqual(allOf([...people(4), 'new'], 'failed'))
})

test('the fifth refusal in a row requeues the earlier mails, except those resent by the office or emptied by retention', async () => {
  server.behave(unknown)
  await queueInTurn(...people(4))
  expect(await deliveries()).toEqual(allOf(people(4), 'failed'))
  await pool.query(
    `INSERT INTO email_logs (to_address, from_address, from_name, subject, type, delivery, message_id, resend_of)
     SELECT 'copy@kunde.example', from_address, from_name, subject, type, 'sent', 'copy', id FROM email_logs WHERE to_address LIKE 'person0@%'`,
  )
  await pool.query(`UPDATE email_logs SET html_content = NULL WHERE to_address LIKE 'person1@%'`)
  await queue('fifth')
  const kept = { copy: 'sent', person0: 'failed', person1: 'failed' }
  const others = ['person2', 'person3', 'fifth']
  await expect.poll(deliveries).toEqual({ ...kept, ...allOf(others, 'retrying') })
  server.behave('accept')
  await waitForJobsWithRetries(pool)
  expect(await deliveries()).toEqual({ ...kept, ...allOf(others, 'sent') })
})

test('fails a mail to an unknown recipient for good after the run has ended', async () => {
  server.behave(unknown)
  await queue(...people(5))
  await expect.poll(deliveries).toEqual(allOf(people(5), 'retrying'))
  server.behave('accept')
  await waitForJobsWithRetries(pool)
  server.behave(unknown)
  await queueInTurn('another')
  expect(await deliveries()).toMatchObject({ another: 'failed' })
})

import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { loadConfig } from '../../platform/config/config.ts'
import { createJobs } from '../../platform/jobs/pg-boss-jobs.ts'
import { createMailHooks } from '../../platform/mail/mail-hooks.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import { openMailer } from '../../platform/mail/open-mailer.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { createJobClock, makeRetriesDue, waitForJobs } from '../../testing/jobs.ts'
import { startMailServer } from '../../testing/mail-server.ts'
import { quickStart } from '../../testing/server-process.ts'
import { deliverMails } from './emails.jobs.ts'
import { listEmailLogs } from './emails.list.queries.ts'
import { failExhaustedMails, findEmailLog, readEmailSettings } from './emails.queries.ts'
import { mailQueue, queueMails, requeuePendingMails } from './emails.service.ts'

const database = await createTestDatabase()
const { db, pool } = database
let server = await startMailServer()
afterAll(() => server.stop())
const smtp = openMailer({ smtpUrl: server.url, dataDir: '' })
afterAll(() => smtp.close())

const startJobs = async (worker: 'on' | 'off', mailer: Mailer = smtp) => {
  const jobs = createJobs({
    pool,
    worker,
    log: { warn: () => {}, error: () => {} },
    liveness: { heartbeatSeconds: 10, superviseSeconds: 1 },
    clock: createJobClock(),
  })
  deliverMails({ config: loadConfig({}), database, jobs, mailer, mailHooks: createMailHooks(), clock: systemClock })
  await jobs.start()
  return jobs
}

const jobs = await startJobs('off')
afterAll(() => jobs.stop(1_000))

/** Delivers mails until the test ends. */
const work = async (mailer?: Mailer): Promise<void> => {
  const worker = await startJobs('on', mailer)
  onTestFinished(() => worker.stop(1_000))
}

const [kari, ola] = ['kari@nordmann.example', 'ola@nordmann.example']
const mail = { subject: 'Hei', html: () => '<p>Hei</p>', type: 'contact', relatedId: 'x' } as const

const queue = (...recipients: string[]) =>
  db.transaction(async (tx) =>
    queueMails(
      tx,
      { jobs },
      await readEmailSettings(tx),
      recipients.map((to) => ({ ...mail, to })),
    ),
  )

const log = () => listEmailLogs(db)
const settled = () => waitForJobs(pool)
const recipients = () => server.received.slice(arrivedBefore).flatMap(({ to }) => to)

const waitForLog = async (delivery: string, count = 1) => {
  const found = async () => (await log()).filter((row) => row.delivery === delivery)
  await expect.poll(async () => (await found()).length).toBe(count)
  return found()
}

let arrivedBefore = 0

beforeEach(async () => {
  server.behave('accept')
  arrivedBefore = server.received.length
  await pool.query(`DELETE FROM email_logs; DELETE FROM pgboss.job`)
})

test('sends and logs nothing when the transaction rolls back', async () => {
  await work()
  await db
    .transaction(async (tx) => {
      await queueMails(tx, { jobs }, await readEmailSettings(tx), [{ ...mail, to: kari }])
      throw new Error('rolled back')
    })
    .catch(() => {})
  expect(await log()).toEqual([])
  await queue(ola)
  await settled()
  expect(recipients()).toEqual([ola])
})

test('fails a permanently refused recipient at once with the server’s response, and sends the others', async () => {
  await work()
  server.behave({ code: 550, message: '5.1.1 Ingen slik postkasse', at: 'recipient', recipient: kari })
  await queue(kari, ola)
  await settled()
  expect(await waitForLog('failed')).toMatchObject([
    { to: kari, attempts: 1, errorMessage: '550 5.1.1 Ingen slik postkasse', sentAt: null },
  ])
  expect(await waitForLog('sent')).toMatchObject([
    { to: ola, attempts: 1, errorMessage: null, sentAt: expect.stringMatching(/Z$/) },
  ])
  expect(recipients()).toEqual([ola])
})

test('retries a refused mail after a few seconds, with the same Message-ID', async () => {
  await work()
  server.behave({ code: 451, message: 'Kom tilbake senere' })
  await queue(kari)
  const [retrying] = await waitForLog('retrying')
  expect(retrying).toMatchObject({ attempts: 1, errorMessage: '451 Kom tilbake senere', sentAt: null })
  server.behave('accept')
  // The log is written before the queue has the job back.
  const [wait] = await makeRetriesDue(pool, 1)
  expect(wait).toBeLessThanOrEqual(10_000)
  await settled()
  expect(server.received.at(-1)?.mail.messageId).toBe(`<${retrying?.id}@eksempel.example>`)
  const [sent] = await waitForLog('sent')
  expect(sent).toMatchObject({ attempts: 2, errorMessage: null })
  expect((await findEmailLog(db, sent?.id ?? ''))?.tries).toMatchObject([
    { outcome: 'retrying', answer: '451 Kom tilbake senere' },
    { outcome: 'sent', answer: expect.stringMatching(/^250 /) },
  ])
})

test('loses no mail when the mail server is down for a while', async () => {
  await work()
  await server.stop()
  await queue(kari, ola)
  const [waiting] = await waitForLog('retrying', 2)
  expect(waiting?.errorMessage).toContain('ECONNREFUSED')
  server = await startMailServer(server.port)
  arrivedBefore = 0
  await makeRetriesDue(pool, 2)
  await settled()
  expect(recipients().sort()).toEqual([kari, ola])
})

test('ignores a second job for a mail that was sent, failed or deleted', async () => {
  await work()
  await queue(kari)
  const [sent] = await waitForLog('sent')
  await jobs.send(db, mailQueue, [{ mailId: sent?.id }, { mailId: 'nobody' }])
  await settled()
  await pool.query(`UPDATE email_logs SET delivery = 'failed'`)
  await jobs.send(db, mailQueue, [{ mailId: sent?.id }])
  await settled()
  expect(recipients()).toEqual([kari])
})

test('sends exactly the pending mails after a restore without the queue', async () => {
  await queue(...['queued', 'retrying', 'sent', 'stored', 'failed'].map((name) => `${name}@nordmann.example`))
  await pool.query(`UPDATE email_logs SET delivery = split_part(to_address, '@', 1), attempts = 3`)
  await pool.query('DELETE FROM pgboss.job')
  expect(await db.transaction((tx) => requeuePendingMails(tx, { jobs }))).toBe(2)
  await work()
  await settled()
  expect(recipients().sort()).toEqual(['queued@nordmann.example', 'retrying@nordmann.example'])
})

test('does not resend a delivered mail when the database was down at that moment', async () => {
  await queue(kari)
  await work({
    ...smtp,
    deliver: async (delivery) => {
      const delivered = await smtp.deliver(delivery)
      await pool.query('ALTER TABLE email_logs RENAME TO email_logs_away')
      setTimeout(() => pool.query('ALTER TABLE email_logs_away RENAME TO email_logs'), 700)
      return delivered
    },
  })
  await settled()
  expect(await log()).toMatchObject([{ delivery: 'sent', attempts: 1 }])
  expect(recipients()).toEqual([kari])
})

test('fails only mails whose worker died during the last try', async () => {
  await queue('last@nordmann.example', 'third@nordmann.example', 'sent@nordmann.example')
  await pool.query(`UPDATE email_logs SET delivery = 'retrying', attempts = 16 WHERE to_address LIKE 'last@%'`)
  await pool.query(`UPDATE email_logs SET delivery = 'sent', attempts = 16 WHERE to_address LIKE 'sent@%'`)
  const at = '2026-03-24T09:00:00.000Z'
  await failExhaustedMails(db, 16, { errorMessage: 'Avbrutt under siste forsøk', at })
  const { rows } = await pool.query(`SELECT split_part(to_address, '@', 1) AS name, delivery, tries FROM email_logs`)
  expect(rows).toEqual(
    expect.arrayContaining([
      {
        name: 'last',
        delivery: 'failed',
        tries: [{ at, outcome: 'failed', answer: 'Avbrutt under siste forsøk' }],
      },
      { name: 'third', delivery: 'queued', tries: [] },
      { name: 'sent', delivery: 'sent', tries: [] },
    ]),
  )
})

test('fails a mail whose content was deleted, with that reason', async () => {
  await queue(kari)
  await pool.query('UPDATE email_logs SET html_content = NULL')
  await work()
  expect(await waitForLog('failed')).toMatchObject([{ errorMessage: 'Innholdet i e-posten er slettet' }])
})

test('delivers a mail whose worker was killed during delivery', async () => {
  server.behave('hang')
  await queue(kari)
  const [queued] = await log()
  const workerFile = fileURLToPath(new URL('../../testing/mail-worker.ts', import.meta.url))
  const child = spawn(process.execPath, [...quickStart, workerFile, JSON.stringify(database.options), server.url])
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  await expect.poll(server.unanswered).toBe(1)
  expect((await findEmailLog(db, queued?.id ?? ''))?.attempts).toBe(1)
  const killed = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await killed
  server.behave('accept')
  // Dates the job's last heartbeat back, as after a kill a minute ago.
  await pool.query(`UPDATE pgboss.job SET heartbeat_on = heartbeat_on - interval '1 minute' WHERE state = 'active'`)
  await work()
  await makeRetriesDue(pool, 1)
  await settled()
  expect(server.received.at(-1)?.mail.messageId).toBe(`<${queued?.id}@eksempel.example>`)
  expect(await waitForLog('sent')).toMatchObject([{ attempts: 2 }])
})

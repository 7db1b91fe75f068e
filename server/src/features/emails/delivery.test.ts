import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
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

const cleanups: (() => unknown)[] = []

/** An outbox with its own database and mail server; `work` starts delivery in this process. */
const createOutbox = async () => {
  const server = await startMailServer()
  const database = await createTestDatabase()
  const { db } = database
  const log = { warn: () => {}, error: () => {} }
  const smtp = openMailer({ smtpUrl: server.url, dataDir: '' })

  const startJobs = async (worker: 'on' | 'off', mailer: Mailer = smtp) => {
    const liveness = { heartbeatSeconds: 10, superviseSeconds: 1 }
    const jobs = createJobs({ pool: database.pool, worker, log, liveness, clock: createJobClock() })
    deliverMails({ config: loadConfig({}), database, jobs, mailer, mailHooks: createMailHooks(), clock: systemClock })
    await jobs.start()
    cleanups.unshift(() => jobs.stop(1_000))
    return jobs
  }
  const jobs = await startJobs('off')
  cleanups.push(() => smtp.close(), server.stop)

  return {
    server,
    database,
    jobs,
    smtp,
    work: (mailer?: Mailer) => startJobs('on', mailer),
    queue: async (...recipients: string[]) => {
      const mails = recipients.map((to) => ({ ...mail, to }))
      await db.transaction(async (tx) => queueMails(tx, { jobs }, await readEmailSettings(tx), mails))
    },
    log: () => listEmailLogs(db),
    /** Waits until no mail waits or is under way: what has not been sent by then is not sent. */
    settled: () => waitForJobs(database.pool),
    makeRetriesDue: (count: number) => makeRetriesDue(database.pool, count),
    waitForLog: async (delivery: string, count = 1, timeoutMs = 45_000) => {
      for (const end = Date.now() + timeoutMs; ; await sleep(50)) {
        const rows = await listEmailLogs(db)
        const found = rows.filter((row) => row.delivery === delivery)
        if (found.length >= count) return found
        if (Date.now() > end) throw new Error(`Not ${count} mails ${delivery}: ${JSON.stringify(rows)}`)
      }
    },
  }
}

const mail = {
  to: 'kari@nordmann.example',
  subject: 'Hei',
  html: () => '<p>Hei</p>',
  type: 'contact',
  relatedId: 'x',
} as const

/** One for each test, so that tests can run concurrently. */
const outboxes = await Promise.all(Array.from({ length: 11 }, createOutbox))
afterAll(async () => {
  for (const cleanup of cleanups) await cleanup()
})
const newOutbox = () => {
  const outbox = outboxes.pop()
  if (!outbox) throw new Error('More tests than outboxes')
  return outbox
}

test('sends a queued mail once and logs it', async () => {
  const outbox = newOutbox()
  await outbox.work()
  await outbox.queue('kari@nordmann.example')
  const [row] = await outbox.waitForLog('sent')
  expect(row).toMatchObject({ attempts: 1, errorMessage: null, sentAt: expect.stringMatching(/Z$/) })
  await outbox.settled()
  expect(outbox.server.received).toHaveLength(1)
})

test.concurrent('sends and logs nothing when the transaction rolls back', async () => {
  const outbox = newOutbox()
  await outbox.work()
  const { db } = outbox.database
  await db
    .transaction(async (tx) => {
      await queueMails(tx, outbox, await readEmailSettings(tx), [mail])
      throw new Error('rolled back')
    })
    .catch(() => {})
  expect(await outbox.log()).toEqual([])
  await outbox.queue('ola@nordmann.example')
  await outbox.settled()
  expect(outbox.server.received.map(({ to }) => to)).toEqual([['ola@nordmann.example']])
})

test.concurrent('fails a permanently refused recipient at once with the server’s response, and sends the others', async () => {
  const outbox = newOutbox()
  await outbox.work()
  outbox.server.behave({ code: 550, message: 'Ingen slik postkasse', at: 'recipient' })
  await outbox.queue('borte@nordmann.example')
  const [failed] = await outbox.waitForLog('failed')
  expect(failed).toMatchObject({ attempts: 1, errorMessage: '550 Ingen slik postkasse', sentAt: null })
  outbox.server.behave('accept')
  await outbox.queue('kari@nordmann.example')
  await outbox.settled()
  expect(outbox.server.received.map(({ to }) => to)).toEqual([['kari@nordmann.example']])
})

test.concurrent('retries a temporarily refused mail after a few seconds, with the same Message-ID', async () => {
  const outbox = newOutbox()
  await outbox.work()
  outbox.server.behave({ code: 451, message: 'Kom tilbake senere' })
  await outbox.queue('kari@nordmann.example')
  const [retrying] = await outbox.waitForLog('retrying')
  expect(retrying).toMatchObject({ attempts: 1, errorMessage: '451 Kom tilbake senere', sentAt: null })
  outbox.server.behave('accept')
  // The log is written before the queue has the job back.
  const [wait] = await outbox.makeRetriesDue(1)
  expect(wait).toBeLessThanOrEqual(10_000)
  const [received] = await outbox.server.waitFor(1)
  expect(received?.mail.messageId).toBe(`<${retrying?.id}@eksempel.example>`)
  expect(await outbox.waitForLog('sent')).toMatchObject([{ attempts: 2, errorMessage: null }])
})

test.concurrent('loses no mail when the mail server is down for a while', async () => {
  const outbox = newOutbox()
  await outbox.work()
  await outbox.server.stop()
  await outbox.queue('kari@nordmann.example', 'ola@nordmann.example')
  const waiting = await outbox.waitForLog('retrying', 2)
  expect(waiting[0]?.errorMessage).toContain('ECONNREFUSED')
  const back = await startMailServer(outbox.server.port)
  cleanups.push(back.stop)
  await outbox.makeRetriesDue(2)
  await back.waitFor(2)
  await outbox.waitForLog('sent', 2)
})

test.concurrent('ignores a second job for a mail that was sent, failed or deleted', async () => {
  const outbox = newOutbox()
  await outbox.queue('kari@nordmann.example')
  const [mail] = await outbox.log()
  await outbox.work()
  await outbox.waitForLog('sent')
  const { db, pool } = outbox.database
  await outbox.jobs.send(db, mailQueue, [{ mailId: mail?.id }, { mailId: 'nobody' }])
  await outbox.settled()
  await pool.query(`UPDATE email_logs SET delivery = 'failed'`)
  await outbox.jobs.send(db, mailQueue, [{ mailId: mail?.id }])
  await outbox.settled()
  expect(outbox.server.received).toHaveLength(1)
})

test.concurrent('sends exactly the pending mails after a restore without the queue', async () => {
  const outbox = newOutbox()
  const names = ['queued', 'retrying', 'sent', 'stored', 'failed']
  await outbox.queue(...names.map((name) => `${name}@nordmann.example`))
  const { db, pool } = outbox.database
  await pool.query(`UPDATE email_logs SET delivery = split_part(to_address, '@', 1), attempts = 3`)
  await pool.query('DELETE FROM pgboss.job')
  expect(await db.transaction((tx) => requeuePendingMails(tx, outbox))).toBe(2)
  await outbox.work()
  await outbox.settled()
  const recipients = outbox.server.received.flatMap(({ to }) => to).sort()
  expect(recipients).toEqual(['queued@nordmann.example', 'retrying@nordmann.example'])
})

test.concurrent('does not resend a delivered mail when the database was down at that moment', async () => {
  const outbox = newOutbox()
  const { pool } = outbox.database
  await outbox.queue('kari@nordmann.example')
  await outbox.work({
    ...outbox.smtp,
    deliver: async (mail) => {
      const delivered = await outbox.smtp.deliver(mail)
      await pool.query('ALTER TABLE email_logs RENAME TO email_logs_away')
      setTimeout(() => pool.query('ALTER TABLE email_logs_away RENAME TO email_logs'), 700)
      return delivered
    },
  })
  await outbox.settled()
  expect(await outbox.log()).toMatchObject([{ delivery: 'sent', attempts: 1 }])
  expect(outbox.server.received).toHaveLength(1)
})

test.concurrent('fails only mails whose worker died during the last try', async () => {
  const outbox = newOutbox()
  await outbox.queue('last@nordmann.example', 'third@nordmann.example', 'sent@nordmann.example')
  const { db, pool } = outbox.database
  await pool.query(`UPDATE email_logs SET delivery = 'retrying', attempts = 16 WHERE to_address LIKE 'last@%'`)
  await pool.query(`UPDATE email_logs SET delivery = 'sent', attempts = 16 WHERE to_address LIKE 'sent@%'`)
  await failExhaustedMails(db, 16, { errorMessage: 'Avbrutt under siste forsøk', at: '2026-03-24T09:00:00.000Z' })
  const deliveries = (await outbox.log()).map(({ to, delivery }) => [to.split('@')[0], delivery])
  expect(Object.fromEntries(deliveries)).toEqual({ last: 'failed', third: 'queued', sent: 'sent' })
  const { rows } = await pool.query(`SELECT tries FROM email_logs WHERE to_address LIKE 'last@%'`)
  expect(rows).toEqual([
    { tries: [{ at: '2026-03-24T09:00:00.000Z', outcome: 'failed', answer: 'Avbrutt under siste forsøk' }] },
  ])
})

test.concurrent('fails a mail whose content was deleted, with that reason', async () => {
  const outbox = newOutbox()
  await outbox.queue('kari@nordmann.example')
  await outbox.database.pool.query('UPDATE email_logs SET html_content = NULL')
  await outbox.work()
  expect(await outbox.waitForLog('failed')).toMatchObject([{ errorMessage: 'Innholdet i e-posten er slettet' }])
})

test.concurrent('delivers a mail whose worker was killed during delivery', async ({ expect }) => {
  const outbox = newOutbox()
  outbox.server.behave('hang')
  await outbox.queue('kari@nordmann.example')
  const workerFile = fileURLToPath(new URL('../../testing/mail-worker.ts', import.meta.url))
  const child = spawn(process.execPath, [
    ...quickStart,
    workerFile,
    JSON.stringify(outbox.database.options),
    outbox.server.url,
  ])
  cleanups.push(() => child.kill('SIGKILL'))
  const [queued] = await outbox.log()
  await expect.poll(outbox.server.unanswered).toBe(1)
  expect((await findEmailLog(outbox.database.db, queued?.id ?? ''))?.attempts).toBe(1)
  child.kill('SIGKILL')
  outbox.server.behave('accept')
  await outbox.work()
  const [received] = await outbox.server.waitFor(1, 60_000)
  expect(received?.mail.messageId).toBe(`<${queued?.id}@eksempel.example>`)
  expect(await outbox.waitForLog('sent')).toMatchObject([{ attempts: 2 }])
}, 90_000)

import { setTimeout as wait } from 'node:timers/promises'
import { Gauge, type Registry } from 'prom-client'
import type { Queryable } from '../../platform/database/database.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import { type MailOutcome, makeAttachments } from '../../platform/mail/mail-hooks.ts'
import { MailRefused, ServerRefused } from '../../platform/mail/mailer.ts'
import {
  claimMail,
  countUndelivered,
  type EmailLogRow,
  failExhaustedMails,
  recordDelivery,
  recordFailure,
} from './emails.queries.ts'
import { endRun } from './emails.refusals.queries.ts'
import { isSuspiciousRefusal } from './emails.refusals.service.ts'
import { type MailJob, mailQueue, toOutgoing } from './emails.service.ts'

/** 16 tries over about a day: after 5 to 10 s, then twice as long each time, at most 6 hours apart. */
const retry = { retryLimit: 15, firstDelaySeconds: 5, maxDelaySeconds: 6 * 60 * 60 }

/** Mails under way at once. */
const concurrency = 8

/** Waits between attempts to write down that a mail was sent. Milliseconds. */
const recordingWaits = [200, 1_000, 4_000, 15_000]

/** Registers the delivery of the outbox: each mail at least once, and never again once its row says that it was sent. */
export const deliverMails = (deps: Deps): void => {
  const { jobs } = deps
  const runs = createRunWatch(deps.database.db)
  jobs.work<MailJob>(mailQueue, { retry, concurrency }, (job) => deliver({ ...deps, runs }, job))
  jobs.schedule('mail-exhausted', '23 * * * *', () => giveUpExhausted(deps))
}

const giveUpExhausted = ({ database, clock, mailHooks }: Deps): Promise<void> =>
  database.db.transaction(async (tx) => {
    const end = { answer: 'Avbrutt under siste forsøk', at: clock.now().toISOString() }
    const failed = await failExhaustedMails(tx, retry.retryLimit + 1, { errorMessage: end.answer, at: end.at })
    for (const { id: mailId, type, ...mail } of failed) {
      await mailHooks.outcomes.get(type)?.(tx, { ...end, delivery: 'failed', mailId, ...told(mail) })
    }
  })

/** Shows in `/metrics` how many mails wait and how many were given up. */
export const measureOutbox = (metrics: Registry, { database }: Deps): void => {
  new Gauge({
    name: 'kontor_mails',
    help: 'Mails that are not delivered: queued, retrying after a failed try, or failed for good.',
    labelNames: ['delivery'],
    registers: [metrics],
    async collect() {
      this.reset()
      // While the database is away there is no number, and the other metrics are wanted all the more.
      const counted = await countUndelivered(database.db).catch(() => [])
      for (const { delivery, mails } of counted) this.set({ delivery }, mails)
    },
  })
}

/** How long a delivery may go without ending the run of refusals that another instance has begun meanwhile. Milliseconds. */
const runUnseenMs = 2_000

/** Ends runs of refusals, without asking the database at every delivery whether there is one. */
interface RunWatch {
  delivered(): Promise<void>
  /** The next delivery ends the run that this refusal may have begun. */
  refused(): void
}

const createRunWatch = (db: Queryable): RunWatch => {
  let noneUntil = 0
  return {
    async delivered() {
      if (performance.now() < noneUntil) return
      await endRun(db)
      noneUntil = performance.now() + runUnseenMs
    },
    refused() {
      noneUntil = 0
    },
  }
}

type DeliveryDeps = Deps & { readonly runs: RunWatch }

const deliver = async (deps: DeliveryDeps, job: Job<MailJob>): Promise<void> => {
  const { mailer, clock, mailHooks, database, runs } = deps
  const { db } = database
  const mail = await claimMail(db, job.data.mailId)
  if (!mail) return
  try {
    const files = await makeAttachments(mailHooks, mail.attachments ?? [])
    const delivered = await mailer.deliver(toOutgoing(mail, files))
    const end = { ...delivered, at: clock.now().toISOString() }
    await persistently(async () => {
      // Before the transaction: one that refuses holds the run and then a mail.
      if (end.delivery === 'sent') await runs.delivered()
      await db.transaction((tx) => recordEnd(tx, deps, mail, end))
    })
  } catch (error) {
    if (error instanceof NotRecorded) throw error
    await failTry(deps, job, mail, error)
  }
}

/** Writes down that a try failed, for good or for now. Throws what it was given when there is to be another. */
const failTry = async (deps: DeliveryDeps, job: Job<MailJob>, mail: EmailLogRow, error: unknown): Promise<void> => {
  const { db } = deps.database
  const answer = error instanceof Error ? error.message : String(error)
  const at = deps.clock.now().toISOString()
  const retries = await db.transaction(async (tx) => {
    if (await mayRetry(tx, deps, job, error, at)) {
      await recordFailure(tx, mail.id, { delivery: 'retrying', errorMessage: answer, at })
      return true
    }
    await recordEnd(tx, deps, mail, { delivery: 'failed', answer, at })
    return false
  })
  if (error instanceof ServerRefused) deps.runs.refused()
  if (retries) throw error
}

const mayRetry = async (tx: Queryable, deps: Deps, job: Job<MailJob>, error: unknown, at: string): Promise<boolean> => {
  if (job.lastTry) return false
  if (error instanceof ServerRefused) return isSuspiciousRefusal(tx, deps, job.data.mailId, at)
  return !(error instanceof MailRefused)
}

type ToldMail = Pick<EmailLogRow, 'relatedId' | 'to' | 'replyTo' | 'subject'>

/** What a feature hears of a mail of its own. */
const told = ({ relatedId, to, replyTo, subject }: ToldMail): ToldMail => ({ relatedId, to, replyTo, subject })

/** Writes down how a mail ended and tells the feature that wants to know: both or neither, in the caller's transaction. */
const recordEnd = async (
  tx: Queryable,
  { mailHooks }: Deps,
  { id: mailId, type, ...mail }: EmailLogRow,
  end: Pick<MailOutcome, 'delivery' | 'answer' | 'at'>,
): Promise<void> => {
  const { delivery, answer, at } = end
  if (delivery === 'failed') await recordFailure(tx, mailId, { delivery, errorMessage: answer ?? '', at })
  else await recordDelivery(tx, mailId, { delivery, answer, at })
  await mailHooks.outcomes.get(type)?.(tx, { ...end, mailId, ...told(mail) })
}

/** The mail was sent, but the database did not take note of it. */
class NotRecorded extends Error {}

/** A mail that was handed over must not be sent again only because the database was away for a moment just then. */
const persistently = async (record: () => Promise<void>): Promise<void> => {
  for (const ms of recordingWaits) {
    try {
      return await record()
    } catch {
      await wait(ms)
    }
  }
  await record().catch((error: unknown) => {
    throw new NotRecorded('The mail was handed over, but that could not be written down', { cause: error })
  })
}

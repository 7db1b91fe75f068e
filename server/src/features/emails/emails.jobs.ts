import { setTimeout as wait } from 'node:timers/promises'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Queryable } from '../../platform/database/database.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import { fillSecret, type MailOutcome, makeAttachments } from '../../platform/mail/mail-hooks.ts'
import { MailRefused, ServerRefused } from '../../platform/mail/mailer.ts'
import { inSpan } from '../../platform/tracing/tracing.ts'
import * as queries from './emails.queries.ts'
import { endRun } from './emails.refusals.queries.ts'
import { isSuspiciousRefusal } from './emails.refusals.service.ts'
import { type MailJob, mailQueue, toOutgoing } from './emails.service.ts'

/** 16 tries over about a day: the first retry after 5 to 10 s, then doubling, at most 6 hours apart. */
const retry = { retryLimit: 15, firstDelaySeconds: 5, maxDelaySeconds: 6 * 60 * 60 }

/** Concurrent deliveries. */
const concurrency = 8

/** Delays between attempts to record a delivery. Milliseconds. */
const recordingDelays = [200, 1_000, 4_000, 15_000]

/** Delivery signs nothing. */
type MailDeps = Omit<Deps, 'signing' | 'databaseOwner'>

/** Registers the outbox's delivery: at least once per mail, and never again once its row says "sent". */
export const deliverMails = (deps: MailDeps, metrics?: Registry): void => {
  const { jobs } = deps
  const runs = createRunWatch(deps.database.db)
  const countTry = metrics ? countTries(metrics) : () => {}
  jobs.work<MailJob>(mailQueue, { retry, concurrency }, (job) => deliver({ ...deps, runs, countTry }, job))
  jobs.schedule('mail-exhausted', '23 * * * *', () => failExhausted(deps))
}

const failExhausted = ({ database, clock, mailHooks }: MailDeps): Promise<void> =>
  database.db.transaction(async (tx) => {
    const outcome = { answer: 'Avbrutt under siste forsøk', at: clock.now().toISOString() }
    const failed = await queries.failExhaustedMails(tx, retry.retryLimit + 1, {
      errorMessage: outcome.answer,
      at: outcome.at,
    })
    for (const mail of failed) {
      await mailHooks.outcomes.get(mail.type)?.(tx, { ...mail, ...outcome, delivery: 'failed', mailId: mail.id })
    }
  })

type TryOutcome = MailOutcome['delivery'] | 'retrying'

const countTries = (metrics: Registry) => {
  const tries = new Counter({
    name: 'kontor_mail_tries_total',
    help: 'Tries to deliver a mail, by outcome: sent, stored, retrying, or failed for good.',
    labelNames: ['outcome'],
    registers: [metrics],
  })
  // A rate needs the first failure to be an increase.
  for (const outcome of ['sent', 'retrying', 'failed']) tries.inc({ outcome }, 0)
  return (outcome: TryOutcome): void => tries.inc({ outcome })
}

export const measureOutbox = (metrics: Registry, { database }: Deps): void => {
  new Gauge({
    name: 'kontor_mails',
    help: 'Mails that are not delivered: queued, retrying after a failed try, or failed for good.',
    labelNames: ['delivery'],
    registers: [metrics],
    async collect() {
      this.reset()
      // Without the database, omit this metric but serve the others.
      const counted = await queries.countUndelivered(database.db).catch(() => [])
      for (const { delivery, mails } of counted) this.set({ delivery }, mails)
    },
  })
}

/** How long deliveries may skip checking for a run of refusals that another instance started. Milliseconds. */
const runCheckIntervalMs = 2_000

/** Ends runs of refusals without querying the database at every delivery. */
const createRunWatch = (db: Queryable) => {
  let noRunUntil = 0
  return {
    async delivered(): Promise<void> {
      if (performance.now() < noRunUntil) return
      await endRun(db)
      noRunUntil = performance.now() + runCheckIntervalMs
    },
    /** Makes the next delivery end the run that this refusal may have started. */
    refused(): void {
      noRunUntil = 0
    },
  }
}

type DeliveryDeps = MailDeps & {
  readonly runs: ReturnType<typeof createRunWatch>
  readonly countTry: (outcome: TryOutcome) => void
}

const deliver = async (deps: DeliveryDeps, job: Job<MailJob>): Promise<void> => {
  const { mailer, clock, mailHooks, database, runs } = deps
  const { db } = database
  const mail = await queries.claimMail(db, job.data.mailId)
  if (!mail) return
  try {
    const files = await makeAttachments(mailHooks, mail.attachments ?? [])
    const message = toOutgoing(fillSecret(mailHooks, mail), files)
    const delivered = await inSpan(deliverySpan(mail), () => mailer.deliver(message))
    const outcome = { ...delivered, at: clock.now().toISOString() }
    await retryRecording(async () => {
      // Before the transaction: a refusal locks the run first and then a mail.
      if (outcome.delivery === 'sent') await runs.delivered()
      await db.transaction((tx) => recordOutcome(tx, deps, mail, outcome))
    })
    logTry(deps, job, mail, outcome.delivery)
  } catch (error) {
    if (error instanceof NotRecorded) throw error
    await handleFailedTry(deps, job, mail, error)
  }
}

const deliverySpan = ({ type }: queries.EmailLogRow) =>
  ({ name: `deliver ${type}`, kind: 'client', attributes: { 'kontor.mail_type': type } }) as const

const logTry = (
  { countTry }: DeliveryDeps,
  job: Job<MailJob>,
  { id, type }: queries.EmailLogRow,
  delivery: TryOutcome,
) => {
  countTry(delivery)
  const details = { mail: id, type, delivery, tries: job.retryCount + 1 }
  job.log(delivery === 'failed' || delivery === 'retrying' ? 'warn' : 'info', details, 'A mail was tried')
}

/** Records a failed try. Rethrows `error` when the mail is to be retried. */
const handleFailedTry = async (
  deps: DeliveryDeps,
  job: Job<MailJob>,
  mail: queries.EmailLogRow,
  error: unknown,
): Promise<void> => {
  const { db } = deps.database
  const answer = error instanceof Error ? error.message : String(error)
  const at = deps.clock.now().toISOString()
  const retries = await db.transaction(async (tx) => {
    if (await mayRetry(tx, deps, job, error, at)) {
      await queries.recordFailure(tx, mail.id, { delivery: 'retrying', errorMessage: answer, at })
      return true
    }
    await recordOutcome(tx, deps, mail, { delivery: 'failed', answer, at })
    return false
  })
  logTry(deps, job, mail, retries ? 'retrying' : 'failed')
  if (error instanceof ServerRefused) deps.runs.refused()
  if (retries) throw error
}

const mayRetry = async (
  tx: Queryable,
  deps: MailDeps,
  job: Job<MailJob>,
  error: unknown,
  at: string,
): Promise<boolean> => {
  if (job.lastTry) return false
  if (error instanceof ServerRefused) return isSuspiciousRefusal(tx, deps, job.data.mailId, at)
  return !(error instanceof MailRefused)
}

/** Records a mail's outcome and calls the feature's hook, both in the caller's transaction. */
const recordOutcome = async (
  tx: Queryable,
  { mailHooks }: MailDeps,
  mail: queries.EmailLogRow,
  outcome: Pick<MailOutcome, 'delivery' | 'answer' | 'at'>,
): Promise<void> => {
  const { delivery, answer, at } = outcome
  if (delivery === 'failed') await queries.recordFailure(tx, mail.id, { delivery, errorMessage: answer ?? '', at })
  else await queries.recordDelivery(tx, mail.id, { delivery, answer, at })
  await mailHooks.outcomes.get(mail.type)?.(tx, { ...mail, ...outcome, mailId: mail.id })
}

class NotRecorded extends Error {}

/** Retries, so that a short database outage after a delivery doesn't cause a second one. */
const retryRecording = async (record: () => Promise<void>): Promise<void> => {
  for (const ms of recordingDelays) {
    try {
      return await record()
    } catch {
      await wait(ms)
    }
  }
  await record().catch((error: unknown) => {
    throw new NotRecorded('The mail was sent, but that could not be recorded', { cause: error })
  })
}

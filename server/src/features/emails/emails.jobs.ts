import { setTimeout as wait } from 'node:timers/promises'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Queryable } from '../../platform/database/database.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import { fillSecret, type MailOutcome, makeAttachments } from '../../platform/mail/mail-hooks.ts'
import { MailRefused } from '../../platform/mail/mailer.ts'
import { inSpan } from '../../platform/tracing/tracing.ts'
import * as queries from './emails.queries.ts'
import { type MailJob, mailQueue, toOutgoing } from './emails.service.ts'

/** 16 tries over about a day. The first retry follows after 5 to 10 s; each further wait doubles, up to 6 hours. */
const retry = { retryLimit: 15, firstDelaySeconds: 5, maxDelaySeconds: 6 * 60 * 60 }

/** Maximum concurrent deliveries. */
const concurrency = 8

/** Milliseconds between attempts to record a delivery. */
const recordingDelays = [200, 1_000, 4_000, 15_000]

/** The signing keys are left out: delivery signs nothing. */
type MailDeps = Omit<Deps, 'signing' | 'databaseOwner'>

/**
 * Starts delivering the outbox. A mail whose delivery couldn't be recorded may be delivered twice. A mail whose row says "sent" isn't
 * delivered again.
 */
export const deliverMails = (deps: MailDeps, metrics?: Registry): void => {
  const { jobs } = deps
  const countTry = metrics ? countTries(metrics) : () => {}
  jobs.work<MailJob>(mailQueue, { retry, concurrency }, (job) => deliver({ ...deps, countTry }, job))
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
  // Starts each counter at 0; otherwise Prometheus' `rate()` would miss the first failure.
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

type DeliveryDeps = MailDeps & {
  readonly countTry: (outcome: TryOutcome) => void
}

const deliver = async (deps: DeliveryDeps, job: Job<MailJob>): Promise<void> => {
  const { mailer, clock, mailHooks, database } = deps
  const { db } = database
  const mail = await queries.claimMail(db, job.data.mailId)
  if (!mail) return
  try {
    const files = await makeAttachments(mailHooks, mail.attachments ?? [])
    const message = toOutgoing(fillSecret(mailHooks, mail), files)
    const delivered = await inSpan(deliverySpan(mail), () => mailer.deliver(message))
    const outcome = { ...delivered, at: clock.now().toISOString() }
    await retryRecording(() => db.transaction((tx) => recordOutcome(tx, deps, mail, outcome)))
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

/** Records a failed try. Rethrows `error` if the queue shall retry the mail. */
const handleFailedTry = async (
  deps: DeliveryDeps,
  job: Job<MailJob>,
  mail: queries.EmailLogRow,
  error: unknown,
): Promise<void> => {
  const { db } = deps.database
  const answer = error instanceof Error ? error.message : String(error)
  const at = deps.clock.now().toISOString()
  const retries = !job.lastTry && !(error instanceof MailRefused)
  if (retries) await queries.recordFailure(db, mail.id, { delivery: 'retrying', errorMessage: answer, at })
  else await db.transaction((tx) => recordOutcome(tx, deps, mail, { delivery: 'failed', answer, at }))
  logTry(deps, job, mail, retries ? 'retrying' : 'failed')
  if (retries) throw error
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

/** Retries, so that a mail isn't delivered again only because the database was down for a moment after its delivery. */
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

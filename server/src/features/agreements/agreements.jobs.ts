import { osloDay } from '@kontor/contract/shared/time'
import type { Queryable } from '../../platform/database/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { doEach } from '../../platform/jobs/do-each.ts'
import type { MailOutcome } from '../../platform/mail/mail-hooks.ts'
import type { PdfRenderer } from '../../platform/pdf/pdf-renderer.ts'
import { noteExpiry, noteWithheldReminder } from './agreements.notices.service.ts'
import { renderSentPdf } from './agreements.pdf.service.ts'
import { listDueReminders, listExpiriesToNote, readAgreement, updateLastMail } from './agreements.queries.ts'
import { remindCustomer, sentPdf } from './agreements.sending.service.ts'
import { hasEid } from './agreements.settings.service.ts'
import { insertEvent } from './agreements.timeline.queries.ts'

/** Runs at 8:00, and at 12:00 in case the server was down at 8:00. An agreement has at most one reminder a day. */
const reminderTimes = '0 8,12 * * *'

/** Runs at 7:30, and at 12:30 in case the server was down at 7:30. */
const expiryTimes = '30 7,12 * * *'

/** Schedules the jobs, and registers the renderer of attached PDFs and the hook that adds mail outcomes to the timeline. */
export const runAgreementJobs = (deps: Deps, pdf: PdfRenderer): void => {
  deps.jobs.schedule('agreement-reminders', reminderTimes, () => remindCustomers(deps))
  deps.jobs.schedule('agreement-expiries', expiryTimes, () => noteExpiries(deps))
  deps.mailHooks.makers.set(sentPdf, (snapshotId) => renderSentPdf(deps, pdf, snapshotId))
  deps.mailHooks.outcomes.set('agreement', recordMailOutcome)
}

/**
 * Sends today's due reminders. If an agreement requires eID but eID isn't set up, notifies the company instead.
 * @throws AggregateError after all reminders, if some failed
 */
export const remindCustomers = async (deps: Deps): Promise<void> => {
  const day = osloDay(deps.clock.now().toISOString())
  const due = await listDueReminders(deps.database.db, day)
  const remind = ({ id, verification }: (typeof due)[number]) =>
    verification === 'eid' && !hasEid(deps) ? noteWithheldReminder(deps, id) : remindCustomer(deps, id, day)
  await doEach(due, remind, failed)
}

/** Notifies the company of all agreements that expired unanswered. @throws AggregateError after all notices, if some failed */
export const noteExpiries = async (deps: Deps): Promise<void> => {
  const day = osloDay(deps.clock.now().toISOString())
  const expired = await listExpiriesToNote(deps.database.db, day)
  await doEach(expired, (id) => noteExpiry(deps, id, day), failed)
}

const failed = (count: number): string => `${count} mails about agreements failed`

const eventKinds = { sent: 'delivered', stored: 'stored', failed: 'failed' } as const

/** Adds the outcome of a customer's mail to the timeline; notices to the company are only in the mail log. */
const recordMailOutcome = async (tx: Queryable, outcome: MailOutcome): Promise<void> => {
  const { relatedId, replyTo, mailId, delivery, answer, to, subject, at } = outcome
  if (!relatedId || replyTo || !(await readAgreement(tx, relatedId))) return
  await insertEvent(tx, {
    agreementId: relatedId,
    kind: eventKinds[delivery],
    actor: 'system',
    at,
    recipientEmail: to,
    // The subject tells mails to the same person apart; a failure adds its reason.
    detail: delivery === 'failed' && answer ? `${subject}\n${answer}` : subject,
  })
  await updateLastMail(tx, relatedId, mailId)
}

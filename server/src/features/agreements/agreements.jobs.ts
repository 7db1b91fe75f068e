import { osloDay } from '@kontor/contract/shared/time'
import type { Queryable } from '../../platform/database/database.ts'
import type { Deps } from '../../platform/deps.ts'
import type { MailOutcome } from '../../platform/mail/mail-hooks.ts'
import type { PdfRenderer } from '../../platform/pdf/pdf-renderer.ts'
import { insertEvent } from './agreements.evidence.queries.ts'
import { pdfOfAnswer } from './agreements.pdf.service.ts'
import { listDueReminders, noteLastMail, readAgreement } from './agreements.queries.ts'
import { answerPdf, remindCustomer } from './agreements.sending.service.ts'

/** In the morning, and again at noon for what a morning without a server has missed; nobody is reminded twice a day. */
const reminderTimes = '0 8,12 * * *'

/** Registers the reminders by the clock, the receipts' PDF, and what the timeline hears of mails. */
export const runAgreementJobs = (deps: Deps, pdf: PdfRenderer): void => {
  deps.jobs.schedule('agreement-reminders', reminderTimes, () => remindCustomers(deps))
  deps.mailHooks.makers.set(answerPdf, (answerId) => pdfOfAnswer(deps, pdf, answerId))
  deps.mailHooks.outcomes.set('agreement', noteOutcome)
}

/** Reminds the customers of all agreements that are due today; one that fails does not keep the others waiting. */
export const remindCustomers = async (deps: Deps): Promise<void> => {
  const day = osloDay(deps.clock.now().toISOString())
  const failures: unknown[] = []
  for (const id of await listDueReminders(deps.database.db, day)) {
    await remindCustomer(deps, id, day).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} reminders failed`)
}

const eventKinds = { sent: 'delivered', stored: 'stored', failed: 'failed' } as const

/** The timeline tells how the customer's mails ended; what went to the company itself is in the mail log. */
const noteOutcome = async (tx: Queryable, outcome: MailOutcome): Promise<void> => {
  const { relatedId, replyTo, mailId, delivery, answer, to, subject, at } = outcome
  if (!relatedId || replyTo || !(await readAgreement(tx, relatedId))) return
  await insertEvent(tx, {
    agreementId: relatedId,
    kind: eventKinds[delivery],
    actor: 'system',
    at,
    recipientEmail: to,
    // Which of the mails to the same person it was, and why it did not go.
    detail: delivery === 'failed' && answer ? `${subject}\n${answer}` : subject,
  })
  await noteLastMail(tx, relatedId, mailId)
}

import { addMinutes } from '@kontor/contract/shared/time'
import { webinarReminderHours } from '@kontor/contract/webinars/webinars.rules'
import type { Queryable } from '../../platform/database/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { doEach } from '../../platform/jobs/do-each.ts'
import { tokenInMail } from '../../platform/mail/link-tokens.queries.ts'
import { secretPlaceholder } from '../../platform/mail/mail-hooks.ts'
import { readEmailSettings } from '../emails/emails.queries.ts'
import { type NewMail, queueMails } from '../emails/emails.service.ts'
import { webinarCalendarFile } from './webinars.mails.ts'
import { newsMail, type WebinarNews } from './webinars.news.mails.ts'
import { lockWebinar, type Webinar } from './webinars.queries.ts'
import { claimReminders, listWebinarsToRemind, type Recipient } from './webinars.seats.queries.ts'

export const isUpcoming = ({ clock }: Pick<Deps, 'clock'>, { date }: Pick<Webinar, 'date'>): boolean =>
  date >= clock.now().toISOString()

/** The address of a registrant's personal page. Delivery replaces the placeholder with the token. */
export const ownUrlIn = ({ config }: Pick<Deps, 'config'>): string =>
  `${config.publicUrl}/webinar-registration/${secretPlaceholder}`

/** Returns the latest start time for which a reminder is due now. */
const reminderHorizon = ({ clock }: Pick<Deps, 'clock'>): string =>
  addMinutes(clock.now().toISOString(), webinarReminderHours * 60)

/** Returns the webinar's start if it is so near that a mail sent now makes a reminder unnecessary; otherwise null. */
export const remindedNow = (deps: Pick<Deps, 'clock'>, { date }: Pick<Webinar, 'date'>): string | null =>
  date <= reminderHorizon(deps) ? date : null

export interface News {
  readonly kind: WebinarNews
  readonly webinar: Webinar
  /** The webinar's start before the change; the same as the webinar's `date` if it wasn't moved. */
  readonly before: string
  readonly recipients: readonly Recipient[]
}

/** The iCalendar method of the file attached to each kind of mail; other kinds have no file. */
const calendarMethods: Readonly<Partial<Record<WebinarNews, 'PUBLISH' | 'CANCEL'>>> = {
  moved: 'PUBLISH',
  link: 'PUBLISH',
  linkGone: 'PUBLISH',
  promoted: 'PUBLISH',
  unregistered: 'CANCEL',
  lapsed: 'CANCEL',
  cancelled: 'CANCEL',
}

/** Maximum mails per INSERT: more would exceed its parameter limit and block other requests. */
const mailBatchSize = 100

/** Queues a mail to each recipient in their language, in the transaction of the change that the mail is about. */
export const queueNews = async (
  tx: Queryable,
  deps: Deps,
  { kind, webinar, before, recipients }: News,
): Promise<void> => {
  const settings = await readEmailSettings(tx)
  const method = calendarMethods[kind]
  const now = deps.clock.now().toISOString()
  const toMail = (recipient: Recipient): NewMail => {
    const cancelledFor = method === 'CANCEL' ? recipient.email : undefined
    const calendar = { settings, url: deps.config.publicUrl, now, cancelledFor }
    return {
      ...newsMail(kind, webinar, recipient, { before, ownUrl: ownUrlIn(deps) }),
      secret: tokenInMail(deps.signing.secrets, recipient),
      attachments: method ? [webinarCalendarFile(webinar, recipient.language, calendar)] : [],
      to: recipient.email,
      type: 'webinar',
      relatedId: recipient.id,
    }
  }
  for (let start = 0; start < recipients.length; start += mailBatchSize) {
    await queueMails(tx, deps, settings, recipients.slice(start, start + mailBatchSize).map(toMail))
  }
}

/**
 * Reminds the registrants of webinars that begin within a day, once for each start time. Can be interrupted, repeated and run by several
 * instances at once. A failure doesn't stop the other webinars.
 * @throws AggregateError
 */
export const remindRegistrants = async (deps: Deps): Promise<void> => {
  const now = deps.clock.now().toISOString()
  const due = await listWebinarsToRemind(deps.database.db, now, reminderHorizon(deps))
  await doEach(
    due,
    (id) => remindOf(deps, id),
    (count) => `The reminders of ${count} webinars failed`,
  )
}

/** Queues the reminders of one webinar in batches. Each batch commits together with the marks that these registrants were reminded. */
const remindOf = async (deps: Deps, id: string): Promise<void> => {
  let claimed: number
  do {
    claimed = await deps.database.db.transaction(async (tx) => {
      // Locks the webinar, so that nobody can move it before the reminders are queued.
      const webinar = await lockWebinar(tx, id, 'share')
      if (!webinar || !isUpcoming(deps, webinar) || remindedNow(deps, webinar) === null) return 0
      const recipients = await claimReminders(tx, webinar, mailBatchSize)
      await queueNews(tx, deps, { kind: 'reminder', webinar, before: webinar.date, recipients })
      return recipients.length
    })
  } while (claimed > 0)
}

import type { Queryable } from '../database/database.ts'
import type { MailAttachment, MailFile } from './mailer.ts'

/** A file that is made when its mail is delivered: by the maker of that name, of what `of` names. */
export interface AttachmentToMake {
  readonly filename: string
  readonly contentType: string
  readonly maker: string
  readonly of: string
}

/** A file as the outbox keeps it: whole, or how it is made. */
export type StoredAttachment = MailAttachment | AttachmentToMake

/** How a mail ended. */
export interface MailOutcome {
  readonly mailId: string
  readonly relatedId: string | null
  readonly to: string
  readonly subject: string
  /** Set on notices to the company. */
  readonly replyTo: string | null
  readonly delivery: 'sent' | 'stored' | 'failed'
  /** What the mail server said. */
  readonly answer: string | null
  readonly at: string
}

/** What features add to the delivery of the mails they queue; each registers when the app is built. */
export interface MailHooks {
  /** Makers of files, by name. The same `of` must make the same file at every try. */
  readonly makers: Map<string, (of: string) => Promise<Buffer>>
  /** Told, inside the transaction that writes it down, how a mail of a type ended. */
  readonly outcomes: Map<string, (tx: Queryable, outcome: MailOutcome) => Promise<void>>
}

export const createMailHooks = (): MailHooks => ({ makers: new Map(), outcomes: new Map() })

/**
 * Makes the files of a mail that are not there yet.
 * @throws Error when nobody registered their maker, or it fails.
 */
export const makeAttachments = ({ makers }: MailHooks, stored: readonly StoredAttachment[]): Promise<MailFile[]> =>
  Promise.all(
    stored.map(async (one) => {
      if ('content' in one) return one
      const make = makers.get(one.maker)
      if (!make) throw new Error(`Nobody makes attachments of the kind ${one.maker}`)
      const { filename, contentType } = one
      return { filename, contentType, content: await make(one.of) }
    }),
  )

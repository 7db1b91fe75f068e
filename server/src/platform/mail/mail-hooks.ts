import type { Queryable } from '../database/database.ts'
import type { MailAttachment, MailFile } from './mailer.ts'

/** An attachment generated on delivery: by the maker of that name, for the entity that `of` identifies. */
export interface AttachmentToMake {
  readonly filename: string
  readonly contentType: string
  readonly maker: string
  readonly of: string
}

/** An attachment in the outbox: its content, or how to generate it. */
export type StoredAttachment = MailAttachment | AttachmentToMake

export interface MailOutcome {
  readonly mailId: string
  readonly relatedId: string | null
  readonly to: string
  readonly subject: string
  /** Set on notices to the company. */
  readonly replyTo: string | null
  readonly delivery: 'sent' | 'stored' | 'failed'
  readonly answer: string | null
  readonly at: string
}

/** The features' hooks into the delivery of their mails, registered when the app is built. */
export interface MailHooks {
  /** Attachment generators by name. The same `of` must produce the same file on every try. */
  readonly makers: Map<string, (of: string) => Promise<Buffer>>
  /** Callbacks by mail type, called in the transaction that records the mail's result. */
  readonly outcomes: Map<string, (tx: Queryable, outcome: MailOutcome) => Promise<void>>
}

export const createMailHooks = (): MailHooks => ({ makers: new Map(), outcomes: new Map() })

/** Returns a mail's attachments and generates those that have no content yet. @throws Error when their maker is not registered or fails. */
export const makeAttachments = ({ makers }: MailHooks, stored: readonly StoredAttachment[]): Promise<MailFile[]> =>
  Promise.all(
    stored.map(async (attachment) => {
      if ('content' in attachment) return attachment
      const make = makers.get(attachment.maker)
      if (!make) throw new Error(`No attachment maker is registered as ${attachment.maker}`)
      const { filename, contentType } = attachment
      return { filename, contentType, content: await make(attachment.of) }
    }),
  )

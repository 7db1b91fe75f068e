import type { Queryable } from '../database/database.ts'
import type { MailAttachment, MailFile } from './mailer.ts'

/** An attachment generated on delivery: by the generator named `maker`, for the entity that `of` identifies. */
export interface AttachmentToMake {
  readonly filename: string
  readonly contentType: string
  readonly maker: string
  readonly of: string
}

/** An attachment in the outbox: its content, or how to generate it. */
export type StoredAttachment = MailAttachment | AttachmentToMake

/** A text that only the recipient may read. It is made on delivery by the generator named `maker`, for the entity that `of` identifies. */
export interface SecretToMake {
  readonly maker: string
  readonly of: string
}

/** The placeholder in a mail's texts for its secret. */
export const secretPlaceholder = '••••••'

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
  /** Generators of secrets, by name. */
  readonly secrets: Map<string, (of: string) => string>
  /** Callbacks by mail type, called in the transaction that records the mail's result. */
  readonly outcomes: Map<string, (tx: Queryable, outcome: MailOutcome) => Promise<void>>
}

export const createMailHooks = (): MailHooks => ({
  makers: new Map(),
  secrets: new Map(),
  outcomes: new Map(),
})

/** Returns a mail's attachments and generates those that have no content yet. @throws Error if a generator is not registered or fails. */
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

/** Fills a mail's secret into its texts. @throws Error if its generator is not registered */
export const fillSecret = <Texts extends { htmlContent: string | null; textContent: string | null }>(
  { secrets }: MailHooks,
  mail: Texts & { readonly secret: SecretToMake | null },
): Texts => {
  if (!mail.secret) return mail
  const make = secrets.get(mail.secret.maker)
  if (!make) throw new Error(`No maker of secrets is registered as ${mail.secret.maker}`)
  const secret = make(mail.secret.of)
  const fill = (text: string | null) => text?.replaceAll(secretPlaceholder, secret) ?? null
  return { ...mail, htmlContent: fill(mail.htmlContent), textContent: fill(mail.textContent) }
}

/** A rendered mail; addresses are bare, without names. */
export interface OutgoingMail {
  /** An id without angle brackets. It is the same on every try, so that receivers can detect duplicates. */
  readonly messageId: string
  readonly from: { readonly name: string; readonly address: string }
  readonly to: string
  /** Addresses that get a visible copy. */
  readonly cc: readonly string[]
  readonly replyTo: string | null
  readonly subject: string
  readonly html: string
  readonly text: string
  readonly attachments: readonly MailFile[]
  /** The Message-IDs of the conversation that the mail continues, oldest first, without angle brackets. */
  readonly thread: readonly string[]
  /** Marks automatic mails (RFC 3834), so that autoresponders do not reply; null for a person's mail. */
  readonly autoSubmitted: 'auto-replied' | 'auto-generated' | null
}

/** A text attachment, in UTF-8. */
export interface MailAttachment {
  readonly filename: string
  /** A content type with its parameters: `text/calendar; method=PUBLISH; charset=utf-8`. */
  readonly contentType: string
  readonly content: string
}

export interface Delivered {
  /** `sent` when the mail server accepted it, `stored` when it was written to a file. */
  readonly delivery: 'sent' | 'stored'
  /** The mail server's response; null without a mail server. */
  readonly answer: string | null
}

export type MailFile = Omit<MailAttachment, 'content'> & { readonly content: string | Buffer }

/** Sends mails to the mail server, or stores them as files if none is configured. */
export interface Mailer {
  /** Delivers a mail. @throws MailRefused if no retry can succeed; any other error, with the server's response, if a retry may succeed */
  deliver(mail: OutgoingMail): Promise<Delivered>
  close(): void
}

/** The error after which no retry can succeed. Its message is the reason. */
export class MailRefused extends Error {}

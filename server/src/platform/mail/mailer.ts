/** A mail as it is handed over: addresses bare, names apart, texts ready. */
export interface OutgoingMail {
  /** Without angle brackets; the same at every try, so that a receiver can tell a repeated mail. */
  readonly messageId: string
  readonly from: { readonly name: string; readonly address: string }
  readonly to: string
  readonly replyTo: string | null
  readonly subject: string
  readonly html: string
  readonly text: string
  readonly attachments: readonly MailFile[]
  /** What a machine wrote says so (RFC 3834), so that other machines do not answer it; null for a person's mail. */
  readonly autoSubmitted: 'auto-replied' | 'auto-generated' | null
}

/** A text file that goes with a mail, in UTF-8. */
export interface MailAttachment {
  readonly filename: string
  /** With its parameters: `text/calendar; method=PUBLISH; charset=utf-8`. */
  readonly contentType: string
  readonly content: string
}

/** What became of a mail that was handed over. */
export interface Delivered {
  /** `sent` when the mail server took it, `stored` when it was written to a file. */
  readonly delivery: 'sent' | 'stored'
  /** The mail server's own words; null where there is none. */
  readonly answer: string | null
}

/** Any file that goes with a mail. */
export type MailFile = Omit<MailAttachment, 'content'> & { readonly content: string | Buffer }

/** Hands mails to the mail server, or stores them as files where none is set. */
export interface Mailer {
  /**
   * @throws MailRefused when no later try can succeed; any other error with the server's answer when one may.
   */
  deliver(mail: OutgoingMail): Promise<Delivered>
  close(): void
}

/** No later try can succeed; the message says why. */
export class MailRefused extends Error {}

/** The mail server refused this mail or its recipient for good; the message is the server's answer. */
export class ServerRefused extends MailRefused {}

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
}

/** Hands mails to the mail server, or stores them as files where none is set. */
export interface Mailer {
  /** `sent` when the mail server took it, `stored` when it was written to a file. Throws with the server's answer. */
  deliver(mail: OutgoingMail): Promise<'sent' | 'stored'>
  close(): void
}

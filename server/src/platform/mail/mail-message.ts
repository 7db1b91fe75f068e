import type { SendMailOptions } from 'nodemailer'
import { type MailFile, MailRefused, type OutgoingMail } from './mailer.ts'

/** Matches an address without a name. It has no spaces, commas, brackets or control characters, so it can't break out of a header or command. */
const bareAddress = /^[^\s\p{Cc}<>,;:"\\()[\]@]+@[^\s\p{Cc}<>,;:"\\()[\]@]+$/u

/**
 * Converts a mail to nodemailer's format: HTML and plain text in UTF-8. Line breaks and other control characters in header values become
 * spaces, so that no value can inject a header.
 * @throws MailRefused when an address is not a bare address.
 */
export const toMessage = (mail: OutgoingMail): SendMailOptions => ({
  messageId: `<${header(mail.messageId)}>`,
  from: { name: header(mail.from.name), address: address(mail.from.address) },
  to: { name: '', address: address(mail.to) },
  ...(mail.cc.length > 0 && { cc: mail.cc.map((copy) => ({ name: '', address: address(copy) })) }),
  ...(mail.replyTo && { replyTo: { name: '', address: address(mail.replyTo) } }),
  subject: header(mail.subject),
  html: mail.html,
  text: mail.text,
  attachments: mail.attachments.map(toAttachment),
  ...threadHeaders(mail.thread.map((id) => `<${header(id)}>`)),
  headers: autoSubmittedHeaders(mail.autoSubmitted),
  disableFileAccess: true,
  disableUrlAccess: true,
})

const header = (value: string): string => value.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

/** Base64 keeps line ends and characters unchanged in any mail server. */
const toAttachment = ({ filename, contentType, content }: MailFile) => ({
  filename: header(filename),
  contentType: header(contentType),
  contentTransferEncoding: 'base64' as const,
  content,
})

const address = (value: string): string => {
  if (!bareAddress.test(value)) throw new MailRefused(`Ugyldig e-postadresse: ${header(value)}`)
  return value
}

/** Returns the headers by which mail programs group a conversation (RFC 5322, 3.6.4). */
const threadHeaders = (thread: readonly string[]) => {
  const inReplyTo = thread.at(-1)
  return inReplyTo === undefined ? {} : { inReplyTo, references: [...thread] }
}

/** Returns two headers for automatic mails, since Exchange only honors its own. */
const autoSubmittedHeaders = (autoSubmitted: OutgoingMail['autoSubmitted']): Record<string, string> =>
  autoSubmitted ? { 'Auto-Submitted': autoSubmitted, 'X-Auto-Response-Suppress': 'All' } : {}

import type { SendMailOptions } from 'nodemailer'
import { type MailFile, MailRefused, type OutgoingMail } from './mailer.ts'

/** A bare address that cannot break out of a header or an SMTP command: no space, control character, comma or bracket. */
const bareAddress = /^[^\s\p{Cc}<>,;:"\\()[\]@]+@[^\s\p{Cc}<>,;:"\\()[\]@]+$/u

/**
 * The mail in nodemailer's words: HTML and plain text in UTF-8. Line breaks and other control characters in header values
 * become spaces, so that no value can add a header.
 * @throws MailRefused when an address is not a bare address.
 */
export const toMessage = (mail: OutgoingMail): SendMailOptions => ({
  messageId: `<${header(mail.messageId)}>`,
  from: { name: header(mail.from.name), address: address(mail.from.address) },
  to: { name: '', address: address(mail.to) },
  ...(mail.replyTo && { replyTo: { name: '', address: address(mail.replyTo) } }),
  subject: header(mail.subject),
  html: mail.html,
  text: mail.text,
  attachments: mail.attachments.map(attached),
  headers: automatic(mail.autoSubmitted),
  disableFileAccess: true,
  disableUrlAccess: true,
})

const header = (value: string): string => value.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

/** Base64 carries every line end and letter unchanged through any mail server. */
const attached = ({ filename, contentType, content }: MailFile) => ({
  filename: header(filename),
  contentType: header(contentType),
  contentTransferEncoding: 'base64' as const,
  content,
})

const address = (value: string): string => {
  if (!bareAddress.test(value)) throw new MailRefused(`Ugyldig e-postadresse: ${header(value)}`)
  return value
}

/** Exchange knows its own header only. */
const automatic = (autoSubmitted: OutgoingMail['autoSubmitted']): Record<string, string> =>
  autoSubmitted ? { 'Auto-Submitted': autoSubmitted, 'X-Auto-Response-Suppress': 'All' } : {}

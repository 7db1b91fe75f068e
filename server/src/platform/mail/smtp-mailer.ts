import { isSameAddress } from '@kontor/contract/shared/email-addresses'
import { createTransport } from 'nodemailer'
import { z } from 'zod'
import { toMessage } from './mail-message.ts'
import { type Mailer, MailRefused } from './mailer.ts'

const thisMachine = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** Returns true if a password would leave this machine. */
const sendsPassword = (url: string): boolean => {
  const { username, password, hostname } = new URL(url)
  return (username !== '' || password !== '') && !thisMachine.test(hostname)
}

/** The key that signs a domain's mails (DKIM). The domain publishes the public key under the selector. */
export interface DkimKey {
  readonly domain: string
  readonly selector: string
  /** An RSA private key in PEM. */
  readonly key: string
}

interface SmtpOptions {
  readonly allowPlaintext?: boolean
  readonly connectMs?: number
  readonly answerMs?: number
  readonly overallMs?: number
  readonly dkim?: DkimKey | undefined
}

/**
 * Sends over a few pooled connections to one mail server, `smtp://user:password@host:587` or `smtps://…`. With a password, `smtp://`
 * requires STARTTLS, unless the server is this machine or `allowPlaintext` is set. Timeouts in milliseconds: for connecting, for each
 * response, and in total.
 */
export const smtpMailer = (
  url: string,
  { allowPlaintext = false, connectMs = 10_000, answerMs = 20_000, overallMs = 60_000, dkim }: SmtpOptions = {},
): Mailer => {
  const transport = createTransport({
    url,
    requireTLS: !allowPlaintext && sendsPassword(url),
    ...(dkim && { dkim: { domainName: dkim.domain, keySelector: dkim.selector, privateKey: dkim.key } }),
    pool: true,
    maxConnections: 5,
    maxMessages: 500,
    dnsTimeout: connectMs,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: answerMs,
  })
  return {
    async deliver(mail) {
      const message = toMessage(mail)
      try {
        const { response, rejectedErrors = [] } = await transport.sendMail({
          ...message,
          signal: AbortSignal.timeout(overallMs),
        })
        // Checks the recipient: if the mail has copies, the server may have accepted only the copies.
        const refusal = rejectedErrors.find(({ recipient }) => isSameAddress(recipient, mail.to))
        if (refusal) throw refusal
        const refusedCopies = rejectedErrors.map((error) => `${error.recipient}: ${error.response ?? error.message}`)
        return { delivery: 'sent', answer: [response, ...refusedCopies].filter(Boolean).join('\n') || null }
      } catch (error) {
        throw toDeliveryError(error)
      }
    },
    close: () => transport.close(),
  }
}

const smtpErrorSchema = z.object({
  code: z.string().optional().catch(undefined),
  command: z.string().optional().catch(undefined),
  response: z.string().optional().catch(undefined),
  responseCode: z.number().optional().catch(undefined),
})

const noEncryption =
  'E-postserveren tilbyr ikke kryptering (STARTTLS), og uten den sendes ikke passordet i SMTP_URL. Er nettet trygt, kan SMTP_INSECURE settes til on.'

const toDeliveryError = (error: unknown): Error => {
  if (!(error instanceof Error)) return new Error(String(error))
  const details = smtpErrorSchema.parse(error)
  if (details.code === 'EABORT') return new Error('E-postserveren brukte for lang tid', { cause: error })
  // The server offers no STARTTLS, which a password requires. Its own response would not help the user.
  if (details.code === 'ETLS') return new Error(noEncryption, { cause: error })
  return refusalOf(details, details.response || error.message, error)
}

/** Matches the codes for a recipient that doesn't exist (RFC 3463, RFC 7505): unknown mailbox, malformed address, domain without mail. */
const noRecipient = /^5\d\d[ -]#?5\.1\.(?:1|3|10)(?!\.?\d)/m

/**
 * Returns the error for a failed delivery. It is permanent if the recipient doesn't exist, or if the SMTP library rejects the mail. Everything
 * else is retried for a day, since servers also answer 5xx when they are overloaded, set up wrongly or dislike the sender.
 */
const refusalOf = (
  { code, command, responseCode }: z.output<typeof smtpErrorSchema>,
  answer: string,
  cause: Error,
): Error => {
  if ((code !== 'EENVELOPE' && code !== 'EMESSAGE') || command === 'MAIL FROM') return new Error(answer, { cause })
  // The SMTP library rejected the mail, without contacting the server.
  if (responseCode === undefined) return new MailRefused(answer, { cause })
  return noRecipient.test(answer) ? new MailRefused(answer, { cause }) : new Error(answer, { cause })
}

import { createTransport } from 'nodemailer'
import { z } from 'zod'
import { toMessage } from './mail-message.ts'
import { type Mailer, MailRefused } from './mailer.ts'

/** How long a silent server is waited for: at each step, and over all. Milliseconds. */
interface SmtpPatience {
  readonly connectMs: number
  readonly answerMs: number
  readonly overallMs: number
}

const ordinaryPatience: SmtpPatience = { connectMs: 10_000, answerMs: 20_000, overallMs: 60_000 }

/** Sends over a few kept connections to one mail server, `smtp://user:password@host:587` or `smtps://…`. */
export const smtpMailer = (url: string, { connectMs, answerMs, overallMs } = ordinaryPatience): Mailer => {
  const transport = createTransport({
    url,
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
        const { response } = await transport.sendMail({ ...message, signal: AbortSignal.timeout(overallMs) })
        return { delivery: 'sent', answer: response || null }
      } catch (error) {
        throw inServersWords(error)
      }
    },
    close: () => transport.close(),
  }
}

/** What nodemailer says of a failure beside its message. */
const smtpErrorSchema = z.object({
  code: z.string().optional().catch(undefined),
  command: z.string().optional().catch(undefined),
  /** A reply of 500 to 599. */
  permanent: z.boolean().optional().catch(undefined),
  response: z.string().optional().catch(undefined),
  responseCode: z.number().optional().catch(undefined),
})

const inServersWords = (error: unknown): Error => {
  if (!(error instanceof Error)) return new Error(String(error))
  const details = smtpErrorSchema.parse(error)
  if (details.code === 'EABORT') return new Error('E-postserveren brukte for lang tid', { cause: error })
  const answer = details.response || error.message
  return isFinal(details) ? new MailRefused(answer, { cause: error }) : new Error(answer, { cause: error })
}

/**
 * A refusal (5xx) of the recipient or of the text is final. One of the login, the connection or the sender is not: it is
 * a wrong setting, and the mails wait until it is put right. So does everything temporary (4xx, timeouts, no connection).
 */
const isFinal = ({ code, command, permanent, responseCode }: z.output<typeof smtpErrorSchema>): boolean => {
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return false
  if (responseCode === undefined) return true
  return permanent === true && command !== 'MAIL FROM'
}

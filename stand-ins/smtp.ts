import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'

export interface Refusal {
  readonly code: number
  readonly text: string
}

/** The faults that `misbehave` sets until its next call. */
export interface SmtpFaults {
  /** Returns a refusal (4xx is temporary, 5xx permanent), or undefined to accept the mail. */
  readonly refuse?: (to: readonly string[]) => Refusal | undefined
  /** Milliseconds before responding to a mail. */
  readonly delayMs?: number
  /** Closes the connection instead of responding to a mail. */
  readonly drop?: boolean
}

/** A received mail with its envelope recipients. */
export interface ReceivedMail {
  readonly to: readonly string[]
  readonly mail: Email
}

/** A running mail server that stores all mails. */
export interface SmtpStandIn {
  readonly url: string
  readonly mails: readonly ReceivedMail[]
  misbehave(faults: SmtpFaults): void
  /** Waits for the first matching mail. The timeout error lists the mails that were received. */
  waitFor(matches: (mail: ReceivedMail) => boolean, timeoutMs?: number): Promise<ReceivedMail>
  close(): Promise<void>
}

const refusal = ({ code, text }: Refusal): Error => Object.assign(new Error(text), { responseCode: code })

interface SmtpOptions {
  readonly port?: number
  /** Called before the server accepts a mail. */
  readonly onMail?: (received: ReceivedMail) => void
}

/** Starts a mail server on loopback, on any free port unless one is given. */
export const startSmtp = async ({ port = 0, onMail }: SmtpOptions = {}): Promise<SmtpStandIn> => {
  const mails: ReceivedMail[] = []
  let faults: SmtpFaults = {}

  const receive = async (stream: SMTPServerDataStream, session: SMTPServerSession): Promise<Error | undefined> => {
    const raw = await buffer(stream)
    const { refuse, delayMs } = faults
    if (delayMs) await sleep(delayMs)
    const to = session.envelope.rcptTo.map(({ address }) => address)
    const refused = refuse?.(to)
    if (refused) return refusal(refused)
    const received = { to, mail: await PostalMime.parse(raw) }
    onMail?.(received)
    mails.push(received)
    return undefined
  }

  const server = new SMTPServer({
    authOptional: true,
    closeTimeout: 100,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    onMailFrom: (_address, _session, done) => {
      if (faults.drop) {
        for (const connection of server.connections) connection.close()
        return
      }
      done()
    },
    onData: (stream, session, done) => {
      receive(stream, session).then(done, done)
    },
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  // Ignores errors of connections: some tests disconnect in the middle of a mail.
  server.on('error', () => {})
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('The mail stand-in has no port.')

  return {
    url: `smtp://127.0.0.1:${address.port}`,
    mails,
    misbehave: (next) => {
      faults = next
    },
    waitFor: async (matches, timeoutMs = 45_000) => {
      for (const until = Date.now() + timeoutMs; ; await sleep(50)) {
        const found = mails.find(matches)
        if (found) return found
        if (Date.now() < until) continue
        const arrived = mails.map(({ to, mail }) => `${to.join(', ')}: ${mail.subject ?? ''}`)
        throw new Error(`No such mail within ${timeoutMs} ms. Arrived: ${arrived.join('; ') || 'none'}`)
      }
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

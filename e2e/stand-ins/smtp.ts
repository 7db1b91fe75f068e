import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'

export interface Refusal {
  readonly code: number
  readonly text: string
}

/** How the stand-in misbehaves, until told otherwise. */
export interface SmtpFaults {
  /** Refuses the mails to which it has an answer: 4xx means later, 5xx means never. */
  readonly refuse?: (to: readonly string[]) => Refusal | undefined
  /** Milliseconds before it answers to a mail. */
  readonly delayMs?: number
  /** Closes the connection instead of answering to a mail. */
  readonly drop?: boolean
}

/** A mail as it arrived: who it was handed over for, and what it says. */
export interface ReceivedMail {
  readonly to: readonly string[]
  readonly mail: Email
}

/** A running mail server that keeps what it gets. */
export interface SmtpStandIn {
  readonly url: string
  readonly mails: readonly ReceivedMail[]
  misbehave(faults: SmtpFaults): void
  /** Waits for the first mail that `wanted` accepts; fails with what did arrive. */
  waitFor(wanted: (mail: ReceivedMail) => boolean, timeoutMs?: number): Promise<ReceivedMail>
  close(): Promise<void>
}

const refusal = ({ code, text }: Refusal): Error => Object.assign(new Error(text), { responseCode: code })

const read = async (stream: SMTPServerDataStream): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Starts a mail server on loopback, on any free port unless one is given. */
export const startSmtp = async (port = 0): Promise<SmtpStandIn> => {
  const mails: ReceivedMail[] = []
  let faults: SmtpFaults = {}

  const receive = async (stream: SMTPServerDataStream, session: SMTPServerSession): Promise<Error | undefined> => {
    const raw = await read(stream)
    const { refuse, delayMs } = faults
    if (delayMs) await sleep(delayMs)
    const to = session.envelope.rcptTo.map(({ address }) => address)
    const refused = refuse?.(to)
    if (refused) return refusal(refused)
    mails.push({ to, mail: await PostalMime.parse(raw) })
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
  // A client that goes away in the middle of a mail is part of what is tested here.
  server.on('error', () => {})
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('The mail stand-in has no port.')

  return {
    url: `smtp://127.0.0.1:${address.port}`,
    mails,
    misbehave: (next) => {
      faults = next
    },
    waitFor: async (wanted, timeoutMs = 45_000) => {
      for (const until = Date.now() + timeoutMs; ; await sleep(50)) {
        const found = mails.find(wanted)
        if (found) return found
        if (Date.now() < until) continue
        const arrived = mails.map(({ to, mail }) => `${to.join(', ')}: ${mail.subject ?? ''}`)
        throw new Error(`No such mail within ${timeoutMs} ms. Arrived: ${arrived.join('; ') || 'none'}`)
      }
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { waitFor } from './wait-for.ts'

/** A received mail: its envelope recipients, parsed content and raw bytes. */
interface ReceivedMail {
  readonly to: readonly string[]
  readonly mail: Email
  readonly raw: Buffer
}

/**
 * The server's behaviour for the next mails: accept them, respond to the recipient or the text with a code (4xx: temporary, 5xx:
 * permanent), or never respond.
 */
type Behaviour =
  | 'accept'
  | 'hang'
  | { readonly code: number; readonly message: string; readonly at?: 'recipient' | 'text' }
  /** Applies to this recipient only. */
  | { readonly code: number; readonly message: string; readonly at: 'recipient'; readonly recipient: string }

export interface TestMailServer {
  readonly port: number
  /** The value for `SMTP_URL`. */
  readonly url: string
  /** All mails accepted so far, in order of arrival. */
  readonly received: readonly ReceivedMail[]
  /** Connections opened so far. */
  connections(): number
  /** The number of received mails that the server never responds to. */
  unanswered(): number
  behave(behaviour: Behaviour): void
  /** Waits until `count` mails have been accepted; if that takes too long, the error lists those that were. */
  waitFor(count: number, patienceMs?: number): Promise<readonly ReceivedMail[]>
  stop(): Promise<void>
}

/** Starts a real mail server on loopback, on any free port or, to restart one, on a given port. */
export const startMailServer = async (port = 0): Promise<TestMailServer> => {
  const received: ReceivedMail[] = []
  let [connections, unanswered] = [0, 0]
  let behaviour: Behaviour = 'accept'

  const refusalAt = (place: 'recipient' | 'text', recipient?: string): Error | undefined => {
    if (typeof behaviour === 'string' || (behaviour.at ?? 'text') !== place) return undefined
    if ('recipient' in behaviour && behaviour.recipient !== recipient) return undefined
    return Object.assign(new Error(behaviour.message), { responseCode: behaviour.code })
  }

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onConnect: (_session, done) => {
      connections++
      done()
    },
    onRcptTo: ({ address }, _session, done) => done(refusalAt('recipient', address)),
    onData: (stream, session, done) => {
      buffer(stream).then(async (raw) => {
        if (behaviour === 'hang') {
          unanswered++
          return
        }
        const refusal = refusalAt('text')
        if (refusal) return done(refusal)
        const to = session.envelope.rcptTo.map(({ address }) => address)
        received.push({ to, raw, mail: await PostalMime.parse(raw) })
        done()
      }, done)
    },
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  // Tests kill clients in the middle of a mail; without a listener, that error would end the process.
  server.on('error', () => {})
  const address = server.server.address()
  if (!address || typeof address === 'string') throw new Error('The mail server has no port')

  return {
    port: address.port,
    url: `smtp://127.0.0.1:${address.port}`,
    received,
    connections: () => connections,
    unanswered: () => unanswered,
    behave: (next) => {
      behaviour = next
    },
    waitFor: async (count, patienceMs) => {
      const arrived = () => received.map(({ to, mail }) => `${to.join(', ')}: ${mail.subject ?? ''}`).join('; ')
      await waitFor(
        () => received.length >= count,
        () => `${count} mails were expected. Arrived: ${arrived() || 'none'}`,
        patienceMs,
      )
      return received
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

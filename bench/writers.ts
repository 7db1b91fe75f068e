import { Agent, request } from 'node:http'

/** The outcomes of the clients' writes, as the clients saw them. */
export interface Ledger {
  /** Writes that the server answered with success; each must be stored exactly once. */
  readonly acknowledged: Set<string>
  /** Writes without a response, or with a server error. They may be stored, at most once, since an error may follow the commit. */
  readonly unknown: Set<string>
  /** Rejected writes (4xx), which must not be stored. */
  readonly refused: Set<string>
}

export interface Writers extends Ledger {
  /** Returns the time of the last acknowledged write, by `performance.now()`. */
  lastAcknowledged(): number
  stop(): Promise<void>
}

const timeoutMs = 30_000
/** Minimum milliseconds that a client waits after a failure before its next enquiry. */
const pauseMs = 100

/** Returns the status; undefined without a response. */
const post = (address: string, agent: Agent, body: string): Promise<number | undefined> =>
  new Promise((resolve) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const signal = AbortSignal.timeout(timeoutMs)
    const call = request(`${address}/api/contacts`, { method: 'POST', agent, headers, signal }, (response) => {
      response.resume()
      response.once('error', () => resolve(undefined))
      response.once('end', () => resolve(response.statusCode))
    })
    call.once('error', () => resolve(undefined))
    call.end(body)
  })

/** Sends enquiries with unique messages from concurrent clients until stopped. Each client rests `restMs` after each response. */
export const startWriters = (address: string, clients: number, restMs = 0): Writers => {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const [acknowledged, unknown, refused] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const stopping = new AbortController()
  let [counter, last] = [0, performance.now()]
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  const client = async () => {
    while (!stopping.signal.aborted) {
      const id = `enquiry-${process.pid}-${counter++}`
      const body = { name: 'Kari Nordmann', email: `${id}@kunde.example`, subject: 'general', message: id }
      const status = await post(address, agent, JSON.stringify(body))
      if (status === 200) {
        acknowledged.add(id)
        last = performance.now()
        if (restMs > 0) await pause(restMs)
        continue
      }
      ;(status === undefined || status >= 500 ? unknown : refused).add(id)
      await pause(Math.max(pauseMs, restMs))
    }
  }
  const running = Promise.all(Array.from({ length: clients }, client))
  return {
    acknowledged,
    unknown,
    refused,
    lastAcknowledged: () => last,
    stop: async () => {
      stopping.abort()
      await running
      agent.destroy()
    },
  }
}

/** Resolves when `condition` holds; after `limitMs`, throws an error that names `what`. */
export const until = async (
  condition: () => boolean | Promise<boolean>,
  what: string,
  limitMs = 120_000,
  everyMs = 50,
): Promise<void> => {
  const deadline = performance.now() + limitMs
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`Never came true in ${limitMs} ms: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
}

export interface MailRow {
  /** The Message-ID with angle brackets, as the mail server received it. */
  readonly messageId: string
  readonly type: string
  readonly delivery: string
  readonly attempts: number
  readonly error: string | null
}

/** Reads the rows for `findProblems`. */
export const mailQuery = `
  SELECT '<' || message_id || '>' AS "messageId", type, delivery, attempts, error_message AS error FROM email_logs`

/** Finds lost, duplicated and invented data. Compares the ledger with the stored rows, and the mail log with the received mails. */
export const findProblems = (
  { acknowledged, unknown, refused }: Ledger,
  stored: readonly string[],
  mails: readonly MailRow[],
  received: readonly string[],
) => {
  const kept = new Set(stored)
  const times = new Map<string, number>()
  for (const id of received) times.set(id, (times.get(id) ?? 0) + 1)
  const timesReceived = ({ messageId }: MailRow) => times.get(messageId) ?? 0
  const logged = new Set(mails.map(({ messageId }) => messageId))
  const problems = {
    'acknowledged, but lost': [...acknowledged].filter((id) => !kept.has(id)).length,
    'stored twice': stored.length - kept.size,
    'refused, but stored': [...refused].filter((id) => kept.has(id)).length,
    'stored, but never sent by a client': [...kept].filter(
      (id) => !acknowledged.has(id) && !unknown.has(id) && !refused.has(id),
    ).length,
    'mails without an outcome': mails.filter(({ delivery }) => delivery !== 'sent' && delivery !== 'failed').length,
    'failed mails that do not say why': mails.filter(({ delivery, error }) => delivery === 'failed' && !error).length,
    'mails sent by the log, but not received': mails.filter(
      (mail) => mail.delivery === 'sent' && timesReceived(mail) === 0,
    ).length,
    'mails received, but not in the log': [...times.keys()].filter((id) => !logged.has(id)).length,
    // The server counts an attempt before it connects, so `attempts` is never too low.
    'mails received more often than they were tried': mails.filter((mail) => timesReceived(mail) > mail.attempts)
      .length,
    'enquiries without two mails': 2 * kept.size - mails.filter(({ type }) => type !== 'agreement').length,
  }
  return {
    problems: Object.entries(problems).filter(([, count]) => count !== 0),
    repeated: received.length - times.size,
  }
}

import PQueue from 'p-queue'
import type { Clock } from '../../platform/clock.ts'

/** Thrown if the remote service gives no usable response. The message never quotes a response. */
export class RemoteFailure extends Error {
  override readonly name = 'RemoteFailure'
  readonly status: number | undefined
  /** Seconds that the service asked to wait before the next call. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    message: string,
    details: { status?: number | undefined; retryAfterSeconds?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.status = details.status
    this.retryAfterSeconds = details.retryAfterSeconds
  }
}

/** `found` with its JSON, `missing` for 404, `removed` for 410. */
export type RemoteAnswer =
  | { readonly kind: 'found'; readonly body: unknown }
  | { readonly kind: 'missing' }
  | { readonly kind: 'removed' }

interface RemoteOptions {
  /** Without a trailing slash. */
  readonly baseUrl: string
  readonly userAgent: string
  /** Maximum concurrent calls; further ones wait. */
  readonly concurrency: number
  readonly clock: Clock
}

export interface Remote {
  /**
   * Gets JSON. `path` begins with a slash; its first segment is the service that a `Retry-After` applies to.
   * @throws RemoteFailure without a usable response; the signal's reason when it aborts
   */
  get(path: string, signal: AbortSignal): Promise<RemoteAnswer>
}

const maxBytes = 8_000_000
/** A longer `Retry-After` is probably a mistake, and is cut to this. */
const maxPauseSeconds = 24 * 60 * 60

const serviceOf = (path: string): string => path.split('/', 2)[1] ?? ''

/** Reads a `Retry-After` of seconds or a date (RFC 9110, 10.2.3); undefined if it is missing or invalid. */
const secondsToWait = (header: string | null, now: number): number | undefined => {
  if (header === null) return undefined
  const until = /^\d+$/.test(header) ? now + Number(header) * 1_000 : httpDate(header)
  if (until === undefined) return undefined
  return Math.min(Math.max(Math.ceil((until - now) / 1_000), 0), maxPauseSeconds)
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Converts `Tue, 24 Mar 2026 09:00:05 GMT`, the only form that servers may send today, to milliseconds since 1970. */
const httpDate = (header: string): number | undefined => {
  const match = /^\w{3}, (\d{2}) (\w{3}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) GMT$/.exec(header)
  const [, day, month = '', year, hour, minute, second] = match ?? []
  const index = months.indexOf(month)
  if (index < 0) return undefined
  return Date.UTC(Number(year), index, Number(day), Number(hour), Number(minute), Number(second))
}

const readText = async (response: Response): Promise<string> => {
  const decoder = new TextDecoder()
  let [text, bytes] = ['', 0]
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new RemoteFailure('The answer is too long.')
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // The parser's message quotes the text, which may hold data that must not be logged.
    throw new RemoteFailure('The answer is no JSON.')
  }
}

/** Creates a client for a public JSON service. It limits concurrent calls, and makes none while the service has asked it to wait. */
export const createRemote = ({ baseUrl, userAgent, concurrency, clock }: RemoteOptions): Remote => {
  const calls = new PQueue({ concurrency })
  const pausedUntil = new Map<string, number>()

  const throwIfPaused = (service: string): void => {
    const left = (pausedUntil.get(service) ?? 0) - clock.now().getTime()
    if (left > 0) throw new RemoteFailure('Asked to wait.', { retryAfterSeconds: Math.ceil(left / 1_000) })
  }

  const recordPause = (service: string, { status, headers }: Response): RemoteFailure => {
    const now = clock.now().getTime()
    const retryAfterSeconds = secondsToWait(headers.get('retry-after'), now)
    // Concurrent responses may name different waits; the longest applies.
    const until = Math.max(pausedUntil.get(service) ?? 0, now + (retryAfterSeconds ?? 0) * 1_000)
    pausedUntil.set(service, until)
    return new RemoteFailure(`Answered ${status}.`, { status, retryAfterSeconds })
  }

  const read = async (service: string, response: Response): Promise<RemoteAnswer> => {
    const { status } = response
    if (status === 200) return { kind: 'found', body: parse(await readText(response)) }
    await response.body?.cancel()
    if (status === 404) return { kind: 'missing' }
    if (status === 410) return { kind: 'removed' }
    if (status === 429 || status === 503) throw recordPause(service, response)
    throw new RemoteFailure(`Answered ${status}.`, { status })
  }

  const get = async (path: string, signal: AbortSignal): Promise<RemoteAnswer> => {
    const service = serviceOf(path)
    const call = async (): Promise<RemoteAnswer> => {
      // Checked only now, after waiting in the queue, since a pause must stop queued calls, too.
      throwIfPaused(service)
      const headers = { accept: 'application/json', 'user-agent': userAgent }
      return read(service, await fetch(baseUrl + path, { headers, signal, redirect: 'error' }))
    }
    try {
      return await calls.add(call, { signal })
    } catch (cause) {
      if (cause instanceof RemoteFailure || signal.aborted) throw cause
      throw new RemoteFailure('The connection failed.', { cause })
    }
  }

  return { get }
}

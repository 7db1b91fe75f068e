import type { Clock } from '../clock.ts'

/** What a look-up gave; `keep` is false for an answer that is good enough for now but not to be remembered. */
export interface Loaded<Value> {
  readonly value: Value
  readonly keep: boolean
}

interface CacheOptions<Value> {
  readonly clock: Clock
  /** Milliseconds for which an answer is remembered. */
  readonly ttl: number
  /** Answers remembered at most; the one that was not asked for longest goes first. */
  readonly size: number
  /** Finds what a key stands for. Its signal aborts when nobody waits for the answer any more. */
  readonly load: (key: string, signal: AbortSignal) => Promise<Loaded<Value>>
}

export interface AnswerCache<Value> {
  /**
   * The remembered answer, or a new one; who asks for the same while it is under way waits for that one. Failures are told
   * to everybody who waits and are never remembered. Rejects with the signal's reason when it aborts.
   */
  get(key: string, signal: AbortSignal): Promise<Value>
  /** Forgets what matches, and remembers none of the answers that are under way. */
  forget(matches: (key: string, value: Value) => boolean): void
}

interface Flight<Value> {
  readonly answer: Promise<Value>
  readonly controller: AbortController
  waiting: number
  keep: boolean
}

export const createAnswerCache = <Value>({ clock, ttl, size, load }: CacheOptions<Value>): AnswerCache<Value> => {
  const stored = new Map<string, { readonly value: Value; readonly until: number }>()
  const flights = new Map<string, Flight<Value>>()

  const find = (key: string): { readonly value: Value } | undefined => {
    const entry = stored.get(key)
    if (!entry) return undefined
    stored.delete(key)
    if (entry.until <= clock.now().getTime()) return undefined
    // Last in the map's order: used most recently.
    stored.set(key, entry)
    return entry
  }

  const store = (key: string, value: Value): void => {
    stored.delete(key)
    stored.set(key, { value, until: clock.now().getTime() + ttl })
    const [oldest] = stored.keys()
    if (stored.size > size && oldest !== undefined) stored.delete(oldest)
  }

  const land = (key: string, flight: Flight<Value>): void => {
    if (flights.get(key) === flight) flights.delete(key)
  }

  const begin = (key: string): Flight<Value> => {
    const controller = new AbortController()
    const run = async (): Promise<Value> => {
      try {
        const { value, keep } = await load(key, controller.signal)
        if (keep && flight.keep) store(key, value)
        return value
      } finally {
        land(key, flight)
      }
    }
    const flight: Flight<Value> = { controller, waiting: 0, keep: true, answer: Promise.resolve().then(run) }
    flights.set(key, flight)
    return flight
  }

  const join = (key: string, flight: Flight<Value>, signal: AbortSignal): Promise<Value> =>
    new Promise((resolve, reject) => {
      const leave = () => {
        reject(signal.reason)
        flight.waiting -= 1
        if (flight.waiting > 0) return
        land(key, flight)
        flight.controller.abort(signal.reason)
      }
      flight.waiting += 1
      signal.addEventListener('abort', leave, { once: true })
      flight.answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
    })

  return {
    get: async (key, signal) => {
      signal.throwIfAborted()
      const entry = find(key)
      if (entry) return entry.value
      return join(key, flights.get(key) ?? begin(key), signal)
    },
    forget: (matches) => {
      for (const [key, { value }] of stored) if (matches(key, value)) stored.delete(key)
      for (const flight of flights.values()) flight.keep = false
    },
  }
}

import { LRUCache } from 'lru-cache'
import type { Clock } from '../../platform/clock.ts'

/** A loaded value; `keep` is false if it must not be cached. */
export interface Loaded<Value> {
  readonly value: Value
  readonly keep: boolean
}

interface CacheOptions<Value> {
  readonly clock: Clock
  /** Milliseconds for which a value is cached. */
  readonly ttl: number
  /** The maximum number of cached values; evicts the least recently used. */
  readonly size: number
  /** Loads a key's value. Its signal aborts once no caller waits for the value. */
  readonly load: (key: string, signal: AbortSignal) => Promise<Loaded<Value>>
}

export interface AnswerCache<Value> {
  /**
   * Returns the cached value or loads it; concurrent calls for a key share one load. A failure rejects all waiting calls and is never
   * cached. Rejects with the signal's reason when it aborts.
   */
  get(key: string, signal: AbortSignal): Promise<Value>
  /** Removes matching values. Loads that are pending now will not be cached. */
  forget(matches: (key: string, value: Value) => boolean): void
}

interface PendingLoad<Value> {
  readonly result: Promise<Value>
  readonly controller: AbortController
  waitingCalls: number
}

export const createAnswerCache = <Value>({ clock, ttl, size, load }: CacheOptions<Value>): AnswerCache<Value> => {
  const stored = new LRUCache<string, Loaded<Value>>({
    max: size,
    ttl,
    ttlResolution: 0,
    perf: { now: () => clock.now().getTime() },
  })
  const pendingLoads = new Map<string, PendingLoad<Value>>()

  const removePending = (key: string, pending: PendingLoad<Value>): void => {
    if (pendingLoads.get(key) === pending) pendingLoads.delete(key)
  }

  const startLoad = (key: string): PendingLoad<Value> => {
    const controller = new AbortController()
    const run = async (): Promise<Value> => {
      try {
        const loaded = await load(key, controller.signal)
        if (loaded.keep && pendingLoads.get(key) === pending) stored.set(key, loaded)
        return loaded.value
      } finally {
        removePending(key, pending)
      }
    }
    const pending: PendingLoad<Value> = { controller, waitingCalls: 0, result: Promise.resolve().then(run) }
    pendingLoads.set(key, pending)
    return pending
  }

  const waitFor = (key: string, pending: PendingLoad<Value>, signal: AbortSignal): Promise<Value> =>
    new Promise((resolve, reject) => {
      const leave = () => {
        reject(signal.reason)
        pending.waitingCalls -= 1
        if (pending.waitingCalls > 0) return
        removePending(key, pending)
        pending.controller.abort(signal.reason)
      }
      pending.waitingCalls += 1
      signal.addEventListener('abort', leave, { once: true })
      pending.result.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
    })

  return {
    get: async (key, signal) => {
      signal.throwIfAborted()
      const cached = stored.get(key)
      if (cached) return cached.value
      return waitFor(key, pendingLoads.get(key) ?? startLoad(key), signal)
    },
    forget: (matches) => {
      // Iterating skips expired values, which must be removed, too.
      stored.purgeStale()
      for (const [key, { value }] of stored) if (matches(key, value)) stored.delete(key)
      pendingLoads.clear()
    },
  }
}

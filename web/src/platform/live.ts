import type { RecordChange } from '@kontor/contract/shared/records'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { createLiveQueries } from './live-queries.ts'
import { openLiveStream } from './live-stream.ts'
import { createStore } from './store.ts'

/** Milliseconds without a connection before the office shows a notice. */
const disconnectedNoticeDelayMs = 2_000

/** The name of the lock that the tab with the connection holds, and of the channel on which that tab informs the other tabs. */
const name = 'kontor-live'

/** A message from the tab with the connection. Other tabs send only `hello`, to ask whether that tab is alive. */
type Message =
  | { readonly type: 'changes'; readonly changes: readonly RecordChange[] }
  | { readonly type: 'reset' | 'heard' | 'hello' }
  | { readonly type: 'lost'; readonly isAway: boolean }

let isOn = false

let stopCurrent: (() => void) | undefined

/** False while changes by others don't arrive, so that the user has to refresh. */
const isLive = createStore(false)

export const useIsLive = isLive.use

/** True while the server doesn't answer. */
const isAway = createStore(false)

export const useIsAway = isAway.use

/** Lets screens opened from now on follow changes by others. Returns a function that stops this. */
export const turnOnLive = (): (() => void) => {
  isOn = true
  return () => {
    isOn = false
  }
}

/** Calls `start` when this tab gets the lock, so that only one tab connects. Without locks (plain http), every visible tab connects. */
const whileLeading = (start: () => () => void, signal: AbortSignal): void => {
  const untilAborted = () => new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  if ('locks' in navigator) {
    const lead = async () => {
      if (signal.aborted) return
      const stop = start()
      await untilAborted()
      stop()
    }
    // The request rejects if it is aborted while another tab holds the lock.
    void navigator.locks.request(name, { signal }, lead).catch(() => undefined)
    return
  }
  let stop: (() => void) | undefined
  const follow = () => {
    stop?.()
    stop = document.hidden || signal.aborted ? undefined : start()
  }
  document.addEventListener('visibilitychange', follow, { signal })
  signal.addEventListener('abort', follow)
  follow()
}

/** Keeps the queries of a client up to date. Returns a function that stops this. */
const startLive = (client: QueryClient): (() => void) => {
  const stopping = new AbortController()
  const queries = createLiveQueries(client)
  const channel = new BroadcastChannel(name)
  let lastHeard = Date.now()
  let isLeading = false
  let telling: ReturnType<typeof setTimeout> | undefined

  const receive = (message: Message): void => {
    if (message.type === 'lost') {
      telling ??= setTimeout(() => {
        isLive.set(false)
        isAway.set(message.isAway)
      }, disconnectedNoticeDelayMs)
      return
    }
    if (message.type === 'heard') {
      clearTimeout(telling)
      telling = undefined
      lastHeard = Date.now()
      isLive.set(true)
      isAway.set(false)
    }
    if (message.type === 'changes') queries.apply(message.changes)
    if (message.type === 'reset') queries.applyAll()
    if (message.type === 'hello' && isLeading && isLive.get()) channel.postMessage({ type: 'heard' })
  }
  const tellAll = (message: Message): void => {
    receive(message)
    channel.postMessage(message)
  }
  const lead = (): (() => void) => {
    isLeading = true
    const stop = openLiveStream(
      {
        changes: (changes) => tellAll({ type: 'changes', changes }),
        reset: () => tellAll({ type: 'reset' }),
        heard: () => tellAll({ type: 'heard' }),
        lost: (away) => tellAll({ type: 'lost', isAway: away }),
      },
      () => lastHeard,
    )
    return () => {
      isLeading = false
      stop()
    }
  }
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => receive(data))
  channel.postMessage({ type: 'hello' })
  // Assumes a connection for the first seconds, so that a screen doesn't open with a notice.
  isLive.set(true)
  telling = setTimeout(() => isLive.set(false), 2 * disconnectedNoticeDelayMs)
  whileLeading(lead, stopping.signal)
  const stop = () => {
    stopping.abort()
    clearTimeout(telling)
    channel.close()
    queries.stop()
    isLive.set(false)
    isAway.set(false)
  }
  stopCurrent = stop
  return stop
}

/** Stops following changes. Call it before a logout, which would otherwise look like a lost connection. */
export const stopLive = (): void => stopCurrent?.()

/** Follows changes by others while someone is logged in. */
export const useLive = (isLoggedIn: boolean): void => {
  const client = useQueryClient()
  useEffect(() => (isLoggedIn && isOn ? startLive(client) : undefined), [isLoggedIn, client])
}

import { streamChanges } from '@kontor/contract/changes/changes.endpoints'
import { readySchema, recordChangesSchema } from '@kontor/contract/changes/changes.schema'
import { readSession } from '@kontor/contract/session/session.endpoints'
import type { RecordChange } from '@kontor/contract/shared/records'
import { addressOf, call, SessionExpiredError } from './api-client.ts'

/** The delay before reconnecting, in milliseconds: doubled after each failure, plus up to half as jitter. */
const [shortestPause, longestPause] = [300, 10_000]

/** The server sends something every 15 seconds; after this much silence the connection is dead. Milliseconds. */
const longestSilence = 40_000

export interface LiveEvents {
  readonly changes: (changes: readonly RecordChange[]) => void
  /** Anything may have changed. */
  readonly reset: () => void
  /** The server sent something: everything up to now is known. */
  readonly heard: () => void
  /** Changes don't arrive; `isAway`: since the server doesn't answer. */
  readonly lost: (isAway: boolean) => void
}

/**
 * Streams changes from the server, reconnecting until it is stopped or the session has ended. `lastHeard` is the time up to which all
 * changes are known, in milliseconds since the epoch.
 */
export const openLiveStream = (events: LiveEvents, lastHeard: () => number): (() => void) => {
  let source: EventSource | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let silence: ReturnType<typeof setTimeout> | undefined
  let pause = shortestPause
  let stopped = false
  let isComplete = false

  const listenOn = (): void => {
    clearTimeout(silence)
    silence = setTimeout(reconnect, longestSilence)
    if (isComplete) events.heard()
  }
  const connect = (): void => {
    const missed = Math.max(0, Date.now() - lastHeard())
    const opened = new EventSource(addressOf(streamChanges, { query: { missed } }))
    source = opened
    const on = (name: string, handle: (data: unknown) => void): void =>
      opened.addEventListener(name, ({ data }: MessageEvent<string>) => {
        handle(JSON.parse(data))
        listenOn()
      })
    on('ready', (data) => {
      pause = shortestPause
      isComplete = true
      if (readySchema.parse(data).covers < missed) events.reset()
    })
    on('change', (data) => events.changes(recordChangesSchema.parse(data)))
    on('beat', () => undefined)
    on('lost', () => {
      isComplete = false
      events.lost(false)
    })
    on('reset', () => {
      isComplete = true
      events.reset()
    })
    opened.addEventListener('error', reconnect)
    listenOn()
  }
  const disconnect = (): void => {
    source?.close()
    clearTimeout(silence)
    clearTimeout(retry)
    isComplete = false
  }
  // The browser's own reconnect would repeat the URL and stop after an error response.
  const reconnect = (): void => {
    disconnect()
    events.lost(true)
    retry = setTimeout(checkSession, pause * (1 + Math.random() / 2))
    pause = Math.min(2 * pause, longestPause)
  }
  /** An event source doesn't say why it was refused. */
  const checkSession = async (): Promise<void> => {
    try {
      await call(readSession, {})
      if (!stopped) connect()
    } catch (error) {
      // The next login opens a new stream.
      if (!stopped && !(error instanceof SessionExpiredError)) reconnect()
    }
  }
  connect()
  return () => {
    stopped = true
    disconnect()
  }
}

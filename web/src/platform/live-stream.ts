import { streamChanges } from '@kontor/contract/changes/changes.endpoints'
import { readySchema, recordChangesSchema } from '@kontor/contract/changes/changes.schema'
import { readSession } from '@kontor/contract/session/session.endpoints'
import type { RecordChange } from '@kontor/contract/shared/records'
import { call, SessionExpiredError, urlOf } from './api-client.ts'

/** The delay before reconnecting, in milliseconds: doubled after each failure, plus up to half as jitter. */
const [shortestPause, longestPause] = [300, 10_000]

/** Milliseconds of silence after which the connection counts as dead. The server sends something every 15 seconds. */
const longestSilence = 40_000

export interface LiveEvents {
  readonly changes: (changes: readonly RecordChange[]) => void
  /** Called if any record may have changed. */
  readonly reset: () => void
  /** Called when the server sent something: all changes up to now are known. */
  readonly heard: () => void
  /** Called when changes no longer arrive. `isAway` is true if the server doesn't respond at all. */
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
  let hasCaughtUp = false

  const restartSilenceTimer = (): void => {
    clearTimeout(silence)
    silence = setTimeout(reconnect, longestSilence)
    if (hasCaughtUp) events.heard()
  }
  const connect = (): void => {
    const missed = Math.max(0, Date.now() - lastHeard())
    const opened = new EventSource(urlOf(streamChanges, { query: { missed } }))
    source = opened
    const on = (name: string, handle: (data: unknown) => void): void =>
      opened.addEventListener(name, ({ data }: MessageEvent<string>) => {
        handle(JSON.parse(data))
        restartSilenceTimer()
      })
    on('ready', (data) => {
      pause = shortestPause
      hasCaughtUp = true
      if (readySchema.parse(data).covers < missed) events.reset()
    })
    on('change', (data) => events.changes(recordChangesSchema.parse(data)))
    on('beat', () => undefined)
    on('lost', () => {
      hasCaughtUp = false
      events.lost(false)
    })
    on('reset', () => {
      hasCaughtUp = true
      events.reset()
    })
    opened.addEventListener('error', reconnect)
    restartSilenceTimer()
  }
  const disconnect = (): void => {
    source?.close()
    clearTimeout(silence)
    clearTimeout(retry)
    hasCaughtUp = false
  }
  // Doesn't leave reconnecting to the browser, which would use the old URL again, and stop after an error response.
  const reconnect = (): void => {
    disconnect()
    events.lost(true)
    retry = setTimeout(checkSession, pause * (1 + Math.random() / 2))
    pause = Math.min(2 * pause, longestPause)
  }
  /** Reconnects if the session is still valid. An event source doesn't say why the connection was refused. */
  const checkSession = async (): Promise<void> => {
    try {
      await call(readSession, {})
      if (!stopped) connect()
    } catch (error) {
      // Without a session, doesn't reconnect: the next login opens a new stream.
      if (!stopped && !(error instanceof SessionExpiredError)) reconnect()
    }
  }
  connect()
  return () => {
    stopped = true
    disconnect()
  }
}

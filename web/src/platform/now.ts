import { useSyncExternalStore } from 'react'
import { instantText } from './format.ts'

const minuteMs = 60_000

const subscribe = (listener: () => void): (() => void) => {
  const timer = setInterval(listener, minuteMs)
  return () => clearInterval(timer)
}

/** The end of the current minute in milliseconds since 1970; rerenders each minute, so that "5 minutes ago" stays true. */
export const useNow = (): number =>
  useSyncExternalStore(subscribe, () => Math.floor(Date.now() / minuteMs) * minuteMs + minuteMs - 1)

/** `now` as ISO 8601 text in UTC, to compare with the server's times. */
export const nowText = (now: number): string => instantText(now)

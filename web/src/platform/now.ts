import { useSyncExternalStore } from 'react'
import { instantText } from './format.ts'

const minuteMs = 60_000

const subscribe = (listener: () => void): (() => void) => {
  const timer = setInterval(listener, minuteMs)
  return () => clearInterval(timer)
}

/** The time in milliseconds since 1970, to the minute, so that "5 minutes ago" stays true while it is looked at. */
export const useNow = (): number =>
  useSyncExternalStore(subscribe, () => Math.floor(Date.now() / minuteMs) * minuteMs + minuteMs - 1)

/** The same moment as ISO 8601 text in UTC, to compare with what the server answers. */
export const nowText = (now: number): string => instantText(now)

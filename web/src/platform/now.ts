import { useSyncExternalStore } from 'react'
import { instantText } from './format.ts'

const minuteMs = 60_000

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** Runs one interval for all clocks on the screen. */
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  timer ??= setInterval(() => {
    for (const one of listeners) one()
  }, minuteMs)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** Returns the end of the current minute in milliseconds since 1970; rerenders each minute, so that "5 minutes ago" stays true. */
export const useNow = (): number =>
  useSyncExternalStore(subscribe, () => Math.floor(Date.now() / minuteMs) * minuteMs + minuteMs - 1)

/** `now` as ISO 8601 text in UTC, to compare with the server's times. */
export const nowText = (now: number): string => instantText(now)

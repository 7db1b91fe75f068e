import { useSyncExternalStore } from 'react'

/** Creates a store for a value outside React. `use` rerenders the component whenever the value is set. */
export const createStore = <T>(initial: T) => {
  let value = initial
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const get = (): T => value
  return {
    get,
    /** Calls `listener` after each change. Returns the unsubscribe function. */
    subscribe,
    set: (next: T): void => {
      value = next
      for (const listener of listeners) listener()
    },
    use: (): T => useSyncExternalStore(subscribe, get, () => initial),
  }
}

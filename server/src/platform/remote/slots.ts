/** Runs `work` when a slot is free. Rejects with the signal's reason when it aborts before that. */
export type Slots = <T>(signal: AbortSignal, work: () => Promise<T>) => Promise<T>

/** Runs at most `size` tasks concurrently; the others wait in order of arrival. */
export const createSlots = (size: number): Slots => {
  let free = size
  const waiting: (() => void)[] = []

  const take = (signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted()
    if (free > 0) {
      free -= 1
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const start = () => {
        signal.removeEventListener('abort', cancel)
        resolve()
      }
      const cancel = () => {
        waiting.splice(waiting.indexOf(start), 1)
        reject(signal.reason)
      }
      waiting.push(start)
      signal.addEventListener('abort', cancel, { once: true })
    })
  }

  const release = (): void => {
    const next = waiting.shift()
    if (next) next()
    else free += 1
  }

  return async (signal, work) => {
    await take(signal)
    try {
      return await work()
    } finally {
      release()
    }
  }
}

/** Runs `work` when a slot is free. Rejects with the signal's reason when it aborts before that. */
export type Slots = <T>(signal: AbortSignal, work: () => Promise<T>) => Promise<T>

/** Lets at most `size` works run at once; the others wait in the order in which they came. */
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
      const enter = () => {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        waiting.splice(waiting.indexOf(enter), 1)
        reject(signal.reason)
      }
      waiting.push(enter)
      signal.addEventListener('abort', leave, { once: true })
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

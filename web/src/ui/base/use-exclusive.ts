import { useRef, useState } from 'react'

/** Runs one action at a time: ignores calls while one is running. */
export const useExclusive = () => {
  const [working, setWorking] = useState(false)
  // Set synchronously, so that the second click of a double click is ignored.
  const locked = useRef(false)
  const run = async (action: () => unknown): Promise<void> => {
    if (locked.current) return
    locked.current = true
    setWorking(true)
    try {
      await action()
    } finally {
      locked.current = false
      setWorking(false)
    }
  }
  return [working, run] as const
}

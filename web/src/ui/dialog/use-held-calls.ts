import { useCallback, useEffect, useRef, useState } from 'react'
import type { Ask } from '../../platform/api-client.ts'

interface HeldCalls {
  /** True if calls are held and the user must be asked. */
  readonly isHolding: boolean
  /** Repeats all held calls, or lets them fail. */
  readonly release: (repeat: boolean) => void
}

/** Holds rejected calls until the user has answered one question for all of them. On unmount, and when `isOn` becomes false, these calls fail. */
export const useHeldCalls = (subscribe: (ask: Ask) => () => void, isOn = true): HeldCalls => {
  const [isHolding, setHolding] = useState(false)
  const answers = useRef<((repeat: boolean) => void)[]>([])

  const release = useCallback((repeat: boolean) => {
    for (const answer of answers.current.splice(0)) answer(repeat)
    setHolding(false)
  }, [])

  useEffect(() => {
    if (!isOn) return
    const unsubscribe = subscribe(
      () =>
        new Promise((resolve) => {
          answers.current.push(resolve)
          setHolding(true)
        }),
    )
    return () => {
      unsubscribe()
      release(false)
    }
  }, [subscribe, isOn, release])

  return { isHolding, release }
}

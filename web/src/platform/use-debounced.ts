import { useEffect, useState } from 'react'

/** Debounces a value: returns the first one at once, each later one when it has stayed the same for `ms` milliseconds. */
export const useDebounced = <Value>(value: Value, ms: number): Value => {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return debounced
}

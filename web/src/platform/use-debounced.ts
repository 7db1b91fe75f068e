import { useEffect, useState } from 'react'

/** Debounces a value: returns the first value at once, and a later value once it has been unchanged for `ms` milliseconds. */
export const useDebounced = <Value>(value: Value, ms: number): Value => {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return debounced
}

import { useEffect, useState } from 'react'

/** Debounces a value: returns the first one at once, and later ones once they have been unchanged for `ms` milliseconds. */
export const useDebounced = <Value>(value: Value, ms: number): Value => {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return debounced
}

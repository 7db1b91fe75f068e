import { type RefObject, useEffect, useRef } from 'react'

/** Returns a ref that is true while the component is mounted. An action that finishes after that must report by toast. */
export const useIsMounted = (): RefObject<boolean> => {
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return isMounted
}

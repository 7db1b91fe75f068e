import { type RefObject, useEffect, useRef } from 'react'

/** True while the component is on the screen: what ends later reports elsewhere. */
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

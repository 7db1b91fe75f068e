import { type RefObject, useEffect, useState } from 'react'

/** True if the reader has scrolled past `above` and not yet reached `below`. */
export const useIsBetween = (above: RefObject<Element | null>, below: RefObject<Element | null>): boolean => {
  const [isPast, setIsPast] = useState(false)
  const [isBefore, setIsBefore] = useState(false)
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting, boundingClientRect } of entries) {
        if (target === above.current) setIsPast(!isIntersecting && boundingClientRect.top < 0)
        if (target === below.current) setIsBefore(!isIntersecting && boundingClientRect.top > 0)
      }
    })
    for (const { current } of [above, below]) if (current) observer.observe(current)
    return () => observer.disconnect()
  }, [above, below])
  return isPast && isBefore
}

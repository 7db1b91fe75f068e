import { type PointerEvent, useState } from 'react'

const swipeThresholdPx = 50

/** Follows the pointer to the right; a longer swipe than the threshold closes. */
export const useSwipe = (close: () => void) => {
  const [startX, setStartX] = useState<number | null>(null)
  const [distance, setDistance] = useState(0)
  const end = (): void => {
    if (distance > swipeThresholdPx) close()
    setStartX(null)
    setDistance(0)
  }
  return {
    style: { translate: `${distance}px` },
    onPointerDown: ({ clientX }: PointerEvent) => setStartX(clientX),
    onPointerMove: ({ clientX }: PointerEvent) => startX !== null && setDistance(Math.max(0, clientX - startX)),
    onPointerUp: end,
    onPointerCancel: end,
  }
}

import { type PointerEvent, useState } from 'react'

const swipeThresholdPx = 50

/** Moves the toast with a swipe to the right. A swipe of more than `swipeThresholdPx` closes the toast. */
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

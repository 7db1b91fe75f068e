import { type RefObject, useLayoutEffect, useState } from 'react'
import { bestPlace, findObstacles, type ToastPlace } from './toast-place.ts'

const unplaced: ToastPlace = { left: 0, top: 0 }

/** Finds the place for a toast when it is shown, when a dialog opens or closes, and when the window is resized. */
export const useToastPlace = (toaster: RefObject<HTMLElement | null>, toastId: number | undefined): ToastPlace => {
  const [place, setPlace] = useState<ToastPlace>(unplaced)
  useLayoutEffect(() => {
    if (toastId === undefined) return
    const find = () => {
      const element = toaster.current
      const card = element?.querySelector('li')
      if (!element || !card) return
      const { clientWidth: width, clientHeight: height } = document.documentElement
      setPlace(bestPlace(card.getBoundingClientRect(), { width, height }, findObstacles(element)))
    }
    find()
    // Dialogs are children of the body.
    const observer = new MutationObserver(find)
    observer.observe(document.body, { childList: true })
    window.addEventListener('resize', find)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', find)
    }
  }, [toaster, toastId])
  return place
}

import { useCallback, useEffect, useRef } from 'react'
import { toastError } from './failure-toast.ts'
import { currentToast, dismissToast } from './toast-store.ts'

/**
 * Returns a function that calls `show`, which may show a toast. If the toast has a button, it is dismissed when the form or dialog unmounts,
 * since nothing would be left to repeat.
 */
export const useToastUntilUnmount = () => {
  const shown = useRef<number | undefined>(undefined)
  useEffect(() => () => void (shown.current !== undefined && dismissToast(shown.current)), [])
  return useCallback((show: () => void): void => {
    const before = currentToast.get()
    show()
    const toast = currentToast.get()
    if (toast !== before && toast?.action) shown.current = toast.id
  }, [])
}

/** Returns a function like `toastError`, for a form. A toast with a retry button is dismissed when the form unmounts. */
export const useFailureToast = () => {
  const showToast = useToastUntilUnmount()
  return useCallback(
    (error: unknown, description: string, retry: () => unknown): void =>
      showToast(() => toastError(error, description, retry)),
    [showToast],
  )
}

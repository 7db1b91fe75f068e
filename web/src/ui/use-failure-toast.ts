import { useCallback, useEffect, useRef } from 'react'
import { toastError } from './failure-toast.ts'
import { currentToast, dismissToast } from './toast-store.ts'

/** As `toastError`, for a form: leaving the form dismisses the toast, whose button would have nothing left to repeat. */
export const useFailureToast = () => {
  const shown = useRef<number | undefined>(undefined)
  useEffect(() => () => void (shown.current !== undefined && dismissToast(shown.current)), [])
  return useCallback((error: unknown, description: string, retry: () => unknown): void => {
    const before = currentToast.get()
    toastError(error, description, retry)
    const toast = currentToast.get()
    if (toast !== before && toast?.action) shown.current = toast.id
  }, [])
}

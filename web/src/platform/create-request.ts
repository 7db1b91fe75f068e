import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useShortcut } from './shortcuts.ts'

/** Returns the navigation state that makes a screen open its form for a new record. `label` is the label of the form's shortcut. */
export const createRequest = (label: string) => ({ create: label })

const isRequestFor = (label: string, state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'create' in state && state.create === label

/** Calls `create` when the user presses `n`, or when a navigation requests it. */
export const useCreateShortcut = (label: string, create: () => void): void => {
  useShortcut('n', label, create)
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const isRequested = isRequestFor(label, state)
  const latest = useRef(create)
  useEffect(() => {
    latest.current = create
  }, [create])
  useEffect(() => {
    if (!isRequested) return
    // Clears the request, so that a reload or going back doesn't repeat it.
    void navigate({ pathname, search }, { replace: true, state: null })
    latest.current()
  }, [isRequested, navigate, pathname, search])
}

import { useEffect } from 'react'
import { type Location, NavigationType, useBlocker } from 'react-router'
import { isSentToLogin } from '../platform/session.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

/** Makes the browser ask before the page is left. */
export const useLeaveWarning = (active: boolean): void => {
  useEffect(() => {
    if (!active) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [active])
}

/** Asks before typed text is discarded. */
export function DiscardQuestion({ onDiscard, onKeep }: { onDiscard: () => void; onKeep: () => void }) {
  return (
    <ConfirmDialog
      title="Forkaste endringene?"
      confirmLabel="Forkast"
      cancelLabel="Fortsett å redigere"
      onConfirm={onDiscard}
      onCancel={onKeep}
    >
      Det du har skrevet, er ikke lagret.
    </ConfirmDialog>
  )
}

interface FormState {
  /** There are unsaved changes. */
  readonly dirty: boolean
  /** A save is running. */
  readonly working: boolean
}

/** False for a list that writes its search or filters into the URL shortly after typing, which replaces the history entry. */
const leavesScreen = (from: Location, to: Location, action: NavigationType): boolean =>
  action !== NavigationType.Replace || to.pathname !== from.pathname

/**
 * Blocks leaving the screen while there are unsaved changes. A running save may navigate away, but not to the login of an expired
 * session: then nothing was saved.
 */
export const useLeaveBlocker = ({ dirty, working }: FormState) =>
  useBlocker(
    ({ currentLocation, nextLocation, historyAction }) =>
      dirty && (!working || isSentToLogin(nextLocation)) && leavesScreen(currentLocation, nextLocation, historyAction),
  )

/** For a form within a screen: while `dirty`, asks before a navigation or a reload discards typed text. */
export function UnsavedGuard({ dirty, working }: FormState) {
  const blocker = useLeaveBlocker({ dirty, working })
  useLeaveWarning(dirty)
  if (blocker.state !== 'blocked') return null
  return <DiscardQuestion onDiscard={() => blocker.proceed()} onKeep={() => blocker.reset()} />
}

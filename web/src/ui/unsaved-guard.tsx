import { useEffect } from 'react'
import { type Location, NavigationType, useBlocker } from 'react-router'
import { isSentToLogin } from '../platform/session.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

/** Asks the browser to ask before the page is left. */
export const useLeaveWarning = (active: boolean): void => {
  useEffect(() => {
    if (!active) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [active])
}

/** The question before typed text is given up. */
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
  /** Something was typed that is not saved. */
  readonly dirty: boolean
  /** It is being saved. */
  readonly working: boolean
}

/**
 * A list writes its search and filters into the URL a moment after they were typed, in place of the current history entry: that leaves
 * nothing.
 */
const leaves = (from: Location, to: Location, action: NavigationType): boolean =>
  action !== NavigationType.Replace || to.pathname !== from.pathname

/** Blocks leaving the screen while something is not saved. A form that saves may lead on; an expired session may not, since nothing was saved. */
export const useLeaveBlocker = ({ dirty, working }: FormState) =>
  useBlocker(
    ({ currentLocation, nextLocation, historyAction }) =>
      dirty && (!working || isSentToLogin(nextLocation)) && leaves(currentLocation, nextLocation, historyAction),
  )

/** For a form that is part of a screen: while it is `dirty`, neither another screen nor a reload loses what was typed unasked. */
export function UnsavedGuard({ dirty, working }: FormState) {
  const blocker = useLeaveBlocker({ dirty, working })
  useLeaveWarning(dirty)
  if (blocker.state !== 'blocked') return null
  return <DiscardQuestion onDiscard={() => blocker.proceed()} onKeep={() => blocker.reset()} />
}

import { useEffect } from 'react'
import { NavigationType, useBlocker } from 'react-router'
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

/**
 * Blocks leaving the screen while `active`. A list writes its search and filters into the URL a moment after they were typed, in place of
 * the current history entry: that leaves nothing.
 */
export const useLeaveBlocker = (active: boolean) =>
  useBlocker(
    ({ currentLocation, nextLocation, historyAction }) =>
      active && (historyAction !== NavigationType.Replace || nextLocation.pathname !== currentLocation.pathname),
  )

/** For a form that is part of a screen: while it is `dirty`, neither another screen nor a reload loses what was typed unasked. */
export function UnsavedGuard({ dirty }: { dirty: boolean }) {
  const blocker = useLeaveBlocker(dirty)
  useLeaveWarning(dirty)
  if (blocker.state !== 'blocked') return null
  return <DiscardQuestion onDiscard={() => blocker.proceed()} onKeep={() => blocker.reset()} />
}

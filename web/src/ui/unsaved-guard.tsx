import { useEffect } from 'react'
import { useBlocker } from 'react-router'
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

/** For a form that is part of a screen: while it is `dirty`, neither another screen nor a reload loses what was typed unasked. */
export function UnsavedGuard({ dirty }: { dirty: boolean }) {
  const blocker = useBlocker(dirty)
  useLeaveWarning(dirty)
  if (blocker.state !== 'blocked') return null
  return <DiscardQuestion onDiscard={() => blocker.proceed()} onKeep={() => blocker.reset()} />
}

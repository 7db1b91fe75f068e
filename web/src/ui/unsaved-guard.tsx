import { ConfirmDialog } from './confirm-dialog.tsx'
import { type FormState, useLeaveBlocker } from './use-leave-blocker.ts'
import { useLeaveWarning } from './use-leave-warning.ts'

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

/** For a form within a screen: while `dirty`, asks before a navigation or a reload discards typed text. */
export function UnsavedGuard({ dirty, working }: FormState) {
  const blocker = useLeaveBlocker({ dirty, working })
  useLeaveWarning(dirty)
  if (blocker.state !== 'blocked') return null
  return <DiscardQuestion onDiscard={() => blocker.proceed()} onKeep={() => blocker.reset()} />
}

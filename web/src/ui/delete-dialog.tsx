import type { ReactNode } from 'react'
import { errorText } from '../platform/api-client.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { type ToastMessage, toast, toastFailure } from './toast-store.ts'

interface DeleteDialogProps {
  readonly title: string
  readonly confirmLabel?: string
  readonly workingLabel?: string
  readonly children: ReactNode
  readonly remove: () => Promise<unknown>
  /** The toast after success. */
  readonly deleted: ToastMessage
  /** The toast after a failure. */
  readonly failed: string
  /** Precedes the reason in the message that stays on the screen after a failure. */
  readonly problem: string
  /** Gets that message, or null after success. */
  readonly onDone: (problem: string | null) => void
  readonly onCancel: () => void
}

/** Asks before a deletion, then shows its outcome in a toast. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { confirmLabel = 'Slett', workingLabel = 'Sletter …', remove, deleted, failed, problem, onDone } = props
  const { title, children, onCancel } = props
  const confirm = async () => {
    try {
      await remove()
      toast(deleted)
      onDone(null)
    } catch (error) {
      toastFailure(failed)
      onDone(`${problem} ${errorText(error)}`)
    }
  }
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={confirmLabel}
      workingLabel={workingLabel}
      onConfirm={confirm}
      onCancel={onCancel}
    >
      {children}
    </ConfirmDialog>
  )
}

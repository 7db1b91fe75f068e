import { type ReactNode, useState } from 'react'
import { errorText } from '../platform/api-client.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Notice } from './states.tsx'
import { type ToastMessage, toast, toastFailure } from './toast-store.ts'

interface DeleteDialogProps {
  readonly title: string
  readonly confirmLabel?: string
  readonly workingLabel?: string
  readonly children: ReactNode
  readonly remove: () => Promise<unknown>
  readonly deleted: ToastMessage
  readonly failed: string | ((reason: string) => string)
  /** Precedes the reason in the message that stays on the screen after a failure. */
  readonly problem?: string
  /** Gets that message, or null after success. Without it, the dialog stays open and shows the message itself. */
  readonly onDone?: (problem: string | null) => void
  readonly onCancel: () => void
}

export function DeleteDialog(props: DeleteDialogProps) {
  const { confirmLabel = 'Slett', workingLabel = 'Sletter …', remove, deleted, failed, problem, onDone } = props
  const { title, children, onCancel } = props
  const [failure, setFailure] = useState<string | null>(null)
  const finish = onDone ?? ((message: string | null) => (message === null ? onCancel() : setFailure(message)))
  const confirm = async () => {
    setFailure(null)
    try {
      await remove()
      toast(deleted)
      finish(null)
    } catch (error) {
      const reason = errorText(error)
      toastFailure(typeof failed === 'string' ? failed : failed(reason))
      finish(problem ? `${problem} ${reason}` : reason)
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
      {failure && <Notice className="mb-3">{failure}</Notice>}
      {children}
    </ConfirmDialog>
  )
}

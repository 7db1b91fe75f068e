import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { errorText } from '../../platform/api-client.ts'
import { changedBeforeDeletion, currentVersionIn } from '../../platform/conflict.ts'
import type { Deleted } from '../../platform/restore-deleted.ts'
import { Notice } from '../base/states.tsx'
import { useIsMounted } from '../base/use-is-mounted.ts'
import { retryAction } from '../toast/failure-toast.ts'
import { type ToastMessage, toast, toastFailure } from '../toast/toast-store.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { useUndo } from './use-undo.ts'

interface DeleteDialogProps {
  readonly title: string
  readonly confirmLabel?: string
  readonly workingLabel?: string
  readonly children: ReactNode
  /** The version that the user sees. `remove` gets this version or, after a conflict, the current one. */
  readonly version: number
  readonly remove: (version: number) => Promise<unknown>
  /** The deletion that the toast offers to undo. */
  readonly undo?: Deleted
  readonly deleted: ToastMessage
  readonly failed: string | ((reason: string, error: unknown) => string)
  /** The beginning of the message for `onDone` after a failure. The reason follows. */
  readonly problem?: string
  /** Called with null after success or with the error message. Without this prop, the dialog stays open after a failure and shows the message. */
  readonly onDone?: (problem: string | null) => void
  readonly onCancel: () => void
}

export function DeleteDialog(props: DeleteDialogProps) {
  const { confirmLabel = 'Slett', workingLabel = 'Sletter …', remove, deleted, failed, problem, onDone } = props
  const { title, children, onCancel } = props
  const [failure, setFailure] = useState<string | null>(null)
  const [version, setVersion] = useState(props.version)
  const undoOf = useUndo()
  const client = useQueryClient()
  const finish = onDone ?? ((message: string | null) => (message === null ? onCancel() : setFailure(message)))
  const isOpen = useIsMounted()
  const confirm = async () => {
    setFailure(null)
    try {
      await remove(version)
      toast(props.undo ? { ...deleted, action: undoOf(props.undo) } : deleted)
      finish(null)
    } catch (error) {
      const present = currentVersionIn(error)
      if (present !== undefined) {
        // The dialog stays open over the list, which shows the other user's version. Confirming again deletes that version.
        setVersion(present)
        if (isOpen.current) setFailure(changedBeforeDeletion)
        else toastFailure(changedBeforeDeletion)
        await client.invalidateQueries()
        return
      }
      const reason = errorText(error)
      toastFailure(typeof failed === 'string' ? failed : failed(reason, error), retryAction(error, confirm))
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

import { type ReactNode, useState } from 'react'
import { errorText } from '../../platform/api-client.ts'
import type { DeleteOutcome } from '../../platform/delete-many.ts'
import { formatNumber } from '../../platform/format.ts'
import type { Deleted } from '../../platform/restore-deleted.ts'
import { retryAction } from '../toast/failure-toast.ts'
import { toast, toastFailure } from '../toast/toast-store.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { useUndo } from './use-undo.ts'

interface DeletionTexts {
  readonly one: string
  readonly many: string
  /** The noun in the definite singular. */
  readonly the: string
  readonly failedOne: string
  readonly failedMany: string
}

interface DeleteManyDialogProps {
  readonly count: number
  readonly texts: DeletionTexts
  readonly children: ReactNode
  readonly remove: (onProgress: (done: number) => void) => Promise<DeleteOutcome>
  /** The entities' kind, for the toast that offers to restore them. */
  readonly kind: Deleted['kind']
  /** Returns text to append to the toast if every row was deleted. */
  readonly consequenceOf?: (outcome: DeleteOutcome) => string
  /** `problem` is the message that stays on the screen after a failure. */
  readonly onDone: (outcome: DeleteOutcome, problem: string | null) => void
  readonly onCancel: () => void
}

/** Asks before one or many rows of a list are deleted, then shows the outcome in a toast. */
export function DeleteManyDialog(props: DeleteManyDialogProps) {
  const { count, texts, kind, children, remove, consequenceOf = () => '', onDone, onCancel } = props
  const [done, setDone] = useState(0)
  const undoOf = useUndo()
  const single = count === 1
  const counted = (number: number): string => `${formatNumber(number)} ${number === 1 ? texts.one : texts.many}`
  const definite = `${texts.the.charAt(0).toUpperCase()}${texts.the.slice(1)}`

  const confirm = async () => {
    const outcome = await remove(setDone)
    const { deleted, failed, error } = outcome
    const action = deleted.size > 0 ? undoOf({ kind, ids: [...deleted] }) : undefined
    if (failed.length === 0) {
      const what = single ? definite : counted(deleted.size)
      toast({ title: 'Suksess', description: `${what} er slettet.${consequenceOf(outcome)}`, action })
      return onDone(outcome, null)
    }
    toastFailure(single ? texts.failedOne : texts.failedMany, action ?? retryAction(error, confirm))
    const summary = single
      ? `${definite} ble ikke slettet.`
      : `${formatNumber(deleted.size)} av ${counted(count)} er slettet, resten er fortsatt valgt.`
    onDone(outcome, `${summary} ${errorText(error)}`)
  }

  return (
    <ConfirmDialog
      title={single ? `Slette ${texts.the}?` : `Slette ${counted(count)}?`}
      confirmLabel={single ? 'Slett' : `Slett ${counted(count)}`}
      workingLabel={single ? 'Sletter …' : `Sletter ${formatNumber(done)} av ${formatNumber(count)} …`}
      onConfirm={confirm}
      onCancel={onCancel}
    >
      {children}
    </ConfirmDialog>
  )
}

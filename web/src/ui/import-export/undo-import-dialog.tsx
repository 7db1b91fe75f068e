import { useState } from 'react'
import { errorText } from '../../platform/api-client.ts'
import { formatNumber } from '../../platform/format.ts'
import { rowsText } from '../../platform/import-file.ts'
import { type UndoneImport, useUndoImport } from '../../platform/undo-import.ts'
import { Button } from '../base/button.tsx'
import { Notice } from '../base/states.tsx'
import { ConfirmDialog } from '../dialog/confirm-dialog.tsx'
import { Dialog } from '../dialog/dialog.tsx'
import { toast } from '../toast/toast-store.ts'

const outcomeText = ({ removed, restored }: UndoneImport): string =>
  `${rowsText(removed)} er slettet, og ${rowsText(restored)} har fått tilbake det som sto der før.`

function SkippedRows({ undone, onClose }: { undone: UndoneImport; onClose: () => void }) {
  const { skipped, rows } = undone
  const unlisted = skipped - rows.length
  return (
    <Dialog title="Importen er angret" onClose={onClose} footer={<Button onClick={onClose}>Lukk</Button>}>
      <p className="text-sm">
        {outcomeText(undone)} {rowsText(skipped)} er hoppet over, fordi noen har endret, brukt eller slettet dem siden:
      </p>
      <ul className="mt-3 text-sm">
        {rows.map(({ id, title, reason }) => (
          <li key={id} className="border-rule border-t py-1.5 [overflow-wrap:anywhere]">
            <strong className="font-semibold">{title}</strong>: {reason}
          </li>
        ))}
      </ul>
      {unlisted > 0 && <p className="mt-2 text-soft text-sm">… og {formatNumber(unlisted)} til.</p>}
    </Dialog>
  )
}

interface UndoImportDialogProps {
  readonly importId: string
  /** Called after the import was undone. */
  readonly onDone: () => void
  readonly onCancel: () => void
}

/** Asks before an import is undone, then lists the rows that stay. */
export function UndoImportDialog({ importId, onDone, onCancel }: UndoImportDialogProps) {
  const undo = useUndoImport()
  const [undone, setUndone] = useState<UndoneImport | null>(null)
  if (undone) return <SkippedRows undone={undone} onClose={onDone} />

  const confirm = async () => {
    try {
      const answer = await undo.mutateAsync(importId)
      if (answer.skipped > 0) return setUndone(answer)
      toast({ title: 'Importen er angret', description: outcomeText(answer) })
      onDone()
    } catch {
      // The dialog shows the mutation's error.
    }
  }
  return (
    <ConfirmDialog
      title="Angre importen?"
      confirmLabel="Angre importen"
      workingLabel="Angrer …"
      onConfirm={confirm}
      onCancel={onCancel}
    >
      {undo.error && <Notice className="mb-3">{errorText(undo.error)}</Notice>}
      Rader som importen laget, slettes, og de andre får tilbake det som sto der før. Rader som noen har endret eller
      brukt siden, står som de er.
    </ConfirmDialog>
  )
}

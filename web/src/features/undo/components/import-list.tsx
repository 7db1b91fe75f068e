import { type ImportKind, importKinds } from '@kontor/contract/undo/undo.rules'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../../platform/api-client.ts'
import { formatDate, formatDateTime } from '../../../platform/format.ts'
import { nonZero } from '../../../platform/import-file.ts'
import { Button } from '../../../ui/base/button.tsx'
import { Notice } from '../../../ui/base/states.tsx'
import { UndoImportDialog } from '../../../ui/import-export/undo-import-dialog.tsx'
import { type ImportEntry, importsQuery } from '../undo.api.ts'

function ImportRow({ entry, onUndo }: { entry: ImportEntry; onUndo: () => void }) {
  const { kind, importedAt, importedBy, fileName, rowsCreated, rowsUpdated, goneAt } = entry
  const at = formatDateTime(importedAt)
  return (
    <li className="flex items-center gap-4 border-rule border-b py-3">
      <div className="min-w-0 flex-1">
        <p className="font-semibold">
          {importKinds[kind]}: {nonZero([rowsCreated, rowsCreated === 1 ? 'ny' : 'nye'], [rowsUpdated, 'oppdatert'])}
        </p>
        <p className="mt-0.5 text-soft text-sm">
          Importert {at} av {importedBy}
          {fileName && <span className="[overflow-wrap:anywhere]"> fra {fileName}</span>} · kan angres til{' '}
          {formatDate(goneAt)}
        </p>
      </div>
      <Button size="small" aria-label={`Angre importen fra ${at}`} onClick={onUndo} className="shrink-0">
        Angre …
      </Button>
    </li>
  )
}

interface ImportListProps {
  /** The kind of imports to list; all by default. */
  readonly kind?: ImportKind
  readonly heading?: 'h3' | 'h4'
  /** The text if there are no imports. Without it, an empty list shows nothing, not even the heading. */
  readonly empty?: string
}

/** Lists the imports of the last 30 days, each with a button to undo it. */
export function ImportList({ kind, heading: Heading = 'h4', empty }: ImportListProps) {
  const { data, error } = useQuery(importsQuery)
  const entries = data?.filter((entry) => !kind || entry.kind === kind)
  const [undoing, setUndoing] = useState<string | null>(null)
  const close = () => setUndoing(null)
  if (error) return <Notice className="mt-4">{`Kunne ikke hente importene. ${errorText(error)}`}</Notice>
  return (
    <>
      {entries && (entries.length > 0 || empty) && (
        <>
          <Heading className="mt-8 mb-3 font-semibold text-sm">Importer</Heading>
          {entries.length === 0 && <p className="text-soft text-sm">{empty}</p>}
          {entries.length > 0 && (
            <ul className="max-h-80 overflow-y-auto border-rule border-t">
              {entries.map((entry) => (
                <ImportRow key={entry.importId} entry={entry} onUndo={() => setUndoing(entry.importId)} />
              ))}
            </ul>
          )}
        </>
      )}
      {undoing !== null && <UndoImportDialog importId={undoing} onDone={close} onCancel={close} />}
    </>
  )
}

import { trashDays } from '@kontor/contract/undo/undo.rules'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { ImportList } from './import-list.tsx'
import { TrashList } from './trash-list.tsx'

/** Lists deleted leads and imports of leads, to undo them. The whole trash is in the settings, to which sales users have no access. */
export function LeadTrashDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      title="Papirkurv"
      description={`Slettede leads kan gjenopprettes, og importer angres, i ${trashDays} dager.`}
      width="wide"
      onClose={onClose}
    >
      <TrashList kind="leads" />
      <ImportList kind="leads" heading="h3" empty={`Ingen importer fra de siste ${trashDays} dagene kan angres.`} />
    </Dialog>
  )
}

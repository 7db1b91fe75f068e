import { trashDays } from '@kontor/contract/undo/undo.rules'
import { SettingsSection } from '../../../ui/base/settings-section.tsx'
import { ImportList } from './import-list.tsx'
import { TrashList } from './trash-list.tsx'

const about = `Det som slettes, kan gjenopprettes i ${trashDays} dager, med alt som hørte til. Henvendelser som er blitt for gamle, og det som slettes på en persons forespørsel, havner ikke her.`

/** Lists the records deleted in the last 30 days, each with a button to restore it, and the imports. */
export function TrashSection() {
  return (
    <SettingsSection title="Papirkurv" about={about}>
      <TrashList />
      <ImportList />
    </SettingsSection>
  )
}

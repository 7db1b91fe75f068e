import { trashDays } from '@kontor/contract/undo/undo.rules'
import { useId } from 'react'
import { ImportList } from './import-list.tsx'
import { TrashList } from './trash-list.tsx'

/** Entities deleted in the last 30 days, each with a button to restore it. */
export function TrashSection() {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId} className="font-semibold text-base tracking-tight">
        Papirkurv
      </h3>
      <p className="mt-1 mb-4 max-w-prose text-soft text-sm">
        Det som slettes, kan gjenopprettes i {trashDays} dager, med alt som hørte til. Henvendelser som er blitt for
        gamle, og det som slettes på en persons forespørsel, havner ikke her.
      </p>
      <TrashList />
      <ImportList />
    </section>
  )
}

import { personalDataKinds } from '@kontor/contract/privacy/privacy.rules'
import { formatNumber } from '../../../platform/format.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import type { PersonSearch } from '../privacy.api.ts'

interface PersonEraseDialogProps {
  readonly found: PersonSearch
  readonly onConfirm: () => Promise<void>
  readonly onCancel: () => void
}

type Group = PersonSearch['groups'][number]

const line = ({ kind, count, entries }: Group): string => {
  const allKept = entries.every(({ fate }) => fate === 'kept')
  return `${personalDataKinds[kind]}: ${formatNumber(count)}${allKept ? ' (beholdes)' : ''}`
}

/** Asks before everything about a person goes, and says what will stay. */
export function PersonEraseDialog({ found: { email, groups }, onConfirm, onCancel }: PersonEraseDialogProps) {
  const present = groups.filter(({ count }) => count > 0)
  const keeps = present.some(({ entries }) => entries.some(({ fate }) => fate === 'kept'))
  return (
    <ConfirmDialog
      title="Slette alt om personen?"
      confirmLabel="Slett alt"
      workingLabel="Sletter …"
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <p>
        Dette gjelder <strong className="font-semibold text-ink [overflow-wrap:anywhere]">{email}</strong>:
      </p>
      <ul className="my-2 list-disc pl-5">
        {present.map((group) => (
          <li key={group.kind}>{line(group)}</li>
        ))}
      </ul>
      <p>
        E-poster som er på vei, blir ikke sendt. {keeps && 'Det som er merket «Beholdes», blir stående. '}
        Det kan ikke angres.
      </p>
    </ConfirmDialog>
  )
}

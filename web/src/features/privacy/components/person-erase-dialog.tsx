import { personalDataKinds } from '@kontor/contract/privacy/privacy.rules'
import { formatNumber } from '../../../platform/format.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import type { PersonSearch } from '../privacy.api.ts'

interface PersonEraseDialogProps {
  readonly findings: PersonSearch
  readonly onConfirm: () => Promise<void>
  readonly onCancel: () => void
}

type Group = PersonSearch['groups'][number]

const lineOf = ({ kind, count, entries }: Group): string => {
  const allKept = entries.every(({ fate }) => fate === 'kept')
  return `${personalDataKinds[kind]}: ${formatNumber(count)}${allKept ? ' (beholdes)' : ''}`
}

/** Confirms the erasure of a person's data and lists what is kept. */
export function PersonEraseDialog({ findings: { email, groups }, onConfirm, onCancel }: PersonEraseDialogProps) {
  const foundGroups = groups.filter(({ count }) => count > 0)
  const keepsSome = foundGroups.some(({ entries }) => entries.some(({ fate }) => fate === 'kept'))
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
        {foundGroups.map((group) => (
          <li key={group.kind}>{lineOf(group)}</li>
        ))}
      </ul>
      <p>
        E-poster som er på vei, blir ikke sendt. {keepsSome && 'Det som er merket «Beholdes», blir stående. '}
        Det kan ikke angres.
      </p>
    </ConfirmDialog>
  )
}

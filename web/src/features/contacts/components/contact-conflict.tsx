import { contactSubjectLabel } from '@kontor/contract/contacts/contacts.rules'
import { type Control, useWatch } from 'react-hook-form'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/states.tsx'
import type { Contact, ContactChanges } from '../contacts.api.ts'

const labels = { name: 'Navn', email: 'E-post', company: 'Bedrift', subject: 'Emne', message: 'Melding' } as const

export type EditableField = keyof typeof labels

const fields = Object.keys(labels) as EditableField[]

const shown = (field: EditableField, value: string): string =>
  field === 'subject' ? contactSubjectLabel(value) : value || '(tomt)'

interface ContactConflictProps {
  readonly stored: Contact
  readonly control: Control<ContactChanges>
  readonly onTake: (fields: readonly EditableField[]) => void
}

/** Somebody else saved first: what stands there now beside what was typed, field by field. */
export function ContactConflict({ stored, control, onTake }: ContactConflictProps) {
  const typed = useWatch({ control })
  const differing = fields.filter((field) => (stored[field] ?? '') !== (typed[field] ?? '').trim())
  return (
    <Notice tone="warning">
      <p className="font-semibold">Endret av en annen i mellomtiden</p>
      {differing.length === 0 ? (
        <p className="mt-1 text-ink">Det som er lagret nå, er det samme som du har skrevet.</p>
      ) : (
        <>
          <p className="mt-1 text-ink">
            Velg hva som skal gjelde. «Lagre likevel» lagrer det som står i feltene nedenfor.
          </p>
          <ul className="mt-2 flex flex-col text-ink">
            {differing.map((field) => (
              <li key={field} className="flex items-start gap-3 border-warning/30 border-t py-2">
                <p className="min-w-0 flex-1 [overflow-wrap:anywhere]">
                  <span className="text-soft">{labels[field]} lagret nå: </span>
                  <span className="line-clamp-3 whitespace-pre-wrap">{shown(field, stored[field] ?? '')}</span>
                </p>
                <Button size="small" aria-label={`Bruk denne: ${labels[field]}`} onClick={() => onTake([field])}>
                  Bruk denne
                </Button>
              </li>
            ))}
          </ul>
          {differing.length > 1 && (
            <Button size="small" className="mt-1" onClick={() => onTake(differing)}>
              Bruk alt som er lagret
            </Button>
          )}
        </>
      )}
    </Notice>
  )
}

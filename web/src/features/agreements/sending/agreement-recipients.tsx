import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { compareText } from '../../../platform/format.ts'
import { Badge } from '../../../ui/base/badge.tsx'
import { IconButton } from '../../../ui/base/button.tsx'
import { EditIcon } from '../../../ui/base/icons.tsx'
import { QueryState } from '../../../ui/base/query-state.tsx'
import { focusFieldIn } from '../../../ui/form/focus-first-field.ts'
import { nameOfPerson } from '../../customers/components/person-name.ts'
import { type ContactPerson, contactPersonsQuery } from '../../customers/customers.api.ts'

const byName = (a: ContactPerson, b: ContactPerson): number =>
  compareText(nameOfPerson(a), nameOfPerson(b)) || a.id - b.id

interface RecipientsProps {
  readonly customerId: number
  readonly chosen: number | null
  readonly onChoose: (person: ContactPerson) => void
  readonly onEdit: (person: ContactPerson) => void
}

/** Lists the contact persons that an agreement can be sent to. */
export function Recipients({ customerId, chosen, onChoose, onEdit }: RecipientsProps) {
  const query = useQuery(contactPersonsQuery(customerId))
  const { data } = query
  const choices = useRef<HTMLFieldSetElement>(null)
  const isLoaded = data !== undefined
  const wasLoaded = useRef(isLoaded)
  // Focuses the first choice once the choices are loaded, if they weren't yet when the dialog opened.
  useEffect(() => {
    if (isLoaded && !wasLoaded.current) focusFieldIn(choices.current)
    wasLoaded.current = isLoaded
  }, [isLoaded])
  if (!data) return <QueryState query={query} failed="Kunne ikke hente kontaktpersonene" />
  const shown = data.filter(({ isActive, id }) => isActive || id === chosen).toSorted(byName)
  if (shown.length === 0) return <p className="text-soft text-sm">Kunden har ingen kontaktpersoner ennå.</p>
  return (
    <fieldset ref={choices}>
      <legend className="sr-only">Mottaker</legend>
      <ul className="max-h-60 overflow-y-auto overscroll-contain rounded-md border border-border/50">
        {shown.map((person) => (
          <li
            key={person.id}
            className="flex items-center border-rule border-b last:border-b-0 has-checked:bg-fjord-tint"
          >
            <label className="flex min-w-0 flex-1 cursor-pointer items-center gap-3 py-2.5 pl-3 text-sm">
              <input
                type="radio"
                name="contact-person"
                checked={person.id === chosen}
                onChange={() => onChoose(person)}
                className="size-4 shrink-0 cursor-pointer accent-fjord"
              />
              <span className="min-w-0 leading-snug [overflow-wrap:anywhere]">
                <span className="flex flex-wrap items-center gap-2 font-medium">
                  {nameOfPerson(person)}
                  {!person.email && <Badge tone="warning">Mangler e-post</Badge>}
                </span>
                <span className="block text-[0.8125rem] text-soft">{person.email}</span>
              </span>
            </label>
            <IconButton
              label={`Rediger ${nameOfPerson(person)}`}
              icon={<EditIcon />}
              className="mr-1"
              onClick={() => onEdit(person)}
            />
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

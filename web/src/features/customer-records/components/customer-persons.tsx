import { useState } from 'react'
import { MailLink, PhoneLink } from '../../../ui/base/address-links.tsx'
import { Badge } from '../../../ui/base/badge.tsx'
import { Button, IconButton } from '../../../ui/base/button.tsx'
import { EditIcon, PlusIcon } from '../../../ui/base/icons.tsx'
import { RecordPart } from '../../../ui/record/record-sheet.tsx'
import { ContactPersonFormDialog } from '../../customers/components/contact-person-form-dialog.tsx'
import { nameOfPerson } from '../../customers/components/person-name.ts'
import type { ContactPerson } from '../../customers/customers.api.ts'

function Person({ person, onEdit }: { person: ContactPerson; onEdit: () => void }) {
  const { email, telephone, mobilePhone, note, isActive } = person
  return (
    <li className="flex items-start gap-2 border-rule border-t py-2 first:border-t-0 first:pt-0">
      <div className="min-w-0 flex-1 text-sm leading-snug [overflow-wrap:anywhere]">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {nameOfPerson(person)}
          {!isActive && <Badge>Inaktiv</Badge>}
          {email === '' && <Badge tone="warning">Mangler e-post</Badge>}
        </p>
        {note && <p className="whitespace-pre-wrap text-[0.8125rem] text-soft">{note}</p>}
        <p className="flex flex-wrap gap-x-3">
          {email !== '' && <MailLink email={email} />}
          {mobilePhone && <PhoneLink phone={mobilePhone} />}
          {telephone && <PhoneLink phone={telephone} />}
        </p>
      </div>
      <IconButton label={`Rediger ${nameOfPerson(person)}`} icon={<EditIcon />} onClick={onEdit} />
    </li>
  )
}

interface CustomerPersonsProps {
  readonly customerId: number
  readonly persons: readonly ContactPerson[]
}

export function CustomerPersons({ customerId, persons }: CustomerPersonsProps) {
  const [form, setForm] = useState<{ readonly person?: ContactPerson } | null>(null)
  const add = (
    <Button size="small" onClick={() => setForm({})}>
      <PlusIcon /> Ny kontaktperson
    </Button>
  )
  return (
    <RecordPart title="Kontaktpersoner" action={add}>
      {persons.length === 0 ? (
        <p className="text-sm text-soft">Ingen ennå. Kontaktpersonene er de som kan få avtaler på e-post.</p>
      ) : (
        <ul>
          {persons.map((person) => (
            <Person key={person.id} person={person} onEdit={() => setForm({ person })} />
          ))}
        </ul>
      )}
      {form && <ContactPersonFormDialog customerId={customerId} person={form.person} onClose={() => setForm(null)} />}
    </RecordPart>
  )
}

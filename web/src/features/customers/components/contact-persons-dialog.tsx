import { useQuery } from '@tanstack/react-query'
import { compareText } from '../../../platform/format.ts'
import { UndoHint } from '../../../platform/undo-hint.tsx'
import { MailLink, PhoneLink } from '../../../ui/base/address-links.tsx'
import { Badge } from '../../../ui/base/badge.tsx'
import { Button, IconButton } from '../../../ui/base/button.tsx'
import { EditIcon, PeopleIcon, PlusIcon, TrashIcon } from '../../../ui/base/icons.tsx'
import { EmptyState } from '../../../ui/base/states.tsx'
import { DeleteDialog } from '../../../ui/dialog/delete-dialog.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { useListDialog } from '../../../ui/dialog/use-list-dialog.ts'
import { ListContent } from '../../../ui/list/list-content.tsx'
import { type ContactPerson, type Customer, contactPersonsQuery, useDeleteContactPerson } from '../customers.api.ts'
import { ContactPersonFormDialog } from './contact-person-form-dialog.tsx'
import { nameOfPerson } from './person-name.ts'

const byName = (a: ContactPerson, b: ContactPerson): number =>
  compareText(a.lastName, b.lastName) || compareText(a.firstName, b.firstName) || a.id - b.id

function Person({ person, onEdit, onDelete }: { person: ContactPerson; onEdit: () => void; onDelete: () => void }) {
  const { email, telephone, mobilePhone, note, isActive } = person
  return (
    <li className="flex items-start gap-3 border-rule border-b py-3 first:pt-0 last:border-b-0 last:pb-0">
      <div className="min-w-0 flex-1 text-sm leading-snug [overflow-wrap:anywhere]">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {nameOfPerson(person)}
          {!isActive && <Badge>Inaktiv</Badge>}
        </p>
        <p className="flex flex-wrap gap-x-3">
          {email && <MailLink email={email} />}
          {mobilePhone && <PhoneLink phone={mobilePhone} />}
          {telephone && <PhoneLink phone={telephone} />}
        </p>
        {note && <p className="mt-0.5 whitespace-pre-wrap text-[0.8125rem] text-soft">{note}</p>}
      </div>
      <span className="flex shrink-0 gap-0.5">
        <IconButton label={`Rediger ${nameOfPerson(person)}`} icon={<EditIcon />} onClick={onEdit} />
        <IconButton label={`Slett ${nameOfPerson(person)}`} icon={<TrashIcon />} onClick={onDelete} />
      </span>
    </li>
  )
}

type OpenDialog =
  | { readonly kind: 'form'; readonly person?: ContactPerson }
  | { readonly kind: 'delete'; readonly person: ContactPerson }

const texts = { loading: 'Henter kontaktpersoner …', failed: 'Kunne ikke hente kontaktpersonene' }

export function ContactPersonsDialog({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const query = useQuery(contactPersonsQuery(customer.id))
  const remove = useDeleteContactPerson()
  const { dialog, setDialog, close, ending, notice } = useListDialog<OpenDialog>()
  const empty = (
    <EmptyState icon={<PeopleIcon />} title="Ingen kontaktpersoner ennå">
      Kontaktpersonene er de som kan få avtaler på e-post.
    </EmptyState>
  )

  return (
    <>
      <Dialog
        title={`Kontaktpersoner hos ${customer.name}`}
        onClose={onClose}
        footer={
          <>
            <Button className="mr-auto" onClick={() => setDialog({ kind: 'form' })}>
              <PlusIcon /> Ny kontaktperson
            </Button>
            <Button onClick={onClose}>Lukk</Button>
          </>
        }
      >
        <ListContent query={query} texts={texts} empty={empty} {...notice}>
          {(persons) => (
            <ul>
              {persons.toSorted(byName).map((person) => (
                <Person
                  key={person.id}
                  person={person}
                  onEdit={() => setDialog({ kind: 'form', person })}
                  onDelete={() => setDialog({ kind: 'delete', person })}
                />
              ))}
            </ul>
          )}
        </ListContent>
      </Dialog>
      {dialog?.kind === 'form' && (
        <ContactPersonFormDialog customerId={customer.id} person={dialog.person} onClose={close} />
      )}
      {dialog?.kind === 'delete' && (
        <DeleteDialog
          title="Slette kontaktpersonen?"
          version={dialog.person.version}
          remove={(version) => remove.mutateAsync({ ...dialog.person, version })}
          undo={{ kind: 'contactPersons', ids: [dialog.person.id] }}
          deleted={{ title: 'Kontaktperson slettet', description: nameOfPerson(dialog.person) }}
          failed="Kunne ikke slette kontaktperson"
          problem={`${nameOfPerson(dialog.person)} ble ikke slettet.`}
          {...ending}
        >
          <strong className="font-semibold text-ink">{nameOfPerson(dialog.person)}</strong> blir slettet. <UndoHint />
        </DeleteDialog>
      )}
    </>
  )
}

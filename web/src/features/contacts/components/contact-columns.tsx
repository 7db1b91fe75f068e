import { contactSubjectLabel } from '@kontor/contract/contacts/contacts.rules'
import { formatDateTime } from '../../../platform/format.ts'
import { MomentCell, SuspectBadge } from '../../../ui/column-cells.tsx'
import type { Column } from '../../../ui/data-table-model.ts'
import { Figures } from '../../../ui/figures.tsx'
import { EditIcon, TrashIcon } from '../../../ui/icons.tsx'
import { RowAction } from '../../../ui/row-action.tsx'
import type { PickableColumn } from '../../../ui/use-column-visibility.ts'
import type { Contact } from '../contacts.api.ts'
import { DeletionCell } from './contact-deletion.tsx'

export interface ContactActions {
  readonly onOpen: (contact: Contact) => void
  readonly onEdit: (contact: Contact) => void
  readonly onDelete: (contact: Contact) => void
}

function NameButton({ contact, onOpen }: { contact: Contact; onOpen: (contact: Contact) => void }) {
  return (
    <button
      type="button"
      aria-label={`Les henvendelsen fra ${contact.name}`}
      onClick={() => onOpen(contact)}
      className="block min-w-0 max-w-full truncate rounded-sm text-left font-semibold hover:underline"
    >
      {contact.name}
    </button>
  )
}

function RowActions({ contact, onEdit, onDelete }: { contact: Contact } & Omit<ContactActions, 'onOpen'>) {
  const of = `henvendelsen fra ${contact.name}`
  return (
    <span className="flex justify-end gap-0.5">
      <RowAction text="Rediger" of={of} icon={<EditIcon />} onClick={() => onEdit(contact)} />
      <RowAction text="Slett" of={of} icon={<TrashIcon />} onClick={() => onDelete(contact)} />
    </span>
  )
}

/** The columns that may be hidden; not the name, which opens the enquiry. */
export const pickableContactColumns: readonly PickableColumn[] = [
  { id: 'createdAt', label: 'Dato' },
  { id: 'email', label: 'E-post' },
  { id: 'company', label: 'Bedrift' },
  { id: 'subject', label: 'Emne' },
  { id: 'message', label: 'Melding' },
  { id: 'deletion', label: 'Slettes' },
]

export const contactColumns = ({ onOpen, onEdit, onDelete }: ContactActions): readonly Column<Contact>[] => [
  {
    id: 'createdAt',
    header: 'Dato',
    className: 'w-26 lg:w-38',
    cell: ({ createdAt }) => <MomentCell at={createdAt} />,
  },
  {
    id: 'name',
    header: 'Navn',
    className: 'w-[20%] lg:w-[15%]',
    cell: (contact) => (
      <span className="flex items-center gap-2">
        <NameButton contact={contact} onOpen={onOpen} />
        {contact.suspect && <SuspectBadge />}
      </span>
    ),
  },
  { id: 'email', header: 'E-post', className: 'w-[24%] lg:w-[17%]', cell: ({ email }) => email },
  {
    id: 'company',
    header: 'Bedrift',
    className: 'lg:w-[12%]',
    cell: ({ company }) => company ?? <span className="text-soft">–</span>,
  },
  { id: 'subject', header: 'Emne', className: 'lg:w-[14%]', cell: ({ subject }) => contactSubjectLabel(subject) },
  {
    id: 'message',
    header: 'Melding',
    isSortable: false,
    className: 'max-xl:hidden text-soft',
    cell: ({ message }) => message,
  },
  {
    id: 'deletion',
    header: 'Slettes',
    isSortable: false,
    className: 'max-lg:hidden w-28',
    cell: (contact) => <DeletionCell contact={contact} />,
  },
  {
    id: 'actions',
    header: 'Handlinger',
    isHeaderHidden: true,
    isSortable: false,
    className: 'w-20 px-1!',
    cell: (contact) => <RowActions contact={contact} onEdit={onEdit} onDelete={onDelete} />,
  },
]

/** A row on narrow screens. */
export function NarrowContact({ contact, onOpen }: { contact: Contact; onOpen: (contact: Contact) => void }) {
  return (
    <span className="flex min-w-0 flex-col gap-0.5 pr-1 leading-snug">
      <span className="flex items-center gap-2">
        <NameButton contact={contact} onOpen={onOpen} />
        <time dateTime={contact.createdAt} className="ml-auto shrink-0 text-[0.8125rem] text-soft">
          <Figures text={formatDateTime(contact.createdAt)} />
        </time>
      </span>
      <span className="flex items-center gap-2 text-[0.8125rem]">
        {contact.suspect && <SuspectBadge />}
        <span className="truncate">
          {[contactSubjectLabel(contact.subject), contact.company].filter(Boolean).join(' · ')}
        </span>
      </span>
      <span className="truncate text-[0.8125rem] text-soft">{contact.message}</span>
    </span>
  )
}

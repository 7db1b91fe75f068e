import { contactSubjectLabel } from '@kontor/contract/contacts/contacts.rules'
import { formatDateTime } from '../../../platform/format.ts'
import { MomentCell, SuspectBadge } from '../../../ui/column-cells.tsx'
import { columnsFor } from '../../../ui/data-table-model.ts'
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
  return (
    <span className="flex justify-end gap-0.5">
      <RowAction
        text="Rediger"
        of={`henvendelsen fra ${contact.name}`}
        icon={<EditIcon />}
        onClick={() => onEdit(contact)}
      />
      <RowAction
        text="Slett"
        of={`henvendelsen fra ${contact.name}`}
        icon={<TrashIcon />}
        onClick={() => onDelete(contact)}
      />
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

const column = columnsFor<Contact>()

export const contactColumns = ({ onOpen, onEdit, onDelete }: ContactActions) =>
  column.columns([
    column.accessor('createdAt', {
      header: 'Dato',
      meta: { className: 'w-26 lg:w-38' },
      cell: ({ getValue }) => <MomentCell at={getValue()} />,
    }),
    column.accessor('name', {
      header: 'Navn',
      meta: { className: 'w-[20%] lg:w-[15%]' },
      cell: ({ row }) => (
        <span className="flex items-center gap-2">
          <NameButton contact={row.original} onOpen={onOpen} />
          {row.original.suspect && <SuspectBadge />}
        </span>
      ),
    }),
    column.accessor('email', { header: 'E-post', meta: { className: 'w-[24%] lg:w-[17%]' } }),
    column.accessor('company', {
      header: 'Bedrift',
      meta: { className: 'lg:w-[12%]' },
      cell: ({ getValue }) => getValue() ?? <span className="text-soft">–</span>,
    }),
    column.accessor('subject', {
      header: 'Emne',
      meta: { className: 'lg:w-[14%]' },
      cell: ({ getValue }) => contactSubjectLabel(getValue()),
    }),
    column.display({
      id: 'message',
      header: 'Melding',
      enableSorting: false,
      meta: { className: 'max-xl:hidden text-soft' },
      cell: ({ row }) => row.original.message,
    }),
    column.display({
      id: 'deletion',
      header: 'Slettes',
      enableSorting: false,
      meta: { className: 'max-lg:hidden w-28' },
      cell: ({ row }) => <DeletionCell contact={row.original} />,
    }),
    column.display({
      id: 'actions',
      header: () => <span className="sr-only">Handlinger</span>,
      enableSorting: false,
      meta: { className: 'w-20 px-1!' },
      cell: ({ row }) => <RowActions contact={row.original} onEdit={onEdit} onDelete={onDelete} />,
    }),
  ])

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

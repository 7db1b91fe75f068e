import { contactSubjectLabel, enquiryMonths } from '@kontor/contract/contacts/contacts.rules'
import { formatDateTime, formatDayInWords } from '../../../platform/format.ts'
import { MailLink } from '../../../ui/base/address-links.tsx'
import { Figures } from '../../../ui/base/figures.tsx'
import { ClockIcon } from '../../../ui/base/icons.tsx'
import { emptyCell, MomentCell } from '../../../ui/table/column-cells.tsx'
import { actionsColumn, type Column } from '../../../ui/table/data-table-model.ts'
import { EditAndDelete, editAndDelete, RowMenu, RowName } from '../../../ui/table/row-action.tsx'
import type { Contact } from '../contacts.api.ts'
import { ContactStateBadge } from './contact-badges.tsx'
import { useDeletion } from './use-deletion.ts'

export interface ContactActions {
  readonly onOpen: (contact: Contact) => void
  readonly onEdit: (contact: Contact) => void
  readonly onDelete: (contact: Contact) => void
}

/** An enquiry is highlighted if it will be deleted in at most this many days. */
const soonDays = 7

function DeletionCell({ contact }: { contact: Contact }) {
  const { day, days, inDays } = useDeletion(contact)
  const soon = days <= soonDays
  return (
    <time
      dateTime={day}
      title={`Slettes natt til ${formatDayInWords(day)}: henvendelser lagres i ${enquiryMonths} måneder`}
      className={soon ? 'inline-flex items-center gap-1.5 font-medium text-warning' : 'text-soft'}
    >
      {soon && <ClockIcon className="size-3.5 shrink-0" />}
      {inDays}
    </time>
  )
}

const nameButton = (contact: Contact, onOpen: ContactActions['onOpen'], inColumn = false) => (
  <RowName
    label={`Les henvendelsen fra ${contact.name}`}
    name={contact.name}
    data-contact={contact.id}
    inColumn={inColumn}
    onOpen={() => onOpen(contact)}
  />
)

const rowActions = (contact: Contact, { onEdit, onDelete }: ContactActions) => (
  <EditAndDelete
    of={`henvendelsen fra ${contact.name}`}
    onEdit={() => onEdit(contact)}
    onDelete={() => onDelete(contact)}
  />
)

export const contactColumns = (actions: ContactActions): readonly Column<Contact>[] => [
  {
    id: 'createdAt',
    header: 'Dato',
    pickable: 'shown',
    className: 'w-38',
    cell: ({ createdAt }) => <MomentCell at={createdAt} />,
  },
  {
    id: 'name',
    header: 'Navn',
    pinned: 'start',
    isName: true,
    className: 'w-[20%] xl:w-[16%]',
    cell: (contact) => (
      <span className="flex items-center gap-2">
        {nameButton(contact, actions.onOpen, true)}
        <ContactStateBadge state={contact.state} inList />
      </span>
    ),
  },
  {
    id: 'email',
    header: 'E-post',
    pickable: 'shown',
    className: 'w-[20%] xl:w-[17%]',
    cell: ({ email }) => <MailLink email={email} />,
  },
  {
    id: 'company',
    header: 'Bedrift',
    pickable: 'shown',
    className: 'w-[13%] xl:w-[12%]',
    cell: ({ company }) => company ?? emptyCell,
  },
  {
    id: 'subject',
    header: 'Emne',
    pickable: 'shown',
    className: 'w-[17%] xl:w-[13%]',
    cell: ({ subject }) => contactSubjectLabel(subject),
  },
  {
    id: 'message',
    header: 'Melding',
    pickable: 'shown',
    isSortable: false,
    className: 'max-xl:hidden text-soft',
    cell: ({ message }) => message,
  },
  {
    id: 'deletion',
    header: 'Slettes',
    pickable: 'hidden',
    isSortable: false,
    className: 'w-28',
    cell: (contact) => <DeletionCell contact={contact} />,
  },
  actionsColumn('w-26 px-1!', (contact) => (
    <span className="flex justify-end gap-0.5">{rowActions(contact, actions)}</span>
  )),
]

export function NarrowContact({ contact, actions }: { contact: Contact; actions: ContactActions }) {
  return (
    <span className="flex min-w-0 items-center gap-2 pr-1">
      <NarrowFacts contact={contact} onOpen={actions.onOpen} />
      <span className="flex shrink-0 max-sm:hidden">{rowActions(contact, actions)}</span>
      <span className="-mr-2 shrink-0 self-start pt-1 sm:hidden">
        <RowMenu
          of={`henvendelsen fra ${contact.name}`}
          items={editAndDelete({ onEdit: () => actions.onEdit(contact), onDelete: () => actions.onDelete(contact) })}
        />
      </span>
    </span>
  )
}

function NarrowFacts({ contact, onOpen }: { contact: Contact } & Pick<ContactActions, 'onOpen'>) {
  return (
    <span className="flex min-w-0 flex-1 flex-col gap-0.5 leading-snug">
      <span className="flex items-center gap-2">
        {nameButton(contact, onOpen)}
        <time dateTime={contact.createdAt} className="ml-auto shrink-0 text-[0.8125rem] text-soft">
          <Figures text={formatDateTime(contact.createdAt)} />
        </time>
      </span>
      <span className="flex items-center gap-2 text-[0.8125rem]">
        <ContactStateBadge state={contact.state} inList />
        <span className="truncate">
          {[contactSubjectLabel(contact.subject), contact.company].filter(Boolean).join(' · ')}
        </span>
      </span>
      <span className="truncate text-[0.8125rem] text-soft">
        <MailLink email={contact.email} /> · {contact.message}
      </span>
    </span>
  )
}

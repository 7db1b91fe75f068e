import { formatDateTime } from '../../../platform/format.ts'
import { PhoneLink } from '../../../ui/address-links.tsx'
import { MomentCell, SuspectBadge } from '../../../ui/column-cells.tsx'
import type { Column } from '../../../ui/data-table-model.ts'
import { Figures } from '../../../ui/figures.tsx'
import { CheckIcon, EditIcon, TrashIcon } from '../../../ui/icons.tsx'
import { RowAction, RowName } from '../../../ui/row-action.tsx'
import type { Registration } from '../webinars.api.ts'
import { RegistrationBadge } from './webinar-badges.tsx'

export interface RegistrationActions {
  /** Approves the registration. */
  readonly onApprove: (registration: Registration) => void
  readonly onEdit: (registration: Registration) => void
  readonly onDelete: (registration: Registration) => void
}

function EmailLink({ email }: { email: string }) {
  return (
    <a href={`mailto:${encodeURIComponent(email)}`} className="rounded-sm hover:underline">
      {email}
    </a>
  )
}

function RowActions({
  registration,
  onApprove,
  onEdit,
  onDelete,
}: { registration: Registration } & RegistrationActions) {
  const of = `påmeldingen fra ${registration.name}`
  return (
    <span className="flex justify-end gap-0.5">
      {registration.suspect && (
        <RowAction text="Godkjenn" of={of} icon={<CheckIcon />} onClick={() => onApprove(registration)} />
      )}
      <RowAction text="Rediger" of={of} icon={<EditIcon />} onClick={() => onEdit(registration)} />
      <RowAction text="Slett" of={of} icon={<TrashIcon />} onClick={() => onDelete(registration)} />
    </span>
  )
}

const emptyCell = <span className="text-soft">–</span>

const nameButton = (registration: Registration, { onEdit }: Pick<RegistrationActions, 'onEdit'>) => (
  <RowName
    label={`Åpne påmeldingen fra ${registration.name}`}
    name={registration.name}
    onOpen={() => onEdit(registration)}
  />
)

export const registrationColumns = (actions: RegistrationActions): readonly Column<Registration>[] => [
  {
    id: 'createdAt',
    header: 'Påmeldt',
    className: 'w-28 lg:w-38',
    cell: ({ createdAt }) => <MomentCell at={createdAt} />,
  },
  {
    id: 'name',
    header: 'Navn',
    pinned: 'start',
    isName: true,
    cell: (registration) => (
      <span className="flex items-center gap-2">
        {nameButton(registration, actions)}
        <RegistrationBadge state={registration.state} />
        {registration.suspect && <SuspectBadge />}
      </span>
    ),
  },
  { id: 'email', header: 'E-post', cell: ({ email }) => <EmailLink email={email} /> },
  { id: 'company', header: 'Bedrift', cell: ({ company }) => company ?? emptyCell },
  {
    id: 'phone',
    header: 'Telefon',
    className: 'w-36',
    cell: ({ phone }) => (phone === null ? emptyCell : <PhoneLink phone={phone} />),
  },
  {
    id: 'actions',
    header: 'Handlinger',
    isHeaderHidden: true,
    isSortable: false,
    className: 'w-28 px-1!',
    cell: (registration) => <RowActions registration={registration} {...actions} />,
  },
]

/** A row on a narrow screen, without columns. */
export function NarrowRegistration({ registration, ...actions }: { registration: Registration } & RegistrationActions) {
  const { email, company, phone, suspect, state, createdAt } = registration
  return (
    <span className="flex min-w-0 items-center gap-2 px-1">
      <span className="flex min-w-0 flex-1 flex-col gap-0.5 leading-snug">
        <span className="flex items-center gap-2">
          {nameButton(registration, actions)}
          <RegistrationBadge state={state} />
          {suspect && <SuspectBadge />}
        </span>
        <span className="truncate text-[0.8125rem] leading-6 [&>a]:inline-block">
          <EmailLink email={email} />
        </span>
        <span className="truncate text-[0.8125rem] text-soft">
          {company}
          {company && phone && ' · '}
          {phone && <PhoneLink phone={phone} />}
          {!(company || phone) && <Figures text={formatDateTime(createdAt)} />}
        </span>
      </span>
      <RowActions registration={registration} {...actions} />
    </span>
  )
}

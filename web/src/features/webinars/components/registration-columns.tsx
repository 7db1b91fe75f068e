import { formatDateTime } from '../../../platform/format.ts'
import { MailLink, PhoneLink } from '../../../ui/base/address-links.tsx'
import { Figures } from '../../../ui/base/figures.tsx'
import { CheckIcon, EditIcon, TrashIcon } from '../../../ui/base/icons.tsx'
import { MomentCell, SuspectBadge } from '../../../ui/table/column-cells.tsx'
import type { Column } from '../../../ui/table/data-table-model.ts'
import { RowAction, RowName } from '../../../ui/table/row-action.tsx'
import type { Registration } from '../webinars.api.ts'
import { RegistrationBadge } from './webinar-badges.tsx'

export interface RegistrationActions {
  /** Approves the registration. */
  readonly onApprove: (registration: Registration) => void
  readonly onEdit: (registration: Registration) => void
  readonly onDelete: (registration: Registration) => void
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

const nameButton = (registration: Registration, { onEdit }: Pick<RegistrationActions, 'onEdit'>, inColumn = false) => (
  <RowName
    label={`Åpne påmeldingen fra ${registration.name}`}
    name={registration.name}
    inColumn={inColumn}
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
    className: 'w-[22%]',
    cell: (registration) => (
      <span className="flex items-center gap-2">
        {nameButton(registration, actions, true)}
        <RegistrationBadge state={registration.state} />
        {registration.suspect && <SuspectBadge />}
      </span>
    ),
  },
  { id: 'email', header: 'E-post', className: 'w-[22%]', cell: ({ email }) => <MailLink email={email} /> },
  { id: 'company', header: 'Bedrift', cell: ({ company }) => company ?? emptyCell },
  {
    id: 'phone',
    header: 'Telefon',
    className: 'w-32',
    cell: ({ phone }) => (phone === null ? emptyCell : <PhoneLink phone={phone} />),
  },
  {
    id: 'actions',
    header: 'Handlinger',
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
        <span className="truncate text-[0.8125rem]">
          <MailLink email={email} />
        </span>
        <span className="flex min-w-0 items-baseline gap-1 text-[0.8125rem] text-soft">
          {company && <span className="truncate">{company}</span>}
          {company && phone && <span aria-hidden="true">·</span>}
          {phone && (
            <span className="max-w-full shrink-0">
              <PhoneLink phone={phone} />
            </span>
          )}
          {!(company || phone) && <Figures text={formatDateTime(createdAt)} />}
        </span>
      </span>
      <RowActions registration={registration} {...actions} />
    </span>
  )
}

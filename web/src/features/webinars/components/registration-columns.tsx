import { formatDateTime } from '../../../platform/format.ts'
import { MomentCell, SuspectBadge } from '../../../ui/column-cells.tsx'
import { columnsFor } from '../../../ui/data-table-model.ts'
import { Figures } from '../../../ui/figures.tsx'
import { EditIcon, TrashIcon } from '../../../ui/icons.tsx'
import { RowAction } from '../../../ui/row-action.tsx'
import type { Registration } from '../webinars.api.ts'

export interface RegistrationActions {
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

function RowActions({ registration, onEdit, onDelete }: { registration: Registration } & RegistrationActions) {
  return (
    <span className="flex justify-end gap-0.5">
      <RowAction
        text="Rediger"
        of={`påmeldingen fra ${registration.name}`}
        icon={<EditIcon />}
        onClick={() => onEdit(registration)}
      />
      <RowAction
        text="Slett"
        of={`påmeldingen fra ${registration.name}`}
        icon={<TrashIcon />}
        onClick={() => onDelete(registration)}
      />
    </span>
  )
}

const emptyCell = <span className="text-soft">–</span>

const column = columnsFor<Registration>()

export const registrationColumns = (actions: RegistrationActions) =>
  column.columns([
    column.accessor('createdAt', {
      header: 'Påmeldt',
      meta: { className: 'w-28 lg:w-38' },
      cell: ({ getValue }) => <MomentCell at={getValue()} />,
    }),
    column.accessor('name', {
      header: 'Navn',
      cell: ({ row }) => (
        <span className="flex items-center gap-2">
          <span className="truncate font-semibold">{row.original.name}</span>
          {row.original.suspect && <SuspectBadge />}
        </span>
      ),
    }),
    column.accessor('email', { header: 'E-post', cell: ({ getValue }) => <EmailLink email={getValue()} /> }),
    column.accessor('company', { header: 'Bedrift', cell: ({ getValue }) => getValue() ?? emptyCell }),
    column.accessor('phone', {
      header: 'Telefon',
      meta: { className: 'w-36' },
      cell: ({ getValue }) => {
        const phone = getValue()
        return phone === null ? emptyCell : <Figures text={phone} />
      },
    }),
    column.display({
      id: 'actions',
      header: () => <span className="sr-only">Handlinger</span>,
      enableSorting: false,
      meta: { className: 'w-20 px-1!' },
      cell: ({ row }) => <RowActions registration={row.original} {...actions} />,
    }),
  ])

/** A row on a narrow screen, without columns. */
export function NarrowRegistration({ registration, ...actions }: { registration: Registration } & RegistrationActions) {
  const { name, email, company, phone, suspect, createdAt } = registration
  return (
    <span className="flex min-w-0 items-center gap-2 px-1">
      <span className="flex min-w-0 flex-1 flex-col gap-0.5 leading-snug">
        <span className="flex items-center gap-2">
          <span className="truncate font-semibold">{name}</span>
          {suspect && <SuspectBadge />}
        </span>
        <span className="truncate text-[0.8125rem]">
          <EmailLink email={email} />
        </span>
        <span className="truncate text-[0.8125rem] text-soft">
          {[company, phone].filter(Boolean).join(' · ') || <Figures text={formatDateTime(createdAt)} />}
        </span>
      </span>
      <RowActions registration={registration} {...actions} />
    </span>
  )
}

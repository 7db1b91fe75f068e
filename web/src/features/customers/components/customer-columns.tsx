import { customerLabels } from '@kontor/contract/customers/customers.rules'
import { formatOrganizationNumber } from '@kontor/contract/shared/orgnr'
import { formatDateTime } from '../../../platform/format.ts'
import { Badge } from '../../../ui/badge.tsx'
import { columnsFor } from '../../../ui/data-table-model.ts'
import { Figures } from '../../../ui/figures.tsx'
import { EditIcon, PeopleIcon, TrashIcon } from '../../../ui/icons.tsx'
import { RowAction } from '../../../ui/row-action.tsx'
import type { PickableColumn } from '../../../ui/use-column-visibility.ts'
import { RegisterBadge } from '../../company-register/components/register-mark.tsx'
import type { Customer } from '../customers.api.ts'

export interface CustomerActions {
  readonly onOpen: (customer: Customer) => void
  readonly onContacts: (customer: Customer) => void
  readonly onEdit: (customer: Customer) => void
  readonly onDelete: (customer: Customer) => void
}

export function StatusBadge({ isActive }: { isActive: boolean }) {
  return <Badge tone={isActive ? 'positive' : 'neutral'}>{isActive ? 'Aktiv' : 'Inaktiv'}</Badge>
}

function NameButton({ customer, onOpen }: { customer: Customer; onOpen: (customer: Customer) => void }) {
  return (
    <button
      type="button"
      aria-label={`Åpne ${customer.name}`}
      onClick={() => onOpen(customer)}
      className="block min-w-0 max-w-full truncate rounded-sm text-left font-semibold hover:underline"
    >
      {customer.name}
    </button>
  )
}

function RowActions({
  customer,
  onContacts,
  onEdit,
  onDelete,
}: { customer: Customer } & Omit<CustomerActions, 'onOpen'>) {
  return (
    <span className="flex items-center justify-end gap-0.5">
      <RowAction
        text="Kontakter"
        of={`hos ${customer.name}`}
        icon={<PeopleIcon />}
        onClick={() => onContacts(customer)}
      />
      <RowAction text="Rediger" of={customer.name} icon={<EditIcon />} onClick={() => onEdit(customer)} />
      <RowAction text="Slett" of={customer.name} icon={<TrashIcon />} onClick={() => onDelete(customer)} />
    </span>
  )
}

/** The columns that may be hidden; not the name, which opens the customer. */
export const pickableCustomerColumns: readonly PickableColumn[] = [
  { id: 'email', label: customerLabels.email },
  { id: 'organizationNumber', label: customerLabels.organizationNumber },
  { id: 'industry', label: customerLabels.industry },
  { id: 'isActive', label: 'Status' },
  { id: 'phone', label: customerLabels.phone, hiddenAtFirst: true },
  { id: 'website', label: customerLabels.website, hiddenAtFirst: true },
  { id: 'customer_Type', label: customerLabels.customer_Type, hiddenAtFirst: true },
  { id: 'address', label: customerLabels.address, hiddenAtFirst: true },
  { id: 'postCode', label: customerLabels.postCode, hiddenAtFirst: true },
  { id: 'city', label: customerLabels.city, hiddenAtFirst: true },
  { id: 'location', label: customerLabels.location, hiddenAtFirst: true },
  { id: 'createdAt', label: 'Opprettet', hiddenAtFirst: true },
  { id: 'updatedAt', label: 'Endret', hiddenAtFirst: true },
]

const column = columnsFor<Customer>()

const emptyCell = <span className="text-soft">–</span>

const textColumn = (id: 'phone' | 'website' | 'customer_Type' | 'address' | 'postCode' | 'city' | 'location') =>
  column.accessor(id, { header: customerLabels[id], cell: ({ getValue }) => getValue() ?? emptyCell })

const timeColumn = (id: 'createdAt' | 'updatedAt', header: string) =>
  column.accessor(id, {
    header,
    meta: { className: 'w-36' },
    cell: ({ getValue }) => (
      <time dateTime={getValue()}>
        <Figures text={formatDateTime(getValue())} />
      </time>
    ),
  })

export const customerColumns = (actions: CustomerActions) =>
  column.columns([
    column.accessor('name', {
      header: customerLabels.name,
      meta: { className: 'w-[24%]' },
      cell: ({ row: { original: customer } }) => (
        <span className="flex items-center gap-2">
          <NameButton customer={customer} onOpen={actions.onOpen} />
          <RegisterBadge mark={customer.register} />
        </span>
      ),
    }),
    column.accessor('email', { header: customerLabels.email }),
    column.accessor('organizationNumber', {
      header: customerLabels.organizationNumber,
      meta: { className: 'w-30' },
      cell: ({ getValue }) => {
        const number = getValue()
        return number ? <Figures text={formatOrganizationNumber(number)} /> : emptyCell
      },
    }),
    column.accessor('industry', {
      header: customerLabels.industry,
      meta: { className: 'max-lg:hidden' },
      cell: ({ getValue }) => getValue() ?? emptyCell,
    }),
    textColumn('phone'),
    textColumn('website'),
    textColumn('customer_Type'),
    textColumn('address'),
    textColumn('postCode'),
    textColumn('city'),
    textColumn('location'),
    timeColumn('createdAt', 'Opprettet'),
    timeColumn('updatedAt', 'Endret'),
    column.accessor('isActive', {
      header: 'Status',
      meta: { className: 'w-24' },
      cell: ({ getValue }) => <StatusBadge isActive={getValue()} />,
    }),
    column.display({
      id: 'actions',
      header: () => <span className="sr-only">Handlinger</span>,
      enableSorting: false,
      meta: { className: 'w-29 px-1!' },
      cell: ({ row }) => <RowActions customer={row.original} {...actions} />,
    }),
  ])

/** A row on narrow screens. */
export function NarrowCustomer({ customer, onOpen }: { customer: Customer; onOpen: (customer: Customer) => void }) {
  const { email, organizationNumber, industry } = customer
  const facts = [organizationNumber && formatOrganizationNumber(organizationNumber), industry].filter(Boolean)
  return (
    <span className="flex min-w-0 flex-col gap-0.5 pr-1 leading-snug">
      <span className="flex items-center justify-between gap-2">
        <NameButton customer={customer} onOpen={onOpen} />
        <span className="flex shrink-0 items-center gap-1.5">
          <RegisterBadge mark={customer.register} />
          <StatusBadge isActive={customer.isActive} />
        </span>
      </span>
      <span className="truncate text-[0.8125rem]">{email}</span>
      <span className="truncate text-[0.8125rem] text-soft">{facts.join(' · ') || '–'}</span>
    </span>
  )
}

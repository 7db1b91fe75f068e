import { customerLabels } from '@kontor/contract/customers/customers.rules'
import { formatOrganizationNumber } from '@kontor/contract/shared/orgnr'
import { formatDateTime } from '../../../platform/format.ts'
import { Badge } from '../../../ui/badge.tsx'
import type { Column } from '../../../ui/data-table-model.ts'
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

const emptyCell = <span className="text-soft">–</span>

type TextField = 'industry' | 'phone' | 'website' | 'customer_Type' | 'address' | 'postCode' | 'city' | 'location'

const textColumn = (id: TextField): Column<Customer> => ({
  id,
  header: customerLabels[id],
  cell: (customer) => customer[id] ?? emptyCell,
})

const timeColumn = (id: 'createdAt' | 'updatedAt', header: string): Column<Customer> => ({
  id,
  header,
  className: 'w-36',
  cell: (customer) => (
    <time dateTime={customer[id]}>
      <Figures text={formatDateTime(customer[id])} />
    </time>
  ),
})

export const customerColumns = (actions: CustomerActions): readonly Column<Customer>[] => [
  {
    id: 'name',
    header: customerLabels.name,
    className: 'w-[24%]',
    cell: (customer) => (
      <span className="flex items-center gap-2">
        <NameButton customer={customer} onOpen={actions.onOpen} />
        <RegisterBadge mark={customer.register} />
      </span>
    ),
  },
  { id: 'email', header: customerLabels.email, cell: ({ email }) => email },
  {
    id: 'organizationNumber',
    header: customerLabels.organizationNumber,
    className: 'w-30',
    cell: ({ organizationNumber: number }) =>
      number ? <Figures text={formatOrganizationNumber(number)} /> : emptyCell,
  },
  { ...textColumn('industry'), className: 'max-lg:hidden' },
  textColumn('phone'),
  textColumn('website'),
  textColumn('customer_Type'),
  textColumn('address'),
  textColumn('postCode'),
  textColumn('city'),
  textColumn('location'),
  timeColumn('createdAt', 'Opprettet'),
  timeColumn('updatedAt', 'Endret'),
  { id: 'isActive', header: 'Status', className: 'w-24', cell: ({ isActive }) => <StatusBadge isActive={isActive} /> },
  {
    id: 'actions',
    header: 'Handlinger',
    isHeaderHidden: true,
    isSortable: false,
    className: 'w-29 px-1!',
    cell: (customer) => <RowActions customer={customer} {...actions} />,
  },
]

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

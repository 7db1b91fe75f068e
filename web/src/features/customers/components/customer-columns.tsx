import { customerLabels } from '@kontor/contract/customers/customers.rules'
import { keysOf } from '@kontor/contract/shared/fields'
import { formatOrganizationNumber } from '@kontor/contract/shared/orgnr'
import { formatDateTime } from '../../../platform/format.ts'
import { MailLink, PhoneLink } from '../../../ui/address-links.tsx'
import { ActiveBadge, emptyCell } from '../../../ui/column-cells.tsx'
import { actionsColumn, type Column } from '../../../ui/data-table-model.ts'
import { Figures } from '../../../ui/figures.tsx'
import { PeopleIcon } from '../../../ui/icons.tsx'
import { EditAndDelete, RowAction, RowName } from '../../../ui/row-action.tsx'
import { RegisterBadge } from '../../company-register/components/register-mark.tsx'
import type { Customer } from '../customers.api.ts'

export interface CustomerActions {
  readonly onOpen: (customer: Customer) => void
  readonly onContacts: (customer: Customer) => void
  readonly onEdit: (customer: Customer) => void
  readonly onDelete: (customer: Customer) => void
}

const nameButton = (customer: Customer, onOpen: CustomerActions['onOpen']) => (
  <span data-customer={customer.id} className="contents">
    <RowName label={`Åpne ${customer.name}`} name={customer.name} onOpen={() => onOpen(customer)} />
  </span>
)

const { name, email, organizationNumber, isActive, description, ...textLabels } = customerLabels
const { industry, phone, ...hiddenLabels } = textLabels

const textColumn = (id: keyof typeof textLabels): Column<Customer> => ({
  id,
  header: customerLabels[id],
  pickable: 'hidden',
  cell: (customer) => customer[id] ?? emptyCell,
})

const timeColumn = (id: 'createdAt' | 'updatedAt', header: string): Column<Customer> => ({
  id,
  header,
  pickable: 'hidden',
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
    className: 'w-[30%] lg:w-[24%]',
    cell: (customer) => (
      <span className="flex items-center gap-2">
        {nameButton(customer, actions.onOpen)}
        <RegisterBadge mark={customer.register} />
      </span>
    ),
  },
  { id: 'email', header: customerLabels.email, pickable: 'shown', cell: ({ email }) => <MailLink email={email} /> },
  {
    id: 'organizationNumber',
    header: customerLabels.organizationNumber,
    pickable: 'shown',
    className: 'w-27 lg:w-30',
    cell: ({ organizationNumber: number }) =>
      number ? <Figures text={formatOrganizationNumber(number)} /> : emptyCell,
  },
  { ...textColumn('industry'), pickable: 'shown', className: 'max-lg:hidden' },
  { ...textColumn('phone'), cell: ({ phone }) => (phone ? <PhoneLink phone={phone} /> : emptyCell) },
  ...keysOf(hiddenLabels).map(textColumn),
  timeColumn('createdAt', 'Opprettet'),
  timeColumn('updatedAt', 'Endret'),
  {
    id: 'isActive',
    header: 'Status',
    pickable: 'shown',
    className: 'w-21 lg:w-24',
    cell: ({ isActive }) => <ActiveBadge isActive={isActive} />,
  },
  actionsColumn('w-29 px-1!', (customer) => (
    <span className="flex items-center justify-end gap-0.5">
      <RowAction
        text="Kontakter"
        of={`hos ${customer.name}`}
        icon={<PeopleIcon />}
        onClick={() => actions.onContacts(customer)}
      />
      <EditAndDelete
        of={customer.name}
        onEdit={() => actions.onEdit(customer)}
        onDelete={() => actions.onDelete(customer)}
      />
    </span>
  )),
]

export function NarrowCustomer({ customer, onOpen }: { customer: Customer } & Pick<CustomerActions, 'onOpen'>) {
  const { email, organizationNumber, industry } = customer
  const facts = [organizationNumber && formatOrganizationNumber(organizationNumber), industry].filter(Boolean)
  return (
    <span className="flex min-w-0 flex-col gap-0.5 pr-1 leading-snug">
      <span className="flex items-center justify-between gap-2">
        {nameButton(customer, onOpen)}
        <span className="flex shrink-0 items-center gap-1.5">
          <RegisterBadge mark={customer.register} />
          <ActiveBadge isActive={customer.isActive} />
        </span>
      </span>
      <span className="truncate text-[0.8125rem]">
        <MailLink email={email} />
      </span>
      <span className="truncate text-[0.8125rem] text-soft">{facts.join(' · ') || '–'}</span>
    </span>
  )
}

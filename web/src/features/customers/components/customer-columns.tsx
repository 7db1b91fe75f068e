import { customerFields } from '@kontor/contract/customers/customers.fields'
import { rowTimes } from '@kontor/contract/shared/field-kinds'
import { MailLink } from '../../../ui/base/address-links.tsx'
import { PeopleIcon } from '../../../ui/base/icons.tsx'
import { fieldColumns, narrowFacts, timeColumns } from '../../../ui/record/entity-cells.tsx'
import { ActiveBadge, ActiveState } from '../../../ui/table/column-cells.tsx'
import { actionsColumn, type Column } from '../../../ui/table/data-table-model.ts'
import { EditAndDelete, editAndDelete, RowAction, RowMenu, RowName } from '../../../ui/table/row-action.tsx'
import { RegisterBadge } from '../../company-register/components/register-mark.tsx'
import type { Customer } from '../customers.api.ts'

export interface CustomerActions {
  readonly onOpen: (customer: Customer) => void
  readonly onContacts: (customer: Customer) => void
  readonly onEdit: (customer: Customer) => void
  readonly onDelete: (customer: Customer) => void
}

const nameButton = (customer: Customer, onOpen: CustomerActions['onOpen'], inColumn = false) => (
  <span data-customer={customer.id} className="contents">
    <RowName label={`Åpne ${customer.name}`} name={customer.name} inColumn={inColumn} onOpen={() => onOpen(customer)} />
  </span>
)

const rowActions = (customer: Customer, { onContacts, onEdit, onDelete }: CustomerActions) => (
  <span className="flex items-center justify-end gap-0.5">
    <RowAction
      text="Kontakter"
      of={`hos ${customer.name}`}
      icon={<PeopleIcon />}
      onClick={() => onContacts(customer)}
    />
    <EditAndDelete of={customer.name} onEdit={() => onEdit(customer)} onDelete={() => onDelete(customer)} />
  </span>
)

/** `others` are the columns between the name, which comes first, and the status, which comes last. */
const { name, isActive, ...others } = customerFields

export const customerColumns = (actions: CustomerActions): readonly Column<Customer>[] => [
  {
    id: 'name',
    header: name.label,
    pinned: 'start',
    isName: true,
    className: 'w-[26%]',
    cell: (customer) => (
      <span className="flex items-center gap-2">
        {nameButton(customer, actions.onOpen, true)}
        <RegisterBadge mark={customer.register} />
      </span>
    ),
  },
  ...fieldColumns<Customer>(others),
  ...timeColumns<Customer>(rowTimes),
  {
    id: 'isActive',
    header: 'Status',
    pinned: 'end',
    pickable: 'shown',
    className: 'w-24',
    cell: ({ isActive }) => <ActiveState isActive={isActive} />,
  },
  actionsColumn('w-29 px-1!', (customer) => rowActions(customer, actions)),
]

export function NarrowCustomer({ customer, actions }: { customer: Customer; actions: CustomerActions }) {
  const facts = narrowFacts(customerFields, customer)
  const menu = [
    { label: 'Kontakter', icon: <PeopleIcon />, onSelect: () => actions.onContacts(customer) },
    ...editAndDelete({ onEdit: () => actions.onEdit(customer), onDelete: () => actions.onDelete(customer) }),
  ]
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span className="flex min-w-0 flex-1 flex-col gap-0.5 leading-snug">
        <span className="flex items-center gap-2">
          {nameButton(customer, actions.onOpen)}
          <RegisterBadge mark={customer.register} />
          {!customer.isActive && (
            <span className="ml-auto shrink-0 text-[0.8125rem]">
              <ActiveBadge isActive={false} />
            </span>
          )}
        </span>
        <span className="truncate text-[0.8125rem]">
          <MailLink email={customer.email} />
        </span>
        {facts && <span className="truncate text-[0.8125rem] text-soft">{facts}</span>}
      </span>
      <span className="shrink-0 max-sm:hidden">{rowActions(customer, actions)}</span>
      <span className="-mr-2 shrink-0 self-start pt-1 sm:hidden">
        <RowMenu of={customer.name} items={menu} />
      </span>
    </span>
  )
}

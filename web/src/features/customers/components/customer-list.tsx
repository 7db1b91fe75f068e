import { formatOrganizationNumber } from '@kontor/contract/shared/orgnr'
import type { Sort } from '@kontor/contract/shared/sorting'
import { useCallback, useDeferredValue, useMemo } from 'react'
import { type SortValue, useClientList, useUrlSort } from '../../../platform/list-state.ts'
import type { SearchState } from '../../../platform/url-state.ts'
import { TableList } from '../../../ui/table-list.tsx'
import type { Customer } from '../customers.api.ts'
import { customerColumns, NarrowCustomer } from './customer-columns.tsx'

/** The dialog that is open over the list. */
export type OpenDialog =
  | { readonly kind: 'create' | 'import' }
  | { readonly kind: 'details' | 'contacts' | 'edit' | 'delete'; readonly customer: Customer }

const sorts = [
  'name',
  'email',
  'organizationNumber',
  'industry',
  'isActive',
  'phone',
  'website',
  'customer_Type',
  'address',
  'postCode',
  'city',
  'location',
  'createdAt',
  'updatedAt',
] as const

type CustomerSort = Sort<(typeof sorts)[number]>

const byName: CustomerSort = { id: 'name', desc: false }

/** Matches an organisation number with or without spaces. */
const textsOf = ({ name, email, organizationNumber: number, industry, city, phone }: Customer) => [
  ...[name, email, number, industry, city, phone],
  number && formatOrganizationNumber(number).replaceAll('\u00a0', ' '),
]

/** Active customers first; timestamps sort correctly as text. */
const sortValueOf = (customer: Customer, id: CustomerSort['id']): SortValue =>
  id === 'isActive' ? !customer.isActive : customer[id]

const numberOf = ({ id }: Customer): number => id
const idOf = ({ id }: Customer): string => String(id)
const nameOf = ({ name }: Customer): string => name

const heightOf = (_: Customer, wide: boolean): number => (wide ? 40 : 84)

/** Pixels for name and buttons, and for each other column. The default columns fit any screen. */
const minWidthOf = (shownColumns: number): number => (shownColumns <= 4 ? 0 : 400 + shownColumns * 140)

interface CustomerListProps {
  readonly customers: readonly Customer[]
  readonly filters: SearchState
  readonly onOpenDialog: (dialog: OpenDialog) => void
}

/** The list of customers with search and column picker. */
export function CustomerList({ customers, filters, onOpenDialog }: CustomerListProps) {
  const [sort, setSort] = useUrlSort(sorts, byName)
  // Deferred, so that typing never waits for the list.
  const search = useDeferredValue(filters.text)
  const shown = useClientList({ rows: customers, idOf: numberOf, textsOf, sortValueOf, sort, search })

  const open = useCallback((customer: Customer) => onOpenDialog({ kind: 'details', customer }), [onOpenDialog])
  const columns = useMemo(
    () =>
      customerColumns({
        onOpen: open,
        onContacts: (customer) => onOpenDialog({ kind: 'contacts', customer }),
        onEdit: (customer) => onOpenDialog({ kind: 'edit', customer }),
        onDelete: (customer) => onOpenDialog({ kind: 'delete', customer }),
      }),
    [open, onOpenDialog],
  )
  const narrow = useCallback((customer: Customer) => <NarrowCustomer customer={customer} onOpen={open} />, [open])

  return (
    <TableList
      label="Kunder"
      filters={filters}
      search={{
        label: 'Søk i kunder',
        placeholder: 'Søk i navn, e-post, org.nr, bransje, poststed og telefon',
        className: 'min-w-48 flex-1 sm:max-w-110',
      }}
      count={{ shown: shown.length, total: customers.length, what: 'kunder' }}
      noResults="Ingen kunder passer til søket."
      columnsKey="customerColumns"
      minWidthOf={minWidthOf}
      rows={shown}
      columns={columns}
      idOf={idOf}
      nameOf={nameOf}
      narrow={narrow}
      heightOf={heightOf}
      sort={sort}
      onSortChange={setSort}
      onOpen={open}
    />
  )
}

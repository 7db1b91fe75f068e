import { formatOrganizationNumber } from '@kontor/contract/shared/orgnr'
import type { Sort } from '@kontor/contract/shared/sorting'
import { useCallback, useDeferredValue, useMemo, useRef } from 'react'
import { type SortValue, useClientList, useUrlSort } from '../../../platform/list-state.ts'
import { ColumnPicker } from '../../../ui/column-picker.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import { ShownCount } from '../../../ui/shown-count.tsx'
import { NoResults } from '../../../ui/states.tsx'
import { useColumnVisibility } from '../../../ui/use-column-visibility.ts'
import type { Customer } from '../customers.api.ts'
import { customerColumns, NarrowCustomer, pickableCustomerColumns } from './customer-columns.tsx'

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

/** The minimum table width in pixels: name and buttons, plus room for each other column. The default columns fit any screen. */
const minWidthOf = (hidden: ReadonlySet<string>): number => {
  const shown = pickableCustomerColumns.filter(({ id }) => !hidden.has(id)).length
  return shown <= 4 ? 0 : 400 + shown * 140
}

interface CustomerListProps {
  readonly customers: readonly Customer[]
  readonly search: string
  readonly onSearchChange: (search: string) => void
  readonly onOpenDialog: (dialog: OpenDialog) => void
}

/** The list of customers with search and column picker. */
export function CustomerList({ customers, search, onSearchChange, onOpenDialog }: CustomerListProps) {
  const [sort, setSort] = useUrlSort(sorts, byName)
  // Deferred, so that typing never waits for the list.
  const deferredSearch = useDeferredValue(search)
  const shown = useClientList({ rows: customers, idOf: numberOf, textsOf, sortValueOf, sort, search: deferredSearch })
  const visibility = useColumnVisibility('customerColumns', pickableCustomerColumns)
  const searchBox = useRef<HTMLInputElement>(null)

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

  const reset = () => {
    onSearchChange('')
    searchBox.current?.focus()
  }

  return (
    <>
      <search className="flex flex-wrap gap-2.5">
        <SearchBox
          label="Søk i kunder"
          placeholder="Søk i navn, e-post, org.nr, bransje, poststed og telefon"
          value={search}
          onValueChange={onSearchChange}
          inputRef={searchBox}
          className="min-w-48 flex-1 sm:max-w-110"
        />
        <div className="max-md:hidden sm:ml-auto">
          <ColumnPicker columns={pickableCustomerColumns} visibility={visibility} />
        </div>
      </search>
      <ShownCount shown={shown.length} total={customers.length} what="kunder" className="my-3" />
      {shown.length === 0 ? (
        <NoResults resetLabel="Tøm søket" onReset={reset}>
          Ingen kunder passer til søket.
        </NoResults>
      ) : (
        <DataTable
          label="Kunder"
          rows={shown}
          columns={columns}
          hidden={visibility.hidden}
          idOf={idOf}
          nameOf={nameOf}
          narrow={narrow}
          heightOf={heightOf}
          minWidth={minWidthOf(visibility.hidden)}
          sort={sort}
          onSortChange={setSort}
          onOpen={open}
        />
      )}
    </>
  )
}

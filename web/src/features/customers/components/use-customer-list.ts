import { formatOrganizationNumber } from '@kontor/contract/shared/orgnr'
import type { Sort } from '@kontor/contract/shared/sorting'
import { type SortValue, useClientList } from '../../../platform/list-state.ts'
import type { Customer } from '../customers.api.ts'

export const customerSorts = [
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

export type CustomerSort = Sort<(typeof customerSorts)[number]>

export const defaultCustomerSort: CustomerSort = { id: 'name', desc: false }

const idOf = ({ id }: Customer): number => id

/** Matches an organisation number with or without spaces. */
const textsOf = ({ name, email, organizationNumber: number, industry, city, phone }: Customer) => [
  ...[name, email, number, industry, city, phone],
  number && formatOrganizationNumber(number).replaceAll('\u00a0', ' '),
]

/** Active customers first; timestamps sort correctly as text. */
const sortValueOf = (customer: Customer, id: CustomerSort['id']): SortValue =>
  id === 'isActive' ? !customer.isActive : customer[id]

/** The customers filtered and sorted as the list shows them. */
export const useCustomerList = (rows: readonly Customer[], search: string, sort: CustomerSort): Customer[] =>
  useClientList({ rows, idOf, textsOf, sortValueOf, sort, search })

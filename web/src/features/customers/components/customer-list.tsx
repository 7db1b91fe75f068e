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

/** An organisation number is found however one types it. */
const textsOf = ({ name, email, organizationNumber: number, industry, city, phone }: Customer) => [
  ...[name, email, number, industry, city, phone],
  number && formatOrganizationNumber(number).replaceAll('\u00a0', ' '),
]

/** Active ones first; moments are texts that sort as they are. */
const sortValueOf = (customer: Customer, id: CustomerSort['id']): SortValue =>
  id === 'isActive' ? !customer.isActive : customer[id]

/** The customers as the list shows them. */
export const useCustomerList = (rows: readonly Customer[], search: string, sort: CustomerSort): Customer[] =>
  useClientList({ rows, idOf, textsOf, sortValueOf, sort, search })

import { readCustomerRecord } from '@kontor/contract/customer-records/customer-records.endpoints'
import type { CustomerRecord } from '@kontor/contract/customer-records/customer-records.schema'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../platform/api-client.ts'
import { shows, showsAll, showsRecord } from '../../platform/shows.ts'
import { customerRecordKey } from '../customers/customers.api.ts'

export type { CustomerRecord }

export const customerRecordQuery = (id: number) =>
  queryOptions({
    queryKey: customerRecordKey(id),
    meta: showsAll(showsRecord(id, 'customer'), shows('agreement', 'contact', 'registration', 'email', 'lead')),
    queryFn: ({ signal }) => call(readCustomerRecord, { params: { id: String(id) } }, { signal }),
    refetchOnMount: 'always',
  })

import { readCustomerRecord } from '@kontor/contract/customer-records/customer-records.endpoints'
import type { Feature } from '../../platform/feature.ts'
import { serve } from '../../platform/http/route.ts'
import { readRecord } from './customer-records.service.ts'

export const customerRecords: Feature = (app, deps) => {
  serve(app, readCustomerRecord, ({ params }) => readRecord(deps.database.db, params.id))
}

import { admin } from '../shared/endpoint.ts'
import { numberParams } from '../shared/fields.ts'
import { customerRecordSchema } from './customer-records.schema.ts'

export const readCustomerRecord = admin.get('/api/customers/{id}/record', {
  summary:
    'A customer with its contact persons, agreements and their sums, enquiries, registrations, mails and leads, with their notes and calls.',
  params: numberParams,
  response: customerRecordSchema,
})

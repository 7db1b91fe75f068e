import { admin } from '../shared/endpoint.ts'
import { purgeCountsSchema, retentionStatusSchema } from './retention.schema.ts'

export const readRetention = admin.get('/api/retention', {
  summary: 'How much is to be deleted for its age now, when that was last done, and when it is done next.',
  response: retentionStatusSchema,
})

export const purge = admin.post('/api/retention/purge', {
  confirm: true,
  summary: 'Deletes now what the next night would: enquiries and contents of mails that have reached their age.',
  response: purgeCountsSchema,
})

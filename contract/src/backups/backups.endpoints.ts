import { admin } from '../shared/endpoint.ts'
import { backupListSchema } from './backups.schema.ts'

export const listBackups = admin.get('/api/backups', {
  summary: 'The scheduled backups: where, when, how large, whether verified, and until when they are kept.',
  response: backupListSchema,
})

export const startBackup = admin.post('/api/backups', {
  summary: 'Queues a backup now. Rejected while another is queued or running, or if none are set up.',
  response: backupListSchema,
})

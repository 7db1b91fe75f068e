import { z } from 'zod'
import { instantSchema } from '../shared/fields.ts'

/** The last backup, whether scheduled or made by command. */
export const lastBackupSchema = z.object({
  /** The time of the snapshot that the backup contains. */
  createdAt: instantSchema,
  rows: z.int(),
  /** The number of stored mails in the backup. */
  mails: z.int(),
})

export type LastBackup = z.output<typeof lastBackupSchema>

export const backupRunSchema = z.object({
  id: z.uuid(),
  startedAt: instantSchema,
  /** Null while the backup is queued or running. */
  finishedAt: instantSchema.nullable(),
  state: z.enum(['queued', 'running', 'done', 'failed']),
  fileName: z.string(),
  /** The folder, or `s3://bucket/prefix`. */
  location: z.string(),
  encrypted: z.boolean(),
  sizeBytes: z.number().nullable(),
  rows: z.int().nullable(),
  /** True if the backup was restored into a temporary database and compared. */
  verified: z.boolean(),
  /** A sentence for users: why the backup failed, or wasn't verified. */
  problem: z.string().nullable(),
  /** The time from which the backup may be deleted, if a newer one is verified; null unless `state` is `done`. */
  keptUntil: instantSchema.nullable(),
})

export type BackupRun = z.output<typeof backupRunSchema>

export const backupListSchema = z.object({
  /** Null if `BACKUP_TO` is unset: then backups are made only by command. */
  schedule: z
    .object({
      location: z.string(),
      nextAt: instantSchema,
      encrypted: z.boolean(),
      /** True if the last scheduled backup is missing `lateAfterHours` after its time. */
      late: z.boolean(),
    })
    .nullable(),
  /** The newest first, without deleted backups. */
  backups: z.array(backupRunSchema),
})

export type BackupList = z.output<typeof backupListSchema>

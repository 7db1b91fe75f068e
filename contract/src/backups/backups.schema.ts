import { z } from 'zod'
import { instantSchema } from '../shared/fields.ts'

/** The last backup of any kind, scheduled or by command. */
export const lastBackupSchema = z.object({
  /** Time of its snapshot. */
  createdAt: instantSchema,
  rows: z.int(),
  /** Stored mails in it. */
  mails: z.int(),
})

export type LastBackup = z.output<typeof lastBackupSchema>

export const backupRunSchema = z.object({
  id: z.uuid(),
  startedAt: instantSchema,
  /** Null while it is queued or running. */
  finishedAt: instantSchema.nullable(),
  state: z.enum(['queued', 'running', 'done', 'failed']),
  fileName: z.string(),
  /** The folder, or `s3://bucket/prefix`. */
  location: z.string(),
  encrypted: z.boolean(),
  sizeBytes: z.number().nullable(),
  rows: z.int().nullable(),
  /** Restored into a temporary database and compared. */
  verified: z.boolean(),
  /** The reason why it failed, or wasn't verified; a sentence for users. */
  problem: z.string().nullable(),
  /** The time from which it may be deleted, once a newer backup is verified; null unless it is done. */
  keptUntil: instantSchema.nullable(),
})

export type BackupRun = z.output<typeof backupRunSchema>

export const backupListSchema = z.object({
  /** Null if `BACKUP_TO` is unset: backups are made only by command. */
  schedule: z
    .object({
      location: z.string(),
      nextAt: instantSchema,
      encrypted: z.boolean(),
      /** True if the last scheduled backup is missing. */
      late: z.boolean(),
    })
    .nullable(),
  /** The newest first, without deleted ones. */
  backups: z.array(backupRunSchema),
})

export type BackupList = z.output<typeof backupListSchema>

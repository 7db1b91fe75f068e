import { sql } from 'drizzle-orm'
import { bigint, boolean, check, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../platform/database/columns.ts'

/** Scheduled backups (docs/backups.md#every-day-verified). */
export const backups = pgTable(
  'backups',
  {
    id: uuid().primaryKey().defaultRandom(),
    startedAt: instant('started_at').notNull(),
    finishedAt: instant('finished_at'),
    state: text().$type<'queued' | 'running' | 'done' | 'failed'>().notNull(),
    /** True while queued or running, else null, so that the unique index allows one active backup. */
    active: boolean(),
    location: text().notNull(),
    fileName: text('file_name').notNull(),
    encrypted: boolean().notNull(),
    /** The id of the upload to a bucket; used to remove its parts after an interruption. */
    uploadId: text('upload_id'),
    sizeBytes: bigint('size_bytes', { mode: 'number' }),
    rows: integer(),
    /** SHA-256 of the stored file, in hex. */
    sha256: text(),
    verified: boolean().notNull().default(false),
    problem: text(),
    /** True if Kontor was stopped while it made the backup. Then the backup is made again at once. */
    interrupted: boolean().notNull().default(false),
    /** The time when the file was deleted because of its age. */
    deletedAt: instant('deleted_at'),
  },
  (table) => [
    uniqueIndex('backups_active_key').on(table.active),
    check('backups_state_check', sql`${table.state} in ('queued', 'running', 'done', 'failed')`),
    check('backups_active_check', sql`(${table.active} is true) = (${table.state} in ('queued', 'running'))`),
  ],
)

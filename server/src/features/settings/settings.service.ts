import type { Queryable } from '../../platform/database/database.ts'
import { writeSetting } from '../../platform/database/system-settings.queries.ts'

/** What the system remembers of its last backup. */
export interface LastBackup {
  /** The moment of its snapshot. */
  readonly createdAt: string
  readonly rows: number
  readonly mails: number
}

const lastBackupKey = 'last_backup'

export const recordBackup = (db: Queryable, value: LastBackup): Promise<void> => writeSetting(db, lastBackupKey, value)

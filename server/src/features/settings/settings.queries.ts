import type { Queryable } from '../../platform/database/database.ts'
import { systemSettings } from './settings.table.ts'

/** What the system remembers of its last backup. */
export interface LastBackup {
  /** The moment of its snapshot. */
  readonly createdAt: string
  readonly rows: number
  readonly mails: number
}

export const recordBackup = async (db: Queryable, value: LastBackup): Promise<void> => {
  await db
    .insert(systemSettings)
    .values({ key: 'last_backup', value })
    .onConflictDoUpdate({ target: systemSettings.key, set: { value } })
}

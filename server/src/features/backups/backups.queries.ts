import { type LastBackup, lastBackupSchema } from '@kontor/contract/backups/backups.schema'
import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/database/database.ts'
import { readSetting, writeSetting } from '../../platform/database/system-settings.queries.ts'
import { backups } from './backups.table.ts'

export type BackupRow = typeof backups.$inferSelect

type NewBackup = Pick<BackupRow, 'startedAt' | 'location' | 'fileName' | 'encrypted'> & {
  readonly state: 'queued' | 'running'
}

/** Adds a backup, or returns undefined if another is queued or running. */
export const insertActive = async (db: Queryable, backup: NewBackup): Promise<BackupRow | undefined> => {
  const [row] = await db
    .insert(backups)
    .values({ ...backup, active: true })
    .onConflictDoNothing()
    .returning()
  return row
}

export const findActive = async (db: Queryable): Promise<BackupRow | undefined> => {
  const [row] = await db.select().from(backups).where(eq(backups.active, true))
  return row
}

export const startQueued = async (db: Queryable, id: string, startedAt: string): Promise<void> => {
  await db.update(backups).set({ state: 'running', startedAt }).where(eq(backups.id, id))
}

export const setUpload = async (db: Queryable, id: string, uploadId: string): Promise<void> => {
  await db.update(backups).set({ uploadId }).where(eq(backups.id, id))
}

export const finish = async (
  db: Queryable,
  id: string,
  result: Partial<Pick<BackupRow, 'sizeBytes' | 'rows' | 'sha256' | 'verified' | 'problem' | 'interrupted'>> & {
    readonly state: 'done' | 'failed'
    readonly finishedAt: string
  },
): Promise<void> => {
  await db
    .update(backups)
    .set({ ...result, active: null })
    .where(eq(backups.id, id))
}

/** Lists the backups that weren't deleted, newest first, including those that failed or aren't complete. */
export const listKept = (db: Queryable): Promise<BackupRow[]> =>
  db.select().from(backups).where(isNull(backups.deletedAt)).orderBy(desc(backups.startedAt), desc(backups.id))

/** Lists all completed backups, oldest first. Includes deleted backups, so that the first backup of a month stays the first. */
export const listDone = (db: Queryable): Promise<BackupRow[]> =>
  db.select().from(backups).where(eq(backups.state, 'done')).orderBy(asc(backups.startedAt), asc(backups.id))

export const findNewest = async (db: Queryable, state: 'done' | 'failed'): Promise<BackupRow | undefined> => {
  const [row] = await db
    .select()
    .from(backups)
    .where(eq(backups.state, state))
    .orderBy(desc(backups.startedAt), desc(backups.id))
    .limit(1)
  return row
}

export const markDeleted = async (db: Queryable, id: string, deletedAt: string): Promise<void> => {
  await db.update(backups).set({ deletedAt }).where(eq(backups.id, id))
}

/** In a restored database, ends the backup that is marked as running. It is done if the database was restored from its file, else failed. */
export const finishRestored = async (db: Queryable, fileName: string): Promise<void> => {
  const isThisOne = eq(backups.fileName, fileName)
  const ended = { active: null, finishedAt: sql`${backups.startedAt}` }
  await db
    .update(backups)
    .set({ ...ended, state: 'done', verified: true })
    .where(and(eq(backups.active, true), isThisOne))
  await db
    .update(backups)
    .set({ ...ended, state: 'failed' })
    .where(eq(backups.active, true))
}

/** Returns a text that no other database has, on this server or another. */
export const identifyDatabase = async (db: Queryable): Promise<string> => {
  const { rows } = await db.execute<{ id: string }>(
    sql`select concat_ws(' ', oid, datname, inet_server_addr(), inet_server_port()) as id
      from pg_database where datname = current_database()`,
  )
  return rows[0]?.id ?? ''
}

const lastBackupKey = 'last_backup'

/** Records the last backup, made on schedule or by command. */
export const recordBackup = (db: Queryable, value: LastBackup): Promise<void> => writeSetting(db, lastBackupKey, value)

export const readLastBackup = async (db: Queryable): Promise<LastBackup | null> => {
  const stored = await readSetting(db, lastBackupKey)
  return stored === undefined ? null : lastBackupSchema.parse(stored)
}

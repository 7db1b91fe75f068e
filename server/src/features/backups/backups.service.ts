import { randomBytes } from 'node:crypto'
import {
  type KeepRules,
  keepUntil,
  lastDueAt,
  lateAfterHours,
  nextDueAt,
  shownBackups,
} from '@kontor/contract/backups/backups.rules'
import type { BackupList } from '@kontor/contract/backups/backups.schema'
import { addMinutes, osloWallTime } from '@kontor/contract/shared/time'
import { recordEvent } from '../../platform/audit/audit.ts'
import { openStore } from '../../platform/backup/open-store.ts'
import { tryLock } from '../../platform/database/advisory-lock.ts'
import { openDatabase, type Queryable, queryableOn } from '../../platform/database/database.ts'
import { addSetting, deleteSetting } from '../../platform/database/system-settings.queries.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import { HttpError } from '../../platform/errors/http-error.ts'
import { readEmailSettings } from '../emails/emails.queries.ts'
import { officeAddress, queueMails } from '../emails/emails.service.ts'
import { problemOf } from './backups.failures.ts'
import { troubleMail } from './backups.mails.ts'
import * as queries from './backups.queries.ts'
import { makeBackup, removeRemains } from './backups.run.service.ts'

/** The queue of backups that the office asked for. Its jobs carry no data. */
export const backupQueue = 'backup-now'

/** Minutes until a failed backup is tried again. */
const retryAfterMinutes = 60

/** The setting that records a notice of a failed or late backup. It exists until a backup succeeds. */
const alertKey = 'backup_alert'

export type LogFailure = (error: unknown) => void

/** Returns a name that sorts by time, such as `kontor-2026-03-24-0230-1f3a5b7c.tar.gz`. */
const newFileName = (at: string, encrypted: boolean): string => {
  const [day = '', time = ''] = osloWallTime(at).split('T')
  const suffix = randomBytes(4).toString('hex')
  return `kontor-${day}-${time.slice(0, 5).replace(':', '')}-${suffix}.tar.gz${encrypted ? '.age' : ''}`
}

const newRun = ({ config, clock }: Deps, location: string) => {
  const startedAt = clock.now().toISOString()
  const encrypted = config.backupRecipient !== undefined
  return { startedAt, location, encrypted, fileName: newFileName(startedAt, encrypted) }
}

const keepRules = ({ config }: Pick<Deps, 'config'>): KeepRules => ({
  daily: config.backupKeepDaily,
  weekly: config.backupKeepWeekly,
  monthly: config.backupKeepMonthly,
})

/** Queues a backup; the next worker makes it. */
export const requestBackup = async (deps: Deps): Promise<void> => {
  const location = deps.config.backupTo
  if (!location)
    throw new HttpError(409, 'Sikkerhetskopier er ikke satt opp. Til den som drifter Kontor: se BACKUP_TO.')
  await deps.database.db.transaction(async (tx) => {
    const run = await queries.insertActive(tx, { ...newRun(deps, location), state: 'queued' })
    if (!run) throw new HttpError(409, 'En sikkerhetskopi er allerede i gang.')
    await deps.jobs.send(tx, backupQueue, [{ id: run.id }])
    await recordEvent(tx, { action: 'requested', kind: 'backup', id: run.id, title: run.fileName })
  })
}

/**
 * Makes the queued or due backup, unless another instance is making one. Then deletes expired backups, and notifies the company of
 * failures. Runs every few minutes, so that a killed or failed backup is made again.
 */
export const runDueBackup = async (deps: Deps, logFailure: LogFailure, signal: AbortSignal): Promise<void> => {
  const { database } = deps
  if (!deps.config.backupTo) return
  await notifyIfLate(deps)
  const owner = openDatabase({ ...deps.databaseOwner, max: 1 })
  try {
    // The lock is released with the transaction, even if this process dies.
    await inTransaction(owner.pool, async (client) => {
      if (!(await tryLock(queryableOn(client), 'backup'))) return
      // The transaction is idle while the backup is made, which may take hours.
      await client.query('SET LOCAL idle_in_transaction_session_timeout = 0')
      await endInterrupted(deps)
      const run = await nextRun(deps, deps.config.backupTo ?? '')
      if (!run) return
      try {
        await makeBackup(deps, run, signal)
      } catch (error) {
        // The server is stopping: the next run finds the interrupted backup.
        if (signal.aborted) throw error
        logFailure(error)
        const finishedAt = deps.clock.now().toISOString()
        await database.db.transaction(async (tx) => {
          await queries.finish(tx, run.id, { state: 'failed', finishedAt, problem: problemOf(error) })
          await notifyOnce(tx, deps, 'failed', problemOf(error))
        })
        return
      }
      await deleteSetting(database.db, alertKey)
      await deleteOld(deps)
    })
  } finally {
    await owner.close()
  }
}

/** Marks an interrupted backup as failed. The caller has the lock, so a backup that is marked as running no longer runs. */
const endInterrupted = async (deps: Deps): Promise<void> => {
  const { db } = deps.database
  const active = await queries.findActive(db)
  if (active?.state !== 'running') return
  await removeRemains(deps, active)
  const finishedAt = deps.clock.now().toISOString()
  const problem = 'Avbrutt: Kontor ble stoppet.'
  await queries.finish(db, active.id, { state: 'failed', finishedAt, problem, interrupted: true })
}

const nextRun = async (deps: Deps, location: string): Promise<queries.BackupRow | undefined> => {
  const { db } = deps.database
  const now = deps.clock.now().toISOString()
  const queued = await queries.findActive(db)
  if (queued) {
    await queries.startQueued(db, queued.id, now)
    return { ...queued, state: 'running', startedAt: now }
  }
  const done = await queries.findNewest(db, 'done')
  if (done && done.startedAt >= lastDueAt(now, deps.config.backupAt)) return undefined
  const failed = await queries.findNewest(db, 'failed')
  if (failed && !failed.interrupted && addMinutes(failed.startedAt, retryAfterMinutes) > now) return undefined
  return queries.insertActive(db, { ...newRun(deps, location), state: 'running' })
}

/** Deletes the expired files of this database's own completed backups, but only those older than the newest verified backup. */
const deleteOld = async (deps: Deps): Promise<void> => {
  const { db } = deps.database
  const now = deps.clock.now().toISOString()
  const all = await queries.listDone(db)
  const ends = keepUntil(
    all.map(({ startedAt }) => startedAt),
    keepRules(deps),
  )
  const newestVerified = all.findLast(({ verified }) => verified)
  if (!newestVerified) return
  for (const [position, backup] of all.entries()) {
    const end = ends[position] ?? now
    if (backup.deletedAt || end > now || backup.startedAt >= newestVerified.startedAt) continue
    await openStore(backup.location, deps.config).remove(backup.fileName)
    await queries.markDeleted(db, backup.id, now)
  }
}

const isLate = async (deps: Deps): Promise<boolean> => {
  const now = deps.clock.now().toISOString()
  const dueAt = lastDueAt(now, deps.config.backupAt)
  const done = await queries.findNewest(deps.database.db, 'done')
  // Before the first completed backup, none is late: the first one may still be in progress.
  return done !== undefined && done.startedAt < dueAt && now > addMinutes(dueAt, lateAfterHours * 60)
}

const notifyIfLate = async (deps: Deps): Promise<void> => {
  if (!(await isLate(deps))) return
  await deps.database.db.transaction((tx) => notifyOnce(tx, deps, 'late', null))
}

/** Notifies the company, but not again until a backup has succeeded. */
const notifyOnce = async (
  tx: Queryable,
  deps: Deps,
  kind: 'failed' | 'late',
  problem: string | null,
): Promise<void> => {
  if (!(await addSetting(tx, alertKey, { kind, at: deps.clock.now().toISOString() }))) return
  const settings = await readEmailSettings(tx)
  const last = await queries.findNewest(tx, 'done')
  const url = `${deps.config.publicUrl}/admin?tab=settings&section=system`
  const mail = troubleMail({ kind, problem, lastAt: last?.startedAt ?? null, url })
  const to = officeAddress(deps, settings)
  await queueMails(tx, deps, settings, [{ ...mail, to, type: 'other', relatedId: null }])
}

export const readBackups = async (deps: Deps): Promise<BackupList> => {
  const { database, config, clock } = deps
  const now = clock.now().toISOString()
  const done = await queries.listDone(database.db)
  const ends = keepUntil(
    done.map(({ startedAt }) => startedAt),
    keepRules(deps),
  )
  const endOf = new Map(done.map(({ id }, position) => [id, ends[position] ?? null]))
  const kept = await queries.listKept(database.db)
  return {
    schedule: config.backupTo
      ? {
          location: config.backupTo,
          nextAt: nextDueAt(now, config.backupAt),
          encrypted: config.backupRecipient !== undefined,
          late: await isLate(deps),
        }
      : null,
    backups: kept.slice(0, shownBackups).map((backup) => ({ ...backup, keptUntil: endOf.get(backup.id) ?? null })),
  }
}

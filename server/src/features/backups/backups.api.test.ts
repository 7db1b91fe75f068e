import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { beforeEach, describe, expect, it } from 'vitest'
import { s3Access, startS3 } from '../../../../stand-ins/s3.ts'
import { openBackup } from '../../platform/backup/backup-source.ts'
import { checkBackup } from '../../platform/backup/check-backup.ts'
import { restoreBackup } from '../../platform/backup/restore-backup.ts'
import { temporaryName } from '../../platform/backup/temporary-database.ts'
import type { Config } from '../../platform/config/config.ts'
import { startTestApp } from '../../testing/app.ts'
import { onCleanup } from '../../testing/cleanup.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { waitForJobs } from '../../testing/jobs.ts'
import { insertSampleRows } from '../../testing/sample-rows.ts'
import { identifyDatabase } from './backups.queries.ts'
import { readBackups, runDueBackup } from './backups.service.ts'

const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-backups-'))
  onCleanup(() => rm(folder, { recursive: true }))
  return folder
}

const folder = await newFolder()
const kontor = await startTestApp({ backupTo: folder })
const { clock, deps } = kontor
const { pool, db } = kontor.database
const workFolder = join(kontor.config.dataDir, 'backup-work')
const failures: unknown[] = []

beforeEach(async () => {
  clock.set('2026-03-24T09:00:00.000Z')
  failures.length = 0
  for (const file of await readdir(folder)) await rm(join(folder, file))
  await pool.query(
    `DELETE FROM backups; DELETE FROM email_logs; DELETE FROM system_settings WHERE key = 'backup_alert'`,
  )
})

const withConfig = (overrides: Partial<Config>) => ({ ...deps, config: { ...kontor.config, ...overrides } })

/** Does what the job does every five minutes. */
const run = (overrides: Partial<Config> = {}) =>
  runDueBackup(withConfig(overrides), (error) => failures.push(error), new AbortController().signal)

/** No server verifies these backups, since that would take most of the time. */
const runUnverified = (overrides: Partial<Config>) =>
  run({ backupVerifyUrl: 'postgresql://127.0.0.1:1/none', ...overrides })

const list = async (overrides: Partial<Config> = {}) => (await readBackups(withConfig(overrides))).backups

/** Adds a completed and verified one. Returns its file's name. */
const insertDone = async (startedAt: string, location = folder): Promise<string> => {
  const fileName = `kontor-${startedAt.slice(0, 10)}.tar.gz`
  await pool.query(
    `INSERT INTO backups (started_at, finished_at, state, location, file_name, encrypted, verified, size_bytes)
     VALUES ($1, $1, 'done', $2, $3, false, true, 1000)`,
    [startedAt, location, fileName],
  )
  if (location === folder) await writeFile(join(folder, fileName), 'old')
  return fileName
}

/** Adds one whose server was killed while it made it. */
const insertInterrupted = (location: string, uploadId: string | null = null) =>
  pool.query(
    `INSERT INTO backups (started_at, state, active, location, file_name, encrypted, upload_id)
     VALUES ('2026-03-24T08:59:00Z', 'running', true, $1, 'half.tar.gz', false, $2)`,
    [location, uploadId],
  )

const mails = async (): Promise<string[]> => {
  const { rows } = await pool.query<{ subject: string }>('SELECT subject FROM email_logs ORDER BY created_at')
  return rows.map(({ subject }) => subject)
}

const metrics = async () => (await kontor.call('GET', '/metrics')).body

describe('a scheduled backup', () => {
  it('is made once when due, also by two instances, verified by restoring it, and listed', async () => {
    await insertSampleRows(db)
    await pool.query('DELETE FROM backups')
    await Promise.all([run(), run()])
    await run()
    expect(failures).toEqual([])
    const asAdmin = await kontor.asAdmin()
    const { schedule, backups } = (await asAdmin('GET', '/api/backups')).json()
    expect(schedule).toEqual({ location: folder, nextAt: '2026-03-25T01:30:00.000Z', encrypted: false, late: false })
    expect(backups).toEqual([
      {
        id: expect.any(String),
        startedAt: '2026-03-24T09:00:00.000Z',
        finishedAt: '2026-03-24T09:00:00.000Z',
        state: 'done',
        fileName: expect.stringMatching(/^kontor-2026-03-24-1000-[0-9a-f]{8}\.tar\.gz$/),
        location: folder,
        encrypted: false,
        sizeBytes: expect.any(Number),
        rows: expect.any(Number),
        verified: true,
        problem: null,
        keptUntil: '2026-09-23T22:00:00.000Z',
      },
    ])
    expect(await readdir(folder)).toEqual([backups[0].fileName])
    expect(existsSync(workFolder)).toBe(false)
    expect((await asAdmin('GET', '/api/system')).json().backup.value.createdAt).toEqual(expect.any(String))
  })

  it('is due again the next night; once it is verified, old ones are deleted, but no other file', async () => {
    const keep = { backupKeepDaily: 2, backupKeepWeekly: 0, backupKeepMonthly: 0 }
    await insertDone('2026-03-22T01:30:00.000Z')
    await insertDone('2026-03-23T01:29:00.000Z')
    const kept = await insertDone('2026-03-24T01:30:00.000Z')
    const foreign = 'kontor-2020-01-01-0230-00000000.tar.gz'
    await writeFile(join(folder, foreign), 'not ours')
    clock.set('2026-03-25T01:29:00.000Z')
    await run(keep)
    expect(await list(keep)).toHaveLength(3)
    clock.set('2026-03-25T01:30:00.000Z')
    await run(keep)
    const [made] = await list(keep)
    expect((await readdir(folder)).sort()).toEqual([foreign, kept, made?.fileName].sort())
    expect(await list(keep)).toMatchObject([{ verified: true }, { fileName: kept }])
  })

  it('is stored without verification where no database can be created, and deletes no older one', async () => {
    await insertDone('2025-03-24T01:30:00.000Z')
    const plain = await createTestDatabase()
    const url = new URL(plain.url.replace('@/', '@socket/'))
    url.searchParams.set('options', '-c role=kontor_app')
    await pool.query('UPDATE backups SET verified = false')
    await run({ backupVerifyUrl: url.href.replace('@socket/', '@/') })
    const problem = expect.stringContaining('BACKUP_VERIFY_URL')
    expect(await list()).toMatchObject([{ state: 'done', verified: false, problem }, { state: 'done' }])
    expect(await readdir(folder)).toHaveLength(2)
  })

  it('appears in the metrics', async () => {
    expect(await metrics()).not.toMatch(/^kontor_backup_age_seconds /m)
    await insertDone('2026-03-24T07:00:00.000Z')
    const shown = await metrics()
    for (const line of ['age_seconds 7200', 'verified 1', 'success 1', 'size_bytes 1000'])
      expect(shown).toContain(`\nkontor_backup_${line}\n`)
  })
})

/** A folder on a disk of its own that has room for nothing; undefined without the right to mount one. */
const mountFullDisk = async (): Promise<string | undefined> => {
  const disk = await newFolder()
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4k', 'tmpfs', disk])
  if (status !== 0) return undefined
  onCleanup(async () => {
    spawnSync('umount', [disk])
  })
  return disk
}

const fullDisk = await mountFullDisk()

describe('a backup that fails', () => {
  // Only root may mount a small disk.
  it.skipIf(!fullDisk)('says that the disk is full and leaves no partial file on it', async () => {
    await runUnverified({ backupTo: fullDisk })
    expect(await list()).toMatchObject([{ state: 'failed', problem: 'Disken er full.' }])
    expect(await readdir(fullDisk ?? '')).toEqual([])
  })

  it('notifies the company once until one succeeds, is retried after an hour, and leaves no files', async () => {
    const nowhere = { backupTo: '/dev/null/kopier' }
    await runUnverified(nowhere)
    clock.advance({ minutes: 59 })
    // Only Kontor itself says that it was interrupted, never a problem's text.
    await pool.query(`UPDATE backups SET problem = 'Avbrutt av lagringstjenesten'`)
    await runUnverified(nowhere)
    expect(await list()).toHaveLength(1)
    clock.advance({ minutes: 2 })
    await runUnverified(nowhere)
    expect(await list()).toMatchObject([
      { state: 'failed', problem: 'Mappen for sikkerhetskopier finnes ikke.', keptUntil: null },
      { state: 'failed' },
    ])
    expect(failures).toHaveLength(2)
    expect(await mails()).toEqual(['Sikkerhetskopien feilet'])
    expect(await metrics()).toContain('\nkontor_backup_success 0\n')
    expect(existsSync(workFolder)).toBe(false)
    expect((await pool.query('SELECT FROM backups WHERE active')).rowCount).toBe(0)
    clock.advance({ minutes: 61 })
    await runUnverified({})
    clock.set('2026-03-25T01:30:00.000Z')
    await runUnverified(nowhere)
    expect(await mails()).toEqual(['Sikkerhetskopien feilet', 'Sikkerhetskopien feilet'])
  })

  it('is late three hours after it was due', async () => {
    await insertDone('2026-03-24T09:00:00.000Z')
    await pool.query(`INSERT INTO backups (started_at, state, active, location, file_name, encrypted)
      VALUES (now(), 'queued', true, 'x', 'x', false)`)
    const other = await pool.connect()
    await other.query('BEGIN')
    await other.query(`SELECT pg_advisory_xact_lock(hashtextextended('backup', 0))`)
    clock.set('2026-03-25T04:30:00.000Z')
    await run()
    expect(await mails()).toEqual([])
    clock.set('2026-03-25T04:31:00.000Z')
    await run()
    await run()
    other.release(true)
    expect((await readBackups(deps)).schedule?.late).toBe(true)
    expect(await mails()).toEqual(['Sikkerhetskopien er forsinket'])
  })
})

it('marks an interrupted backup, removes what it left, and makes it again', async () => {
  await writeFile(workFolder, 'half')
  await writeFile(join(folder, '.half.tar.gz.partial'), 'half')
  await insertInterrupted(folder)
  await runUnverified({})
  expect(await list()).toMatchObject([
    { state: 'done', verified: false },
    { state: 'failed', problem: 'Avbrutt: Kontor ble stoppet.' },
  ])
  expect(await readdir(folder)).toHaveLength(1)
  expect(existsSync(workFolder)).toBe(false)
  expect(await mails()).toEqual([])
})

it('encrypts a backup, which is verified, and restored only with the private key', async () => {
  const identity = await generateX25519Identity()
  await run({ backupRecipient: [await identityToRecipient(identity)] })
  const [backup] = await list()
  expect(backup).toMatchObject({ state: 'done', verified: true, encrypted: true, problem: null })
  const fileName = backup?.fileName ?? ''
  const file = join(folder, fileName)
  const content = await readFile(file)
  expect(content.subarray(0, 21).toString()).toBe('age-encryption.org/v1')

  const keys = await newFolder()
  const key = join(keys, 'key.txt')
  await writeFile(key, `# created: 2026-03-24\n${identity}\n`)
  const wrong = join(keys, 'wrong.txt')
  await writeFile(wrong, await generateX25519Identity())
  const damaged = join(keys, fileName)
  content[content.length - 40] = (content[content.length - 40] ?? 0) ^ 1
  await writeFile(damaged, content)
  const { config } = kontor
  for (const [path, keyFile, problem] of [
    [file, undefined, 'is encrypted'],
    [file, wrong, 'is encrypted to another key'],
    [file, join(keys, 'none'), 'cannot be read'],
    [damaged, key, 'could not be decrypted'],
  ] as const)
    await expect(openBackup(path, keyFile, config)).rejects.toThrow(problem)
  const restoreWork = join(config.dataDir, 'restore-work')
  expect(existsSync(restoreWork)).toBe(false)

  const opened = await openBackup(file, key, config)
  const target = await createTestDatabase({ empty: true })
  const manifest = await checkBackup(opened.file)
  await restoreBackup({ database: target, dataDir: join(keys, 'data'), file: opened.file, manifest })
  await opened.remove()
  const countUsers = 'SELECT count(*)::int AS users FROM users'
  expect((await target.pool.query(countUsers)).rows).toEqual((await pool.query(countUsers)).rows)
  expect(existsSync(restoreWork)).toBe(false)
})

describe('a backup to a bucket', async () => {
  const s3 = await startS3()
  onCleanup(s3.close)
  const gone = await startS3()
  await gone.close()
  const location = 's3://kopier/kontor/daglig'
  const bucket = {
    backupTo: location,
    backupS3Endpoint: s3.url,
    backupS3Region: s3Access.region,
    backupS3KeyId: s3Access.keyId,
    backupS3Secret: s3Access.secret,
  }

  beforeEach(() => s3.objects.clear())

  it('is uploaded, read again, restorable from there, and an old one is deleted', async () => {
    const old = await insertDone('2026-03-20T01:30:00.000Z', location)
    s3.objects.set(`kontor/daglig/${old}`, Buffer.from('old'))
    const keep = { backupKeepDaily: 1, backupKeepWeekly: 0, backupKeepMonthly: 0 }
    await run({ ...bucket, ...keep })
    const [backup] = await list()
    expect(failures).toEqual([])
    expect(backup).toMatchObject({ state: 'done', verified: true, location })
    expect([...s3.objects.keys()]).toEqual([`kontor/daglig/${backup?.fileName}`])
    expect(s3.uploads.size).toBe(0)
    const opened = await openBackup(`${location}/${backup?.fileName}`, undefined, withConfig(bucket).config)
    expect((await checkBackup(opened.file)).tables.length).toBeGreaterThan(10)
    await opened.remove()
  })

  it.each([
    ['a wrong key', { backupS3Secret: 'feil' }, 'Lagringstjenesten avviser nøkkelen.'],
    ['an unknown bucket', { backupTo: 's3://finnes-ikke' }, 'Bøtten finnes ikke hos lagringstjenesten.'],
    ['no service', { backupS3Endpoint: gone.url }, 'Lagringstjenesten svarer ikke.'],
  ])('explains %s', async (_what, overrides, problem) => {
    await runUnverified({ ...bucket, ...overrides })
    expect(await list()).toMatchObject([{ state: 'failed', problem }])
  })

  it('leaves no files when it is interrupted or the service fails or stores other content', async () => {
    s3.uploads.set('half', { key: 'kontor/daglig/half.tar.gz', parts: new Map() })
    await insertInterrupted(location, 'half')
    s3.intercept(({ method }) => (method === 'PUT' ? { status: 500 } : undefined))
    await runUnverified(bucket)
    expect(s3.uploads.size).toBe(0)
    s3.intercept(({ method }) => (method === 'GET' ? { status: 200, body: 'something else' } : undefined))
    clock.advance({ minutes: 61 })
    await runUnverified(bucket)
    s3.intercept(null)
    expect(await list()).toMatchObject([
      { state: 'failed', problem: 'Kontrollen viste at kopien ikke er lik databasen.' },
      { state: 'failed', problem: 'Lagringstjenesten svarte med en feil.' },
      { state: 'failed', problem: 'Avbrutt: Kontor ble stoppet.' },
    ])
    expect(s3.objects.size).toBe(0)
  })
})

describe('POST /api/backups', () => {
  it('queues a backup, which a worker makes', async () => {
    const asAdmin = await kontor.asAdmin()
    expect((await asAdmin('POST', '/api/backups')).statusCode).toBe(200)
    await waitForJobs(pool)
    const [backup] = await list()
    expect(backup).toMatchObject({ state: 'done', verified: true })
    const temporary = temporaryName(await identifyDatabase(db))
    expect((await pool.query('SELECT FROM pg_database WHERE datname = $1', [temporary])).rowCount).toBe(0)
    const { rows } = await pool.query(
      `SELECT actor, action, title FROM audit_events WHERE kind = 'backup' AND action = 'requested'`,
    )
    expect(rows).toEqual([{ actor: 'Administrator', action: 'requested', title: backup?.fileName }])
  })

  it('is rejected while one is queued, or when none are set up', async () => {
    const asAdmin = await kontor.asAdmin()
    await insertInterrupted(folder)
    const second = await asAdmin('POST', '/api/backups')
    expect([second.statusCode, second.json().error]).toEqual([409, 'En sikkerhetskopi er allerede i gang.'])
    const without = await startTestApp({ worker: 'off' })
    const asOther = await without.asAdmin()
    expect((await asOther('POST', '/api/backups')).statusCode).toBe(409)
    expect((await asOther('GET', '/api/backups')).json()).toEqual({ schedule: null, backups: [] })
  })
})

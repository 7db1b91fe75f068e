import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { describe, expect, it } from 'vitest'
import { s3Access, startS3 } from '../../../../stand-ins/s3.ts'
import { openBackup } from '../../platform/backup/backup-source.ts'
import { checkBackup } from '../../platform/backup/check-backup.ts'
import { restoreBackup } from '../../platform/backup/restore-backup.ts'
import { temporaryName } from '../../platform/backup/temporary-database.ts'
import type { Config } from '../../platform/config/config.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { onCleanup } from '../../testing/cleanup.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { waitForJobs } from '../../testing/jobs.ts'
import { insertSampleRows } from '../../testing/sample-rows.ts'
import { identifyDatabase } from './backups.queries.ts'
import { runDueBackup } from './backups.service.ts'

const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-backups-'))
  onCleanup(() => rm(folder, { recursive: true }))
  return folder
}

const never = new AbortController().signal

/** An app with backups to a folder of its own; `run` does what its job does every five minutes. */
const start = async (overrides: Partial<Config> = {}) => {
  const folder = await newFolder()
  const kontor = await startTestApp({ backupTo: folder, ...overrides })
  const asAdmin = await kontor.asAdmin()
  const failures: unknown[] = []
  return {
    ...kontor,
    folder,
    failures,
    asAdmin,
    run: () => runDueBackup(kontor.deps, (error) => failures.push(error), never),
    // Sessions end when a test moves the clock.
    list: async () => (await (await kontor.asAdmin())('GET', '/api/backups')).json(),
  }
}

const hasTemporaryDatabase = async ({ database }: Pick<TestApp, 'database'>): Promise<boolean> => {
  const name = temporaryName(await identifyDatabase(database.db))
  const { rowCount } = await database.pool.query('SELECT FROM pg_database WHERE datname = $1', [name])
  return rowCount === 1
}

const mailsTo = async ({ database }: Pick<TestApp, 'database'>): Promise<string[]> => {
  const { rows } = await database.pool.query<{ subject: string }>('SELECT subject FROM email_logs ORDER BY created_at')
  return rows.map(({ subject }) => subject)
}

describe('a scheduled backup', () => {
  it('is made once when due, verified by restoring it, and listed', async () => {
    const kontor = await start()
    await insertSampleRows(kontor.database.db)
    await kontor.database.pool.query('DELETE FROM backups')
    await kontor.run()
    await kontor.run()
    const { schedule, backups } = await kontor.list()
    expect(kontor.failures).toEqual([])
    expect(schedule).toEqual({
      location: kontor.folder,
      nextAt: '2026-03-25T01:30:00.000Z',
      encrypted: false,
      late: false,
    })
    expect(backups).toEqual([
      {
        id: expect.any(String),
        startedAt: '2026-03-24T09:00:00.000Z',
        finishedAt: '2026-03-24T09:00:00.000Z',
        state: 'done',
        fileName: expect.stringMatching(/^kontor-2026-03-24-1000-[0-9a-f]{8}\.tar\.gz$/),
        location: kontor.folder,
        encrypted: false,
        sizeBytes: expect.any(Number),
        rows: expect.any(Number),
        verified: true,
        problem: null,
        keptUntil: '2026-09-23T22:00:00.000Z',
      },
    ])
    expect(await readdir(kontor.folder)).toEqual([backups[0].fileName])
    expect(existsSync(join(kontor.config.dataDir, 'backup-work'))).toBe(false)
    expect((await kontor.asAdmin('GET', '/api/system')).json().backup.value.createdAt).toEqual(expect.any(String))
  })

  it('is due again the next night', async () => {
    const kontor = await start()
    await kontor.run()
    kontor.clock.set('2026-03-25T01:29:00.000Z')
    await kontor.run()
    expect((await kontor.list()).backups).toHaveLength(1)
    kontor.clock.set('2026-03-25T01:30:00.000Z')
    await kontor.run()
    expect((await kontor.list()).backups).toHaveLength(2)
  })

  it('is made by one of two instances', async () => {
    const kontor = await start()
    await Promise.all([kontor.run(), kontor.run()])
    expect((await kontor.list()).backups).toHaveLength(1)
    expect(await readdir(kontor.folder)).toHaveLength(1)
  })

  it('is stored without verification where no database can be created, and deletes no older one', async () => {
    const plain = await createTestDatabase()
    const url = new URL(plain.url.replace('@/', '@socket/'))
    url.searchParams.set('options', '-c role=kontor_app')
    const kontor = await start({ backupVerifyUrl: url.href.replace('@socket/', '@/') })
    await kontor.run()
    kontor.clock.advance({ days: 300 })
    await kontor.run()
    const { backups } = await kontor.list()
    expect(backups).toHaveLength(2)
    expect(backups[0]).toMatchObject({
      state: 'done',
      verified: false,
      problem: expect.stringContaining('BACKUP_VERIFY_URL'),
    })
    expect(await readdir(kontor.folder)).toHaveLength(2)
  })

  it('appears in the metrics', async () => {
    const kontor = await start()
    const read = async () => (await kontor.call('GET', '/metrics')).body
    expect(await read()).not.toMatch(/^kontor_backup_age_seconds /m)
    await kontor.run()
    kontor.clock.advance({ hours: 2 })
    const metrics = await read()
    expect(metrics).toMatch(/^kontor_backup_age_seconds 7200$/m)
    expect(metrics).toMatch(/^kontor_backup_verified 1$/m)
    expect(metrics).toMatch(/^kontor_backup_success 1$/m)
    expect(metrics).toMatch(/^kontor_backup_size_bytes [1-9]\d*$/m)
  })
})

describe('old backups', () => {
  it('are deleted once a newer one is verified, but no other file', async () => {
    const kontor = await start({ backupKeepDaily: 2, backupKeepWeekly: 0, backupKeepMonthly: 0 })
    await writeFile(join(kontor.folder, 'kontor-2020-01-01-0230-00000000.tar.gz'), 'not ours')
    for (let day = 0; day < 5; day++) {
      await kontor.run()
      kontor.clock.advance({ days: 1 })
    }
    const files = await readdir(kontor.folder)
    expect(files).toHaveLength(3)
    expect(files).toContain('kontor-2020-01-01-0230-00000000.tar.gz')
    expect((await kontor.list()).backups).toHaveLength(2)
  })
})

/** A folder on a disk of its own that has room for nothing; undefined without the right to mount one. */
const mountFullDisk = async (): Promise<string | undefined> => {
  const folder = await newFolder()
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4k', 'tmpfs', folder])
  if (status !== 0) return undefined
  onCleanup(async () => {
    spawnSync('umount', [folder])
  })
  return folder
}

const fullDisk = await mountFullDisk()

describe('a backup that fails', () => {
  // Only root may mount a small disk.
  it.skipIf(!fullDisk)('says that the disk is full and leaves no partial file on it', async () => {
    const kontor = await start({ backupTo: fullDisk })
    await kontor.run()
    expect((await kontor.list()).backups).toMatchObject([{ state: 'failed', problem: 'Disken er full.' }])
    expect(await readdir(fullDisk ?? '')).toEqual([])
  })

  it('notifies the company once, is tried again after an hour, and notifies again after a success', async () => {
    const kontor = await start({ backupTo: '/dev/null/kopier' })
    await kontor.run()
    await kontor.run()
    kontor.clock.advance({ minutes: 61 })
    await kontor.run()
    expect((await kontor.list()).backups).toMatchObject([
      { state: 'failed', problem: 'Mappen for sikkerhetskopier finnes ikke.', keptUntil: null },
      { state: 'failed' },
    ])
    expect(kontor.failures).toHaveLength(2)
    expect(await mailsTo(kontor)).toEqual(['Sikkerhetskopien feilet'])
    expect((await kontor.call('GET', '/metrics')).body).toMatch(/^kontor_backup_success 0$/m)
  })

  it('leaves no partial file and no temporary database', async () => {
    const kontor = await start({ backupTo: '/dev/null/kopier' })
    await kontor.run()
    expect(existsSync(join(kontor.config.dataDir, 'backup-work'))).toBe(false)
    const { rows } = await kontor.database.pool.query('SELECT FROM backups WHERE active')
    expect(rows).toEqual([])
  })

  it('is late three hours after it was due', async () => {
    const kontor = await start()
    await kontor.run()
    await kontor.database.pool.query(`INSERT INTO backups (started_at, state, active, location, file_name, encrypted)
      VALUES (now(), 'queued', true, 'x', 'x', false)`)
    const other = await kontor.database.pool.connect()
    await other.query('BEGIN')
    await other.query(`SELECT pg_advisory_xact_lock(hashtextextended('backup', 0))`)
    kontor.clock.set('2026-03-25T04:30:00.000Z')
    await kontor.run()
    expect(await mailsTo(kontor)).toEqual([])
    kontor.clock.set('2026-03-25T04:31:00.000Z')
    await kontor.run()
    await kontor.run()
    other.release(true)
    expect((await kontor.list()).schedule.late).toBe(true)
    expect(await mailsTo(kontor)).toEqual(['Sikkerhetskopien er forsinket'])
  })
})

describe('an interrupted backup', () => {
  it('is marked as such and made again, and what it left is removed', async () => {
    const kontor = await start()
    const remains = join(kontor.config.dataDir, 'backup-work')
    await writeFile(remains, 'half')
    await writeFile(join(kontor.folder, '.half.tar.gz.partial'), 'half')
    await kontor.database.pool.query(
      `INSERT INTO backups (started_at, state, active, location, file_name, encrypted)
       VALUES ('2026-03-24T08:59:00Z', 'running', true, $1, 'half.tar.gz', false)`,
      [kontor.folder],
    )
    await kontor.run()
    expect((await kontor.list()).backups).toMatchObject([
      { state: 'done', verified: true },
      { state: 'failed', problem: 'Avbrutt: Kontor ble stoppet.' },
    ])
    expect(await readdir(kontor.folder)).toHaveLength(1)
    expect(existsSync(remains)).toBe(false)
    expect(await mailsTo(kontor)).toEqual([])
  })
})

describe('an encrypted backup', () => {
  it('is verified, and restored only with the private key', async () => {
    const identity = await generateX25519Identity()
    const kontor = await start({ backupRecipient: [await identityToRecipient(identity)] })
    await kontor.run()
    const [backup] = (await kontor.list()).backups
    expect(backup).toMatchObject({ state: 'done', verified: true, encrypted: true, problem: null })
    const file = join(kontor.folder, backup.fileName)
    expect((await readFile(file)).subarray(0, 21).toString()).toBe('age-encryption.org/v1')

    const keys = await newFolder()
    const key = join(keys, 'key.txt')
    await writeFile(key, `# created: 2026-03-24\n${identity}\n`)
    const wrong = join(keys, 'wrong.txt')
    await writeFile(wrong, await generateX25519Identity())
    const { config } = kontor
    await expect(openBackup(file, undefined, config)).rejects.toThrow('is encrypted')
    await expect(openBackup(file, wrong, config)).rejects.toThrow('is encrypted to another key')
    await expect(openBackup(file, join(keys, 'none'), config)).rejects.toThrow('cannot be read')

    const damaged = join(keys, backup.fileName)
    const content = await readFile(file)
    content[content.length - 40] = (content[content.length - 40] ?? 0) ^ 1
    await writeFile(damaged, content)
    await expect(openBackup(damaged, key, config)).rejects.toThrow('could not be decrypted')
    expect(existsSync(join(config.dataDir, 'restore-work'))).toBe(false)

    const opened = await openBackup(file, key, config)
    const target = await createTestDatabase({ empty: true })
    const manifest = await checkBackup(opened.file)
    await restoreBackup({ database: target, dataDir: join(keys, 'data'), file: opened.file, manifest })
    await opened.remove()
    expect((await target.pool.query('SELECT count(*)::int AS users FROM users')).rows).toEqual([{ users: 1 }])
    expect(existsSync(join(config.dataDir, 'restore-work'))).toBe(false)
  })
})

describe('a backup to a bucket', async () => {
  const s3 = await startS3()
  onCleanup(s3.close)
  const gone = await startS3()
  await gone.close()
  const bucket: Partial<Config> = {
    backupTo: 's3://kopier/kontor/daglig',
    backupS3Endpoint: s3.url,
    backupS3Region: s3Access.region,
    backupS3KeyId: s3Access.keyId,
    backupS3Secret: s3Access.secret,
  }

  it('is uploaded, read again, restorable from there, and deleted when it is old', async () => {
    s3.objects.clear()
    const kontor = await start({ ...bucket, backupKeepDaily: 1, backupKeepWeekly: 0, backupKeepMonthly: 0 })
    await kontor.run()
    const [backup] = (await kontor.list()).backups
    expect(kontor.failures).toEqual([])
    expect(backup).toMatchObject({ state: 'done', verified: true, location: bucket.backupTo })
    expect([...s3.objects.keys()]).toEqual([`kontor/daglig/${backup.fileName}`])
    const opened = await openBackup(`${bucket.backupTo}/${backup.fileName}`, undefined, kontor.config)
    expect((await checkBackup(opened.file)).tables.length).toBeGreaterThan(10)
    await opened.remove()
    kontor.clock.advance({ days: 2 })
    await kontor.run()
    expect(s3.objects.size).toBe(1)
    expect([...s3.objects.keys()]).not.toContain(`kontor/daglig/${backup.fileName}`)
    expect(s3.uploads.size).toBe(0)
  })

  it.each([
    ['a wrong key', { backupS3Secret: 'feil' }, 'Lagringstjenesten avviser nøkkelen.'],
    ['an unknown bucket', { backupTo: 's3://finnes-ikke' }, 'Bøtten finnes ikke hos lagringstjenesten.'],
    ['no service', { backupS3Endpoint: gone.url }, 'Lagringstjenesten svarer ikke.'],
  ])('explains %s', async (_what, overrides, problem) => {
    const kontor = await start({ ...bucket, ...overrides })
    await kontor.run()
    expect((await kontor.list()).backups).toMatchObject([{ state: 'failed', problem }])
  })

  it('leaves nothing when the service fails in the middle, or keeps something else', async () => {
    s3.objects.clear()
    const kontor = await start(bucket)
    s3.intercept(({ method }) => (method === 'PUT' ? { status: 500 } : undefined))
    await kontor.run()
    expect(s3.uploads.size).toBe(0)
    s3.intercept(({ method }) => (method === 'GET' ? { status: 200, body: 'something else' } : undefined))
    kontor.clock.advance({ minutes: 61 })
    await kontor.run()
    s3.intercept(null)
    expect((await kontor.list()).backups).toMatchObject([
      { state: 'failed', problem: 'Kontrollen viste at kopien ikke er lik databasen.' },
      { state: 'failed', problem: 'Lagringstjenesten svarte med en feil.' },
    ])
    expect(s3.objects.size).toBe(0)
  })

  it('removes the parts of an interrupted upload', async () => {
    const kontor = await start(bucket)
    s3.uploads.set('half', { key: 'kontor/daglig/half.tar.gz', parts: new Map() })
    await kontor.database.pool.query(
      `INSERT INTO backups (started_at, state, active, location, file_name, encrypted, upload_id)
       VALUES ('2026-03-24T08:59:00Z', 'running', true, $1, 'half.tar.gz', false, 'half')`,
      [bucket.backupTo],
    )
    await kontor.run()
    expect(s3.uploads.size).toBe(0)
  })
})

describe('POST /api/backups', () => {
  it('queues a backup, which a worker makes', async () => {
    const kontor = await start()
    const answer = await kontor.asAdmin('POST', '/api/backups')
    expect(answer.statusCode).toBe(200)
    await waitForJobs(kontor.database.pool)
    const { backups } = await kontor.list()
    expect(backups).toMatchObject([{ state: 'done', verified: true }])
    expect(await hasTemporaryDatabase(kontor)).toBe(false)
    const { rows } = await kontor.database.pool.query(
      "SELECT actor, action, title FROM audit_events WHERE kind = 'backup'",
    )
    expect(rows).toEqual([{ actor: 'Administrator', action: 'requested', title: backups[0].fileName }])
  })

  it('is rejected while one is queued, or when none are set up', async () => {
    const kontor = await start({ worker: 'off' })
    expect((await kontor.asAdmin('POST', '/api/backups')).json().backups).toMatchObject([{ state: 'queued' }])
    const second = await kontor.asAdmin('POST', '/api/backups')
    expect(second.statusCode).toBe(409)
    expect(second.json().error).toBe('En sikkerhetskopi er allerede i gang.')
    const without = await startTestApp()
    const asAdmin = await without.asAdmin()
    expect((await asAdmin('POST', '/api/backups')).statusCode).toBe(409)
    expect((await asAdmin('GET', '/api/backups')).json()).toEqual({ schedule: null, backups: [] })
  })

  it('is for the administrator only', async () => {
    const kontor = await start()
    const asSales = await kontor.asSales()
    for (const method of ['GET', 'POST'] as const) {
      expect((await kontor.call(method, '/api/backups')).statusCode).toBe(401)
      expect((await asSales(method, '/api/backups')).statusCode).toBe(403)
    }
  })
})

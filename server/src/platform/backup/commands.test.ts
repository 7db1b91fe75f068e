import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { backUp } from '../../backup.ts'
import { restore } from '../../restore.ts'
import { refusalOf, runHere } from '../../testing/commands.ts'
import { createDataDir, createPreparedDataDir } from '../../testing/data-dir.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { insertSampleRows } from '../../testing/sample-rows.ts'
import { openTestSigning } from '../../testing/signing.ts'
import { checkSignature, signManifest } from './signed-manifest.ts'

// Backups of a running server: lifecycle/start-stop.test.ts.

test('backs up a stopped server and stops its database afterwards', async () => {
  const dataDir = await createPreparedDataDir()
  const outbox = join(dataDir, 'outbox')
  mkdirSync(outbox)
  for (const name of ['1.eml', '2.eml']) writeFileSync(join(outbox, name), 'Hei')
  expect(await runHere(backUp, { DATA_DIR: dataDir }, join(dirname(dataDir), 'kontor.tar.gz'))).toContain(
    'and 2 stored mails',
  )
  expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
})

test('backs up and restores the database of DATABASE_URL and records the backup in it', async () => {
  const [source, target] = [await createTestDatabase(), await createTestDatabase({ empty: true })]
  await insertSampleRows(source.db)
  const dataDir = createDataDir()
  const file = join(dirname(dataDir), 'kontor.tar.gz')
  expect(await runHere(backUp, { DATA_DIR: dataDir, DATABASE_URL: source.url }, file)).toContain(
    'the backup is not signed',
  )
  const lastBackup = await source.pool.query(`SELECT value FROM system_settings WHERE key = 'last_backup'`)
  expect(lastBackup.rows).toEqual([{ value: { createdAt: expect.any(String), rows: expect.any(Number), mails: 0 } }])

  expect(await runHere(restore, { DATA_DIR: dataDir, DATABASE_URL: target.url }, file)).toContain('has no signature')
  expect((await target.pool.query('SELECT FROM leads')).rowCount).toBe(3)
  const jobs = await target.pool.query(
    `SELECT data ->> 'mailId' AS mail FROM pgboss.job WHERE name = 'mail' ORDER BY 1`,
  )
  expect(jobs.rows).toEqual([{ mail: 'queued' }, { mail: 'reply' }, { mail: 'retrying' }])
})

test('checks the signature of a backup by the keys that this installation knows', async () => {
  const { key } = await openTestSigning()
  const other = await openTestSigning()
  const manifest = signManifest(
    {
      format: 1,
      appVersion: '1',
      createdAt: '2026-03-24T09:00:00Z',
      migrations: [],
      tables: [],
      identities: [],
      mails: [],
    },
    key,
  )
  const { signature, ...unsigned } = manifest
  expect(checkSignature(manifest, [other.key, key])).toBe('valid')
  expect(checkSignature(manifest, [other.key])).toBe('unknown key')
  expect(checkSignature(unsigned, [key])).toBe('missing')
  const table = { name: 'leads', columns: [], rows: 1, sha256: 'a' }
  expect(checkSignature({ ...manifest, tables: [table] }, [key])).toBe('wrong')
})

test('reports each failure in one sentence', async () => {
  const dataDir = createDataDir()
  const { url } = await createTestDatabase()
  const env = { DATA_DIR: dataDir, DATABASE_URL: url }
  expect(await refusalOf(restore, env, '')).toContain('Name the backup')
  expect(await refusalOf(backUp, env, '')).toContain('Name the file')
  expect(await refusalOf(backUp, { DATA_DIR: dataDir }, '/nowhere/x')).toContain('There is no database in')
  expect(await refusalOf(backUp, env, '/nowhere/x')).toContain(
    'could not be written to /nowhere/x: there is no such folder',
  )
  expect(await refusalOf(restore, env, '/nowhere/x')).toContain('There is no file /nowhere/x')
  expect(await refusalOf(restore, env, fileURLToPath(import.meta.url))).toContain('is no whole backup of Kontor')
})

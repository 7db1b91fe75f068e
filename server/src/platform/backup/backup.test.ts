import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { insertBigRows } from '../../testing/big-rows.ts'
import { createTestDatabase, giveOldSchema, type TestDatabase } from '../../testing/database.ts'
import { startDatabaseProxy } from '../../testing/database-proxy.ts'
import { isSoak } from '../../testing/rounds.ts'
import { awkwardText, insertSampleRows } from '../../testing/sample-rows.ts'
import { readMigrations } from '../database/migrate.ts'
import { inTransaction } from '../database/transaction.ts'
import { StartFailure } from '../errors/start-failure.ts'
import { readArchive, writeArchive } from './archive.ts'
import { listTables } from './catalog.ts'
import { checkBackup } from './check-backup.ts'
import { createBackup } from './create-backup.ts'
import { restoreBackup } from './restore-backup.ts'

const folder = await mkdtemp(join(tmpdir(), 'kontor-backup-'))
afterAll(() => rm(folder, { recursive: true }))

let count = 0
const newPath = (name: string) => join(folder, `${++count}-${name}`)

const backUp = (database: TestDatabase, file: string, dataDir = newPath('data')) =>
  createBackup({ database, dataDir, file, appVersion: '1.2.3', excludedTables: ['sessions'] })

const restore = async (database: TestDatabase, file: string, dataDir = newPath('data')) =>
  restoreBackup({ database, dataDir, file, manifest: await checkBackup(file) })

/** Every row of every table, as text. */
const readContent = async ({ pool }: TestDatabase): Promise<Record<string, string[]>> => {
  const client = await pool.connect()
  const tables = await listTables(client)
  const content: Record<string, string[]> = {}
  for (const { name } of tables) {
    const { rows } = await client.query<{ row: string }>(`SELECT t::text AS row FROM "${name}" t ORDER BY t::text`)
    content[name] = rows.map(({ row }) => row)
  }
  client.release()
  return content
}

const readTableNames = async ({ pool }: TestDatabase): Promise<string[]> => {
  const client = await pool.connect()
  const tables = await listTables(client)
  client.release()
  return tables.map(({ name }) => name)
}

const database = await createTestDatabase()
await insertSampleRows(database.db)
// A resend that lies before its original, which is in a later part of the file.
await database.pool.query(`
  BEGIN; SET LOCAL session_replication_role = replica;
  INSERT INTO email_logs (id, to_address, from_address, from_name, subject, type, message_id, html_content, resend_of)
    SELECT 'part ' || n, 'a@b.example', 'a@b.example', 'A', 'S', 'other', 'part ' || n,
      repeat('x', CASE n WHEN 2 THEN 5000000 ELSE 1 END), CASE n WHEN 1 THEN 'part 3' END FROM generate_series(1, 3) n;
  COMMIT`)

describe('a backup of a filled database', async () => {
  const file = newPath('whole.tar.gz')
  const dataDir = newPath('data')
  await mkdir(join(dataDir, 'outbox'), { recursive: true })
  await writeFile(join(dataDir, 'outbox/1.eml'), awkwardText)
  await writeFile(join(dataDir, 'outbox/2.eml.part'), 'half')
  const nextId = async ({ pool }: TestDatabase): Promise<number> => {
    const { rows } = await pool.query<{ id: number }>(
      `SELECT nextval(pg_get_serial_sequence('leads', 'id'))::int AS id`,
    )
    return rows[0]?.id ?? 0
  }
  const lastId = await nextId(database)
  await backUp(database, file, dataDir)
  const target = await createTestDatabase({ empty: true })
  const targetDir = newPath('data')
  const options = { database: target, dataDir: targetDir, file, manifest: await checkBackup(file) }
  const failed = await restoreBackup({ ...options, complete: () => Promise.reject(new Error('the last step fails')) })
    .then(() => null)
    .catch((error: Error) => error.message)
  const leftAfterFailure = [
    ...(await readTableNames(target)),
    ...(existsSync(join(targetDir, 'outbox')) ? ['outbox'] : []),
  ]
  await restoreBackup(options)

  test('is tested with rows in every table', async () => {
    const empty = Object.entries(await readContent(database)).filter(([, rows]) => rows.length === 0)
    expect(empty).toEqual([])
  })

  test('restores every row except sessions', async () => {
    expect(await readContent(target)).toEqual({
      ...(await readContent(database)),
      sessions: [],
      migrations: expect.any(Array),
    })
  })

  test('restores the stored mails, but no half-written ones', async () => {
    expect(await readdir(join(targetDir, 'outbox'))).toEqual(['1.eml'])
    expect(await readFile(join(targetDir, 'outbox/1.eml'), 'utf8')).toBe(awkwardText)
  })

  test('continues generated ids after the last one ever assigned', async () => {
    expect(await nextId(target)).toBe(lastId + 1)
  })

  test('is readable by its owner only', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  test('leaves no temporary file, and no file at all when it is interrupted', async () => {
    const options = { database, dataDir, file: newPath('stopped.tar.gz'), appVersion: '1.2.3', excludedTables: [] }
    await expect(createBackup({ ...options, signal: AbortSignal.abort() })).rejects.toThrow('aborted')
    expect(existsSync(options.file)).toBe(false)
    expect((await readdir(folder)).filter((name) => name.includes('partial'))).toEqual([])
  })

  test('never overwrites a file', async () => {
    await expect(backUp(database, file)).rejects.toThrow(StartFailure)
  })

  test('is not restored into a database that is not empty', async () => {
    const before = await readContent(database)
    await expect(restore(database, file)).rejects.toThrow('The database is not empty')
    expect(await readContent(database)).toEqual(before)
    await expect(restore(await createTestDatabase(), file)).rejects.toThrow('The database is not empty')
  })

  test('is not restored when there are stored mails', async () => {
    const empty = await createTestDatabase({ empty: true })
    await expect(restore(empty, file, dataDir)).rejects.toThrow('holds mails already')
    expect(await readTableNames(empty)).toEqual([])
  })

  test('is restored completely or not at all', () => {
    expect([failed, leftAfterFailure]).toEqual(['the last step fails', []])
  })
})

describe('a damaged backup', async () => {
  const whole = newPath('whole.tar.gz')
  await backUp(database, whole)
  const bytes = await readFile(whole)
  const file = newPath('damaged.tar.gz')
  beforeEach(() => writeFile(file, bytes))

  test.each([0, 1, 9, bytes.length / 10, bytes.length / 2, bytes.length - 1])(
    'is rejected when truncated to %d bytes',
    async (length) => {
      await truncate(file, Math.floor(length))
      await expect(checkBackup(file)).rejects.toThrow('is no whole backup of Kontor')
    },
  )

  test('is rejected when any bit is flipped', async () => {
    const content = gunzipSync(bytes)
    const isUnharmed = (changed: Buffer): boolean => {
      try {
        return gunzipSync(changed).equals(content)
      } catch {
        return false
      }
    }
    const step = Math.ceil(bytes.length / (isSoak ? 60 : 15))
    for (let position = 10; position < bytes.length; position += step) {
      const changed = Buffer.from(bytes)
      changed[position] = (changed[position] ?? 0) ^ 1
      // Within zeros, a repetition from another distance is the same content.
      if (isUnharmed(changed)) continue
      await writeFile(file, changed)
      await expect(checkBackup(file), `byte ${position}`).rejects.toThrow('is no whole backup of Kontor')
    }
  })

  test('is rejected when a table has other rows than were written', async () => {
    const changed = newPath('changed.tar.gz')
    const archive = writeArchive(changed)
    for await (const { name, content } of readArchive(file)) {
      const isTable = name.includes('customers')
      await archive.add({ name, content: isTable ? Buffer.from(content.toString().replace(/\w/, 'x')) : content })
    }
    await archive.finish()
    await expect(checkBackup(changed)).rejects.toThrow('the table customers is not as it was written')
  })

  test('is rejected when it is something else, or missing', async () => {
    await writeFile(file, 'Hei')
    await expect(checkBackup(file)).rejects.toThrow('is no whole backup of Kontor')
    await expect(checkBackup(newPath('nothing'))).rejects.toThrow('There is no file')
  })
})

describe('a backup of another version', () => {
  test('is restored and then migrated when older, even from before the baseline', async () => {
    const old = await createTestDatabase()
    await giveOldSchema(old)
    await old.pool.query(
      `INSERT INTO contacts (name, email, subject, message) VALUES ('Kari', 'k@kunde.example', 's', $1)`,
      [awkwardText],
    )
    const file = newPath('old.tar.gz')
    await backUp(old, file)
    const target = await createTestDatabase({ empty: true })
    const next = { name: '9999_next', sql: `ALTER TABLE contacts ADD extra text DEFAULT 'new'`, hash: 'x' }
    const migrations = [...(await readMigrations()), next]
    const options = { database: target, dataDir: newPath('data'), file, manifest: await checkBackup(file) }
    await restoreBackup({ ...options, migrations })
    const { rows } = await target.pool.query('SELECT name, message, extra FROM contacts')
    expect(rows).toEqual([{ name: 'Kari', message: awkwardText, extra: 'new' }])
    expect(await readTableNames(target)).toEqual(await readTableNames(database))
  })

  test('is rejected when newer', async () => {
    const newer = await createTestDatabase()
    await newer.pool.query(`INSERT INTO migrations (name, hash) VALUES ('9999_future', $1)`, ['0'.repeat(64)])
    const file = newPath('newer.tar.gz')
    await backUp(newer, file)
    const target = await createTestDatabase({ empty: true })
    await expect(restore(target, file)).rejects.toThrow('does not know its migration 9999_future')
    expect(await readTableNames(target)).toEqual([])
  })

  test.each([
    ['table', { name: 'leads" DISABLE TRIGGER USER; CREATE TABLE planted (id int); --', columns: [] }],
    ['column', { name: 'leads', columns: ['id) FROM STDIN; CREATE TABLE planted (id int); --'] }],
  ])('is rejected when a name of a %s would run as SQL', async (_what, table) => {
    const target = await createTestDatabase({ empty: true })
    const file = newPath('names.tar.gz')
    await backUp(database, file)
    const manifest = await checkBackup(file)
    const tables = [{ ...table, rows: 0, sha256: '0'.repeat(64) }]
    const options = { database: target, dataDir: newPath('data'), file, manifest: { ...manifest, tables } }
    await expect(restoreBackup(options)).rejects.toThrow('names a table or column that Kontor doesn')
    expect(await readTableNames(target)).toEqual([])
  })

  test('cannot be created from a database without tables', async () => {
    const empty = await createTestDatabase({ empty: true })
    const file = newPath('empty.tar.gz')
    await expect(backUp(empty, file)).rejects.toThrow('there is nothing to back up')
    expect(existsSync(file)).toBe(false)
  })
})

test('a backup is whole when PostgreSQL sends the counts of rows late', async () => {
  const { options } = await startDatabaseProxy(database.pool.options, { lateCounts: true })
  const pool = new pg.Pool(options)
  const file = newPath('late.tar.gz')
  await backUp({ ...database, pool }, file)
  await pool.end()
  const { tables } = await checkBackup(file)
  expect(tables.find(({ name }) => name === 'email_logs')?.rows).toBeGreaterThan(2)
  // Earlier versions could note 0 instead.
  const uncounted = newPath('uncounted.tar.gz')
  const archive = writeArchive(uncounted)
  for await (const { name, content } of readArchive(file)) {
    const text = name.startsWith('manifest') && content.toString().replaceAll(/"rows":\s*\d+/g, '"rows":0')
    await archive.add({ name, content: text ? Buffer.from(text) : content })
  }
  await archive.finish()
  expect((await checkBackup(uncounted)).tables).toHaveLength(tables.length)
})

test('a backup taken while the server writes is a consistent snapshot', async () => {
  const busy = await createTestDatabase()
  // Enough rows for several parts.
  await insertBigRows(busy.pool, { rows: 1000, repeated: 200 })
  let stop = false
  const write = async (client: pg.PoolClient) => {
    const { rows } = await client.query(`INSERT INTO customers (name, email) VALUES ('x', 'x') RETURNING id`)
    await client.query(
      `INSERT INTO contact_persons (customer_id, first_name, last_name, email) VALUES ($1, 'a', 'b', 'c')`,
      [rows[0]?.id],
    )
    await client.query('UPDATE company_photo_files SET content = content WHERE width = 1')
  }
  const writing = (async () => {
    while (!stop) await inTransaction(busy.pool, write)
  })()
  const file = newPath('busy.tar.gz')
  await backUp(busy, file)
  stop = true
  await writing
  const copy = await createTestDatabase({ empty: true })
  await restore(copy, file)
  const content = await readContent(copy)
  expect(content.company_photo_files).toHaveLength(1000)
  expect(content.contact_persons).toHaveLength(content.customers?.length ?? -1)
})

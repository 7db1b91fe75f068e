import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createTestDatabase, giveOldSchema, type TestDatabase } from '../../testing/database.ts'
import { StartFailure } from '../errors/start-failure.ts'
import { createJobs } from '../jobs/pg-boss-jobs.ts'
import { openDatabase } from './database.ts'
import { applyNext, lockSchema, type Migration, migrateDatabase, readMigrations } from './migrate.ts'
import { inTransaction } from './transaction.ts'

const appliedNames = async ({ pool }: TestDatabase): Promise<string[]> =>
  (await pool.query<{ name: string }>('SELECT name FROM migrations ORDER BY name')).rows.map(({ name }) => name)

const migration = (name: string, sql: string): Migration => ({ name, sql, hash: name })

test('migrates the database once when several servers start concurrently', async () => {
  const database = await createTestDatabase({ empty: true })
  const others = [1, 2].map(() => openDatabase(database.options))
  await Promise.all([database, ...others].map(migrateDatabase))
  for (const other of others) await other.close()
  expect(await appliedNames(database)).toEqual((await readMigrations()).map(({ name }) => name))
})

test("creates the queue's schema under the migration lock", async () => {
  const database = await createTestDatabase({ empty: true })
  await migrateDatabase(database)
  const jobs = createJobs({ pool: database.pool, worker: 'off', log: { warn: () => {}, error: () => {} } })
  const askedForLock = async () => {
    const { rows } = await database.pool.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction' AND query LIKE '%advisory%'`,
    )
    return rows.length
  }
  const queueExists = async () =>
    (await database.pool.query(`SELECT to_regnamespace('pgboss') IS NOT NULL AS found`)).rows[0]?.found
  let started: Promise<void> | undefined
  await inTransaction(database.pool, async (client) => {
    await lockSchema(client)
    started = jobs.start()
    // This transaction, and that of the start.
    await expect.poll(askedForLock, { interval: 10 }).toBe(2)
    expect(await queueExists()).toBe(false)
  })
  await started
  expect(await queueExists()).toBe(true)
  await jobs.stop(0)
})

test('rolls back a failed migration and keeps the earlier ones', async () => {
  const database = await createTestDatabase({ empty: true })
  const steps = [
    migration('0_a', 'CREATE TABLE a (id int)'),
    migration('1_b', 'CREATE TABLE b (id int); INSERT INTO a VALUES (1); SELECT 1/0'),
  ]
  const next = () => inTransaction(database.pool, (client) => applyNext(client, steps))
  expect(await next()).toBe(true)
  await expect(next()).rejects.toThrow(new StartFailure('The migration 1_b failed: division by zero'))
  expect(await appliedNames(database)).toEqual(['0_a'])
  expect((await database.pool.query(`SELECT FROM a`)).rowCount).toBe(0)
  expect((await database.pool.query(`SELECT to_regclass('b') AS b`)).rows).toEqual([{ b: null }])
})

test('rejects a database of a newer version', async () => {
  const database = await createTestDatabase()
  await database.pool.query(`INSERT INTO migrations (name, hash) VALUES ('9999_future', 'x')`)
  await expect(migrateDatabase(database)).rejects.toThrow(/made by another version of Kontor.*9999_future/)
})

test('takes over a database from shortly before the baseline, and rejects an earlier one', async () => {
  const [database, fresh] = [await createTestDatabase(), await createTestDatabase()]
  await giveOldSchema(database)
  await database.pool.query(`UPDATE migrations SET name = '0063_held_seats' WHERE name = '0064_servers'`)
  await expect(migrateDatabase(database)).rejects.toThrow(/unreleased version of Kontor .* 0063_held_seats/)
  await database.pool.query(`UPDATE migrations SET name = '0064_servers' WHERE name = '0063_held_seats'`)
  await migrateDatabase(database)
  expect(await appliedNames(database)).toEqual(await appliedNames(fresh))
  const readSchema = async ({ pool }: TestDatabase) => [
    (await pool.query(`SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace ORDER BY 1`)).rows,
    (
      await pool.query(
        `SELECT attname FROM pg_attribute WHERE attrelid = 'authenticators'::regclass AND NOT attisdropped ORDER BY 1`,
      )
    ).rows,
  ]
  expect(await readSchema(database)).toEqual(await readSchema(fresh))
})

test('rejects a migration that was edited after it had run', async () => {
  const database = await createTestDatabase()
  await database.pool.query(`UPDATE migrations SET hash = 'x' WHERE name = '0001_baseline'`)
  await expect(migrateDatabase(database)).rejects.toThrow('0001_baseline was changed after this database had run it')
})

test('names the statement to run when the role may not create extensions', async () => {
  const owned = await createTestDatabase({ empty: true })
  const role = `kontor_role_${randomBytes(6).toString('hex')}`
  await owned.pool.query(`CREATE ROLE ${role} LOGIN; GRANT ALL ON SCHEMA public TO ${role}`)
  const limited = openDatabase({ ...owned.options, options: `-c role=${role}` })
  await expect(migrateDatabase(limited)).rejects.toThrow(
    /needs PostgreSQL's extension pg_trgm.*CREATE EXTENSION pg_trgm/,
  )
  // Once somebody else has created it, the same role can migrate.
  await owned.pool.query('CREATE EXTENSION pg_trgm')
  await migrateDatabase(limited)
  expect(await appliedNames(owned)).toContain('0001_baseline')
  await limited.close()
  await owned.pool.query(`DROP OWNED BY ${role}`)
  await owned.pool.query(`DROP ROLE ${role}`)
})

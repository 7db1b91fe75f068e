import { spawnSync } from 'node:child_process'
import { lstatSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { customers } from '../../features/customers/customers.table.ts'
import { onCleanup } from '../../testing/cleanup.ts'
import { createPreparedDataDir, databasePid } from '../../testing/data-dir.ts'
import { insertSampleRows } from '../../testing/sample-rows.ts'
import { prepareDatabase } from '../access/rights.ts'
import { openDatabase } from '../database/database.ts'
import { analyzeTable } from '../imports/bulk-rows.ts'
import { createJobs } from '../jobs/pg-boss-jobs.ts'
import { ownerRole, runtimeRole, superuser } from './cluster.ts'
import { type EmbeddedDatabase, startEmbedded } from './embedded.ts'

// Whole servers start and stop here.
vi.setConfig({ testTimeout: 60_000 })

const start = async (dataDir: string): Promise<EmbeddedDatabase> => {
  const database = await startEmbedded({ dataDir, log: () => {} })
  onCleanup(async () => database.killNow())
  return database
}

/** Shared by the tests that don't change it. */
const dataDir = await createPreparedDataDir()
const shared = await start(dataDir)

const connect = async (options: pg.ClientConfig): Promise<pg.Client> => {
  const client = new pg.Client(options)
  client.on('error', () => undefined)
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

const asSuperuser = (options: pg.ClientConfig): pg.ClientConfig => ({ ...options, user: superuser })

const codeOf = (error: unknown) => (error instanceof pg.DatabaseError ? error.code : error)

describe("the server's role", () => {
  test('may read and write rows, and nothing else', async () => {
    const client = await connect(shared.runtime)
    await client.query(`INSERT INTO contacts (name, email, subject, message) VALUES ('Kari', 'a@b.example', 'x', 'y')`)
    await client.query(
      `UPDATE contacts SET name = 'Ola'; DELETE FROM contacts; SELECT FROM agreements; SELECT FROM migrations`,
    )
    expect(
      (
        await client.query('SELECT rolsuper, rolcreaterole, rolcreatedb FROM pg_roles WHERE rolname = $1', [
          runtimeRole,
        ])
      ).rows,
    ).toEqual([{ rolsuper: false, rolcreaterole: false, rolcreatedb: false }])
    for (const statement of [
      `COPY contacts FROM PROGRAM 'echo'`,
      `COPY (SELECT 1) TO '/tmp/kontor-never'`,
      `SELECT pg_read_file('PG_VERSION')`,
      `SELECT rolpassword FROM pg_authid`,
      'CREATE TABLE x (id int)',
      'CREATE TEMPORARY TABLE contacts (id int)',
      'CREATE SCHEMA x',
      `CREATE FUNCTION public.x() RETURNS int LANGUAGE sql AS 'SELECT 1'`,
      'CREATE EXTENSION hstore',
      'ALTER TABLE contacts ADD COLUMN x int',
      'ALTER TABLE agreement_events DISABLE TRIGGER USER',
      'DROP TABLE contacts',
      'TRUNCATE contacts',
      `UPDATE migrations SET hash = 'x'`,
      'DELETE FROM agreements',
      'DELETE FROM agreement_snapshots',
      `UPDATE agreement_answers SET agreement_id = agreement_id`,
      'UPDATE agreement_events SET address = NULL',
      `INSERT INTO server_keys (id, public_key) VALUES ('x', 'y')`,
      `INSERT INTO seal_certificates (fingerprint, holder) VALUES ('x', 'y')`,
      `UPDATE server_keys SET exchange_key = 'x'`,
      'DELETE FROM server_secrets',
      'SET ROLE kontor_owner',
      'SET SESSION AUTHORIZATION kontor',
      'SET session_replication_role = replica',
      `ALTER SYSTEM SET archive_command = 'true'`,
      'ALTER ROLE kontor_app SUPERUSER',
    ])
      expect([statement, codeOf(await client.query(statement).catch((error: unknown) => error))]).toEqual([
        statement,
        '42501',
      ])
  })

  test('cannot connect to another database', async () => {
    for (const database of ['postgres', 'template1'])
      expect(
        codeOf(await new pg.Client({ ...shared.runtime, database }).connect().catch((error: unknown) => error)),
      ).toBe('42501')
  })
})

/** Connects as PostgreSQL's superuser from a process of the OS user that runs the database. */
const connectAsOtherUser = (dataDir: string, { host }: pg.ClientConfig): string => {
  const { uid, gid } = statSync(join(dataDir, 'postgres'))
  const code = `import pg from ${JSON.stringify(import.meta.resolve('pg'))}
    const client = new pg.Client(${JSON.stringify({ host, user: superuser, database: 'postgres' })})
    await client.connect().then(() => console.log('let in'), (error) => console.log(error.message))
    await client.end()`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
    uid,
    gid,
    cwd: '/',
    encoding: 'utf8',
  })
  return stdout.trim()
}

/** Writes an earlier version's rules, which trusted everybody who could reach the socket. */
const trustEverybody = (dataDir: string) =>
  writeFileSync(join(dataDir, 'postgres/pg_hba.conf'), 'local all all trust\n')

const rulesOf = (dataDir: string): string[] =>
  readFileSync(join(dataDir, 'postgres/pg_hba.conf'), 'utf8')
    .split('\n')
    .filter((line) => /^\w/.test(line))

const peerOnly = ['local all all peer map=kontor']
const runsAsRoot = process.getuid?.() === 0
const refused = `Peer authentication failed for user "${superuser}"`

describe('access to the database', () => {
  test.runIf(runsAsRoot)("is limited to the user who started it; the database's own user is refused", async () => {
    expect(connectAsOtherUser(dataDir, shared.owner)).toContain(refused)
  })

  test('is limited in the same way if an earlier version left it running; no planted link is followed', async () => {
    const dataDir = await createPreparedDataDir()
    const target = join(dataDir, 'precious')
    writeFileSync(target, 'as it was')
    const file = join(dataDir, 'postgres/pg_ident.conf')
    rmSync(file, { force: true })
    symlinkSync(target, file)
    const { owner } = await start(dataDir)
    expect(readFileSync(target, 'utf8')).toBe('as it was')
    expect(lstatSync(file).isSymbolicLink()).toBe(false)

    trustEverybody(dataDir)
    process.kill(databasePid(dataDir), 'SIGHUP')
    if (runsAsRoot) await expect.poll(() => connectAsOtherUser(dataDir, owner)).toBe('let in')
    const joined = await startEmbedded({ dataDir, log: () => {}, whenRunning: 'join' })
    expect(rulesOf(dataDir)).toEqual(peerOnly)
    if (runsAsRoot) await expect.poll(() => connectAsOtherUser(dataDir, joined.owner)).toContain(refused)
  })
})

test("the server's role can analyze a table after an import", async () => {
  const client = await connect(shared.runtime)
  await client.query(
    `INSERT INTO customers (name, email) SELECT 'Kunde ' || n, n || '@kunde.example' FROM generate_series(1, 50) n`,
  )
  const { db, close } = openDatabase(shared.runtime)
  onTestFinished(close)
  await analyzeTable(db, customers)
  expect((await client.query(`SELECT reltuples FROM pg_class WHERE oid = 'customers'::regclass`)).rows).toEqual([
    { reltuples: 50 },
  ])
  await client.query('DELETE FROM customers')
})

test("the evidence of an accepted agreement survives any status change by the server's role", async () => {
  const { db, close } = openDatabase(asSuperuser(shared.owner))
  onTestFinished(close)
  await insertSampleRows(db)
  const client = await connect(shared.runtime)
  const count = async () => (await client.query('SELECT FROM agreement_answers')).rowCount
  const before = await count()
  await client.query(`UPDATE agreements SET status = 'draft'; SELECT delete_agreement(id) FROM agreements`)
  expect(before).toBeGreaterThan(0)
  expect(await count()).toBe(before)
})

test("transfers ownership of an earlier version's data folder at the next start and keeps its rows", async () => {
  const dataDir = await createPreparedDataDir()
  const before = await start(dataDir)
  const old = openDatabase(asSuperuser(before.owner))
  await old.pool.query(`INSERT INTO contacts (name, email, subject, message) VALUES ('Kari', 'a@b.example', 'x', 'y')`)
  await old.pool.query(`
    ALTER DATABASE kontor OWNER TO ${superuser}; REASSIGN OWNED BY ${ownerRole}, ${runtimeRole} TO ${superuser};
    DROP OWNED BY ${ownerRole}, ${runtimeRole} CASCADE; DROP ROLE ${ownerRole}, ${runtimeRole};
    GRANT ALL ON DATABASE kontor, postgres, template1 TO PUBLIC`)
  await old.close()
  await before.stop()
  trustEverybody(dataDir)

  const now = await start(dataDir)
  await prepareDatabase({ owner: now.owner, runtimeRole }, {})
  const { pool, close } = openDatabase(now.runtime)
  onTestFinished(close)
  expect(rulesOf(dataDir)).toEqual(peerOnly)
  expect((await pool.query('SELECT name FROM contacts')).rows).toEqual([{ name: 'Kari' }])
  const owners = await pool.query(`
    SELECT nspname AS schema, array_agg(DISTINCT pg_get_userbyid(relowner)) AS owners
    FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
    WHERE nspname IN ('public', 'pgboss') GROUP BY 1 ORDER BY 1`)
  expect(owners.rows).toEqual([
    { schema: 'pgboss', owners: `{${runtimeRole}}` },
    { schema: 'public', owners: '{kontor_owner}' },
  ])
  expect(
    (
      await pool.query(
        `SELECT has_database_privilege('public', datname, 'CONNECT') AS open FROM pg_database WHERE datname <> 'template0'`,
      )
    ).rows,
  ).toEqual([{ open: false }, { open: false }, { open: false }])
  // The queue keeps working as the server's role, functions and types included.
  const queue = createJobs({ pool, worker: 'off', log: { warn: () => {}, error: () => {} } })
  await queue.start()
  await queue.stop(0)
  await pool.query('ALTER TABLE pgboss.job_common SET (fillfactor = 90)')
})

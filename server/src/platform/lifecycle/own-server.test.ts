import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { onCleanup } from '../../testing/cleanup.ts'
import { createDataDir } from '../../testing/data-dir.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { startDatabaseProxy } from '../../testing/database-proxy.ts'
import { runOnServer, urlOf, withDatabase } from '../../testing/postgres.ts'
import { rounds } from '../../testing/rounds.ts'
import { startServerProcess } from '../../testing/server-process.ts'
import { openDatabase } from '../database/database.ts'
import { checkOwnServer } from '../database/own-server.ts'
import { prepareDatabase } from '../database/rights.ts'
import { StartFailure } from './start-failure.ts'

const passwords = { ADMIN_PASSWORD: 'et langt passord', SALES_PASSWORD: 'et annet passord' }

test(
  'three instances start concurrently on an empty database of DATABASE_URL; the one for jobs serves only health and metrics',
  async () => {
    for (let round = 0; round < rounds(8); round++) {
      const database = await createTestDatabase({ empty: true })
      const dataDir = createDataDir()
      const env = { DATABASE_URL: database.url, DATA_DIR: dataDir, ...passwords }
      const start = (WORKER: string) => startServerProcess({ env: { ...env, WORKER } })
      const instances = [start('on'), start('off'), start('only')]
      const addresses = await Promise.all(instances.map((instance) => instance.ready))
      for (const address of addresses) expect((await fetch(`${address}/readyz`)).status).toBe(200)

      const statusOf = async (path: string) => (await fetch(`${addresses[2]}${path}`)).status
      expect([await statusOf('/metrics'), await statusOf('/healthz')]).toEqual([200, 200])
      expect([await statusOf('/'), await statusOf('/api/contacts'), await statusOf('/api/unknown')]).toEqual([
        404, 404, 404,
      ])
      for (const instance of instances) expect(await instance.stop(), instance.output()).toBe(0)
      expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
      // One account, whose password is hashed with the parameters that OWASP recommends.
      expect((await database.pool.query('SELECT password_hash AS hash FROM users')).rows).toEqual([
        { hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/) },
      ])
    }
  },
  rounds(8) * 240_000,
)

test('rejects a missing database of DATABASE_URL in one sentence', async () => {
  const { connectionString = '' } = withDatabase({ connectionString: urlOf(inject('testPostgres')) }, 'finnes_ikke')
  const failure = await checkOwnServer(connectionString).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(StartFailure)
  expect(String(failure)).toMatch(
    /^Error: The PostgreSQL of DATABASE_URL at \S+ refuses to open finnes_ikke \(database "finnes_ikke" does not exist\)\.$/,
  )
})

test('rejects a read-only database of DATABASE_URL in one sentence', async () => {
  const { url, options } = await createTestDatabase({ empty: true })
  await runOnServer(options, `ALTER DATABASE ${new pg.Client(options).database} SET default_transaction_read_only = on`)
  const failure = await checkOwnServer(url).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(StartFailure)
  expect(String(failure)).toMatch(/ is read-only: it is a standby, or set so\. Name the one that can be written\.$/)
})

/** Creates two roles as documented, with the database owned by one of them, and the URLs to connect as each. */
const createRoles = async ({ member = true } = {}) => {
  const { options, pool } = await createTestDatabase({ empty: true })
  const name = new pg.Client(options).database
  const [owner, runtime] = [`${name}_owner`, `${name}_app`]
  await pool.query(`
    CREATE ROLE ${owner} LOGIN; CREATE ROLE ${runtime} LOGIN; ${member ? `GRANT ${runtime} TO ${owner};` : ''}
    ALTER DATABASE ${name} OWNER TO ${owner}`)
  onCleanup(async () => {
    await pool.query(`DROP OWNED BY ${owner}, ${runtime} CASCADE; ALTER DATABASE ${name} OWNER TO CURRENT_USER`)
    await pool.query(`DROP ROLE ${owner}, ${runtime}`)
  })
  const urlAs = (role: string) => {
    const url = new URL(urlOf(options).replace('@/', '@socket/'))
    url.searchParams.set('options', `-c role=${role}`)
    return url.href.replace('@socket/', '@/')
  }
  return { pool, runtime, env: { DATABASE_URL: urlAs(runtime), DATABASE_OWNER_URL: urlAs(owner) } }
}

test('with DATABASE_OWNER_URL one role creates the tables, and the server uses the other', async () => {
  const { pool, runtime, env } = await createRoles()
  const dataDir = createDataDir()
  const start = (overrides: object = {}) =>
    startServerProcess({ env: { ...env, DATA_DIR: dataDir, ...passwords, ...overrides } })
  const first = start()
  const enquiry = { name: 'Kari', email: 'kari@kunde.example', subject: 'general', message: 'Hei' }
  const post = async (address: string) =>
    (
      await fetch(`${address}/api/contacts`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(enquiry),
      })
    ).status
  expect(await post(await first.ready)).toBe(200)
  expect(await first.stop(), first.output()).toBe(0)
  const { rows } = await pool.query(
    `
    SELECT has_table_privilege($1, 'contacts', 'INSERT') AS writes, has_table_privilege($1, 'contacts', 'TRUNCATE') AS empties,
      has_table_privilege($1, 'agreement_answers', 'UPDATE') AS changes, has_schema_privilege($1, 'public', 'CREATE') AS makes,
      (SELECT relowner::regrole::text FROM pg_class WHERE oid = 'pgboss.job'::regclass) AS queue`,
    [runtime],
  )
  expect(rows).toEqual([{ writes: true, empties: false, changes: false, makes: false, queue: runtime }])

  // A server without the owner's URL runs as long as there is nothing to migrate.
  const second = start({ DATABASE_OWNER_URL: '' })
  expect(await post(await second.ready)).toBe(200)
  expect(await second.stop(), second.output()).toBe(0)
}, 240_000)

test('rejects an owner who is not a member of the other role', async () => {
  const { env } = await createRoles({ member: false })
  const prepared = prepareDatabase(await checkOwnServer(env.DATABASE_URL, env.DATABASE_OWNER_URL), {})
  await expect(prepared).rejects.toThrow(
    /must be a member of that of DATABASE_URL: let the database's administrator run GRANT "\S+_app" TO "\S+_owner"/,
  )
})

test('rejects two URLs of different databases', async () => {
  const [one, other] = [await createTestDatabase({ empty: true }), await createTestDatabase({ empty: true })]
  await expect(checkOwnServer(one.url, other.url)).rejects.toThrow(
    new StartFailure('DATABASE_URL and DATABASE_OWNER_URL must name the same database.'),
  )
})

test('recognizes a direct connection to PostgreSQL, which keeps prepared statements', async () => {
  const { url } = await createTestDatabase({ empty: true })
  expect(await checkOwnServer(url)).toMatchObject({
    runtime: { dedicatedSessions: true },
    owner: { dedicatedSessions: true },
  })
})

test('sends no timeouts to a pooler that rejects them as startup parameters', async () => {
  const { options } = await createTestDatabase({ empty: true })
  const { options: pooler } = await startDatabaseProxy(options, { refuseParameter: 'statement_timeout' })
  const { user, port, database } = pooler
  const { runtime: accepted } = await checkOwnServer(`postgres://${user}@127.0.0.1:${port}/${database}`)
  expect(accepted).not.toHaveProperty('dedicatedSessions', true)
  const { pool, close } = openDatabase(accepted)
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  await close()
})

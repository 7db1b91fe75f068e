import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { onCleanup } from '../../testing/cleanup.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { startDatabaseProxy } from '../../testing/database-proxy.ts'
import { runOnServer, urlOf, withDatabase } from '../../testing/postgres.ts'
import { checkOwnServer } from '../access/own-server.ts'
import { prepareDatabase } from '../access/rights.ts'
import { openDatabase } from '../database/database.ts'
import { StartFailure } from '../errors/start-failure.ts'

test('rejects an unreachable DATABASE_URL without repeating its password', async () => {
  await expect(checkOwnServer('postgres://kontor:hemmelig@127.0.0.1:1/kontor')).rejects.toThrow(
    new StartFailure(
      'The PostgreSQL of DATABASE_URL cannot be reached at 127.0.0.1:1 (ECONNREFUSED): check the address, and that it runs.',
    ),
  )
})

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

test('rejects an owner who is not a member of the other role', async () => {
  const { options, pool, url } = await createTestDatabase({ empty: true })
  const name = new pg.Client(options).database
  const [owner, runtime] = [`${name}_owner`, `${name}_app`]
  await pool.query(`CREATE ROLE ${owner}; CREATE ROLE ${runtime}; ALTER DATABASE ${name} OWNER TO ${owner}`)
  onCleanup(async () => {
    await pool.query(`ALTER DATABASE ${name} OWNER TO CURRENT_USER; DROP ROLE ${owner}, ${runtime}`)
  })
  const urlAs = (role: string) => {
    const roleUrl = new URL(url.replace('@/', '@socket/'))
    roleUrl.searchParams.set('options', `-c role=${role}`)
    return roleUrl.href.replace('@socket/', '@/')
  }
  await expect(prepareDatabase(await checkOwnServer(urlAs(runtime), urlAs(owner)), {})).rejects.toThrow(
    `let the database's administrator run GRANT "${runtime}" TO "${owner}"`,
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

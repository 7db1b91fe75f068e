import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { createDataDir } from '../../testing/data-dir.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { startDatabaseProxy } from '../../testing/database-proxy.ts'
import { inDatabase, onServer, urlOf } from '../../testing/postgres.ts'
import { rounds } from '../../testing/rounds.ts'
import { startServerProcess } from '../../testing/server-process.ts'
import { openDatabase } from '../database/database.ts'
import { checkOwnServer } from '../database/own-server.ts'
import { StartFailure } from './start-failure.ts'

const passwords = { ADMIN_PASSWORD: 'et langt passord', SALES_PASSWORD: 'et annet passord' }

test(
  'three instances start at once on an empty database of DATABASE_URL; the one for jobs only answers for its health',
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
      expect((await database.pool.query('SELECT count(*)::int AS count FROM users')).rows).toEqual([{ count: 1 }])
    }
  },
  rounds(8) * 240_000,
)

test('a database of DATABASE_URL that does not exist is rejected in one sentence', async () => {
  const { connectionString = '' } = inDatabase({ connectionString: urlOf(inject('testServer')) }, 'finnes_ikke')
  const failure = await checkOwnServer(connectionString).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(StartFailure)
  expect(String(failure)).toMatch(
    /^Error: The PostgreSQL of DATABASE_URL at \S+ refuses to open finnes_ikke \(database "finnes_ikke" does not exist\)\.$/,
  )
})

test('a database of DATABASE_URL that is read-only is rejected in one sentence', async () => {
  const { url, options } = await createTestDatabase({ empty: true })
  await onServer(options, `ALTER DATABASE ${new pg.Client(options).database} SET default_transaction_read_only = on`)
  const failure = await checkOwnServer(url).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(StartFailure)
  expect(String(failure)).toMatch(/ is read-only: it is a standby, or set so\. Name the one that can be written\.$/)
})

test('a database of DATABASE_URL that is PostgreSQL itself keeps named statements', async () => {
  const { url } = await createTestDatabase({ empty: true })
  expect(await checkOwnServer(url)).toMatchObject({ ownSessions: true })
})

test('a pooler that takes no timeouts at the start of a connection gets none', async () => {
  const { options } = await createTestDatabase({ empty: true })
  const { options: pooler } = await startDatabaseProxy(options, { refuseParameter: 'statement_timeout' })
  const { user, port, database } = pooler
  const accepted = await checkOwnServer(`postgres://${user}@127.0.0.1:${port}/${database}`)
  expect(accepted).not.toHaveProperty('ownSessions', true)
  const { pool, close } = openDatabase(accepted)
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  await close()
})

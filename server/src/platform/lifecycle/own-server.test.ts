import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { createDataDir } from '../../testing/data-dir.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { inDatabase } from '../../testing/postgres.ts'
import { startServerProcess } from '../../testing/server-process.ts'

// Whole servers start and stop here, several in a test.
vi.setConfig({ testTimeout: 60_000 })

const database = await createTestDatabase({ empty: true })

const passwords = { ADMIN_PASSWORD: 'et langt passord', SALES_PASSWORD: 'et annet passord' }

test('three instances start at once on one new database of DATABASE_URL, serve, and leave it running', async () => {
  const dataDir = createDataDir()
  const env = { DATABASE_URL: database.url, DATA_DIR: dataDir, ...passwords }
  const instances = [1, 2, 3].map(() => startServerProcess({ env }))
  const addresses = await Promise.all(instances.map((instance) => instance.ready))
  for (const address of addresses) expect((await fetch(`${address}/readyz`)).status).toBe(200)
  for (const instance of instances) expect(await instance.stop(), instance.output()).toBe(0)
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
  expect((await database.pool.query('SELECT count(*)::int AS count FROM users')).rows).toEqual([{ count: 1 }])
})

test('a database of DATABASE_URL that does not exist is told in one sentence', async () => {
  const server = startServerProcess({
    env: {
      DATABASE_URL: inDatabase({ connectionString: database.url }, 'finnes_ikke').connectionString ?? '',
      DATA_DIR: createDataDir(),
    },
  })
  expect(await server.ended).toBe(1)
  expect(server.output()).toMatch(
    /^The PostgreSQL of DATABASE_URL at \S+ refuses to open finnes_ikke \(database "finnes_ikke" does not exist\)\.\n$/,
  )
})

test('an instance for jobs only answers for its health and nothing else', async () => {
  const env = { DATABASE_URL: database.url, DATA_DIR: createDataDir(), ...passwords, WORKER: 'only' }
  const worker = startServerProcess({ env })
  const address = await worker.ready
  const statusOf = async (path: string) => (await fetch(`${address}${path}`)).status
  expect([await statusOf('/readyz'), await statusOf('/metrics'), await statusOf('/healthz')]).toEqual([200, 200, 200])
  expect([await statusOf('/'), await statusOf('/api/contacts'), await statusOf('/api/unknown')]).toEqual([
    404, 404, 404,
  ])
  expect(await worker.stop()).toBe(0)
})

import { writeXlsx } from 'hucre/xlsx'
import pg from 'pg'
import { expect, test } from 'vitest'
import { startEmbedded } from '../../platform/database/embedded/embedded.ts'
import { createDataDir } from '../../testing/data-dir.ts'
import { startServerProcess } from '../../testing/server-process.ts'
import { fileForm } from '../../testing/upload.ts'

const password = 'administratorens-passord'

const countCustomers = async (dataDir: string): Promise<number> => {
  const database = await startEmbedded({ dataDir, log: () => undefined })
  const client = new pg.Client(database.options)
  await client.connect()
  const { rowCount } = await client.query('SELECT 1 FROM customers')
  await client.end()
  await database.stop()
  return rowCount ?? 0
}

test('an import whose server is killed half-way has written nothing', { timeout: 120_000 }, async () => {
  const dataDir = createDataDir()
  const server = startServerProcess({ env: { DATA_DIR: dataDir, ADMIN_PASSWORD: password } })
  const address = await server.ready
  const login = await fetch(`${address}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password }),
  })
  const rows = Array.from({ length: 20_000 }, (_, at) => [`Firma ${at}`, `post${at}@firma.example`])
  const bytes = await writeXlsx({ sheets: [{ name: 'Kunder', rows: [['Navn', 'E-post'], ...rows] }] })
  const { payload, headers } = await fileForm({ name: 'kunder.xlsx', bytes })
  const answer = await fetch(`${address}/api/customers/import`, {
    method: 'POST',
    headers: { ...headers, accept: 'application/x-ndjson', cookie: login.headers.getSetCookie().join('; ') },
    body: new Uint8Array(payload),
  })
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  const first = await reader?.read()
  expect(first?.value).toContain('"progress"')
  await server.stop('SIGKILL')
  await expect(reader?.closed).rejects.toThrow()
  expect(await countCustomers(dataDir)).toBe(0)
})

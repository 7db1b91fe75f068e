import { writeXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { createDataDir } from '../../testing/data-dir.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { isSoak, rounds } from '../../testing/rounds.ts'
import { startServerProcess, waitForStatementsToEnd } from '../../testing/server-process.ts'
import { multipartForm } from '../../testing/upload.ts'

const password = 'administratorens-passord'

// `customers-refused.test.ts` shows for each `npm test` that nothing is written before the end.
test.runIf(isSoak)(
  'writes nothing when the server is killed during an import',
  async () => {
    const { pool, url } = await createTestDatabase()
    for (let round = 0; round < rounds(10); round++) {
      const env = { DATABASE_URL: url, DATA_DIR: createDataDir(), ADMIN_PASSWORD: password }
      const server = startServerProcess({ env })
      const address = await server.ready
      const login = await fetch(`${address}/api/admin/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ password }),
      })
      const rows = Array.from({ length: 20_000 }, (_, at) => [`Firma ${at}`, `post${at}@firma.example`])
      const bytes = await writeXlsx({ sheets: [{ name: 'Kunder', rows: [['Navn', 'E-post'], ...rows] }] })
      const { payload, headers } = await multipartForm({ name: 'kunder.xlsx', bytes })
      const answer = await fetch(`${address}/api/customers/import`, {
        method: 'POST',
        headers: { ...headers, accept: 'application/x-ndjson', cookie: login.headers.getSetCookie().join('; ') },
        body: new Uint8Array(payload),
      })
      const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
      const first = await reader?.read()
      expect(first?.value).toContain('"progress"')
      await server.stop('SIGKILL')
      const readToTheEnd = async () => {
        while (reader && !(await reader.read()).done);
      }
      await expect(readToTheEnd()).rejects.toThrow()
      await waitForStatementsToEnd(pool)
      expect((await pool.query('SELECT FROM customers')).rowCount).toBe(0)
    }
  },
  rounds(10) * 240_000,
)

import type pg from 'pg'
import { expect, test } from 'vitest'
import { startTestApp } from '../../testing/app.ts'
import { createDataDir } from '../../testing/data-dir.ts'
import { isSoak, rounds } from '../../testing/rounds.ts'
import { startServerProcess, waitForStatementsToEnd } from '../../testing/server-process.ts'

const enquiries = 6_000
const adminPassword = 'administratorens-passord'

const logIn = async (address: string): Promise<string> => {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${address}/api/admin/login`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ password: adminPassword }),
  })
  return answer.headers.getSetCookie().join('; ')
}

const countRows = async (pool: pg.Pool, what: string): Promise<number> => {
  const { rows } = await pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${what}`)
  return rows[0]?.n ?? -1
}

const addExpired = async (pool: pg.Pool): Promise<void> => {
  await pool.query(
    `INSERT INTO contacts (name, email, subject, message, created_at)
     SELECT 'Kari', 'kari@kunde.example', 'general', 'Hemmelig', '2020-01-01' FROM generate_series(1, $1::int)`,
    [enquiries],
  )
  await pool.query(
    `INSERT INTO email_logs (to_address, from_address, from_name, subject, html_content, type, delivery, related_id, message_id, created_at)
     SELECT 'kari@kunde.example', 'post@eksempel.example', 'x', 'x', 'Hemmelig', 'contact', 'sent', id, id || '@x', created_at FROM contacts`,
  )
}

test.runIf(isSoak)(
  'a killed purge leaves enquiries and mails consistent, and the next one finishes',
  async () => {
    const { database, asAdmin } = await startTestApp({ worker: 'off', adminPassword })
    const { pool } = database
    for (let round = 0; round < rounds(10); round++) {
      const env = { DATABASE_URL: database.url, DATA_DIR: createDataDir(), ADMIN_PASSWORD: adminPassword }
      const killed = startServerProcess({ env: { ...env, LOG_LEVEL: 'silent' } })
      const address = await killed.ready
      await addExpired(pool)
      const headers = { cookie: await logIn(address) }
      const cutOff = fetch(`${address}/api/retention/purge`, { method: 'POST', headers }).catch(() => undefined)
      await expect.poll(() => countRows(pool, 'contacts'), { interval: 5, timeout: 60_000 }).toBeLessThan(enquiries)
      await killed.stop('SIGKILL')
      await cutOff
      await waitForStatementsToEnd(pool)

      const left = await countRows(pool, 'contacts')
      expect(left).toBeGreaterThan(0)
      expect(await countRows(pool, 'email_logs WHERE html_content IS NOT NULL')).toBe(left)
      const orphans = 'email_logs WHERE html_content IS NOT NULL AND related_id NOT IN (SELECT id::text FROM contacts)'
      expect(await countRows(pool, orphans)).toBe(0)
      const { rows } = await pool.query(`SELECT value FROM system_settings WHERE key = 'last_purge'`)
      expect(rows[0]?.value).toMatchObject({ finishedAt: null, enquiries: enquiries - left, mails: enquiries - left })

      const answer = await (await asAdmin())('POST', '/api/retention/purge')
      expect(answer.json()).toEqual({ enquiries: left, mails: left })
      expect(await countRows(pool, 'contacts')).toBe(0)
      expect(await countRows(pool, 'email_logs WHERE html_content IS NOT NULL')).toBe(0)
    }
  },
  rounds(10) * 240_000,
)

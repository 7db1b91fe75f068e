import type pg from 'pg'
import { expect, test } from 'vitest'
import { createDataDir } from '../../testing/data-dir.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { startServerProcess } from '../../testing/server-process.ts'

const enquiries = 6_000
const adminPassword = 'administratorens-passord'

const logIn = async (address: string): Promise<string> => {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ password: adminPassword })
  const answer = await fetch(`${address}/api/admin/login`, { method: 'POST', headers, body })
  return answer.headers.getSetCookie().join('; ')
}

const numberOf = async (pool: pg.Pool, what: string): Promise<number> => {
  const { rows } = await pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${what}`)
  return rows[0]?.n ?? -1
}

test('a purge that is killed leaves no enquiry without its mails and no mail without its enquiry; the next one finishes', async () => {
  const { pool, url } = await createTestDatabase()
  const env = { DATABASE_URL: url, DATA_DIR: createDataDir(), ADMIN_PASSWORD: adminPassword, LOG_LEVEL: 'silent' }
  const first = startServerProcess({ env })
  const address = await first.ready
  await pool.query(
    `INSERT INTO contacts (name, email, subject, message, created_at)
     SELECT 'Kari', 'kari@kunde.example', 'general', 'Hemmelig', '2020-01-01' FROM generate_series(1, $1::int)`,
    [enquiries],
  )
  await pool.query(
    `INSERT INTO email_logs (to_address, from_address, from_name, subject, html_content, type, delivery, related_id, message_id, created_at)
     SELECT 'kari@kunde.example', 'post@eksempel.example', 'x', 'x', 'Hemmelig', 'contact', 'sent', id, id || '@x', created_at FROM contacts`,
  )
  const headers = { cookie: await logIn(address) }
  const cutOff = fetch(`${address}/api/retention/purge`, { method: 'POST', headers }).catch(() => undefined)
  await expect.poll(() => numberOf(pool, 'contacts'), { interval: 5, timeout: 30_000 }).toBeLessThan(enquiries)
  await first.stop('SIGKILL')
  await cutOff

  const left = await numberOf(pool, 'contacts')
  expect(left).toBeGreaterThan(0)
  expect(await numberOf(pool, 'email_logs WHERE html_content IS NOT NULL')).toBe(left)
  const orphans = 'email_logs WHERE html_content IS NOT NULL AND related_id NOT IN (SELECT id::text FROM contacts)'
  expect(await numberOf(pool, orphans)).toBe(0)
  const { rows } = await pool.query(`SELECT value FROM system_settings WHERE key = 'last_purge'`)
  expect(rows[0]?.value).toMatchObject({ finishedAt: null, enquiries: enquiries - left, mails: enquiries - left })

  const second = startServerProcess({ env })
  const again = { cookie: await logIn(await second.ready) }
  const url2 = `${await second.ready}/api/retention/purge`
  const answer = await fetch(url2, { method: 'POST', headers: again })
  expect(await answer.json()).toEqual({ enquiries: left, mails: left })
  expect(await numberOf(pool, 'contacts')).toBe(0)
  expect(await numberOf(pool, 'email_logs WHERE html_content IS NOT NULL')).toBe(0)
  await second.stop()
}, 120_000)

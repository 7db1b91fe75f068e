import { maxListRows } from '@kontor/contract/shared/paging'
import { expect, test } from 'vitest'
import { startTestApp } from './app.ts'
import { insertRow } from './rows.ts'

const rowCount = maxListRows + 50
const series = `FROM generate_series(1, ${rowCount}) AS n`
const day = `'2026-01-01T00:00:00Z'::timestamptz + make_interval(mins => n)`

const lists = [
  {
    path: '/api/contacts',
    fill: `INSERT INTO contacts (name, email, subject, message, created_at)
      SELECT 'Nr ' || n, 'a@b.example', 'general', 'Hei', ${day} ${series}`,
    nameField: 'name',
  },
  {
    path: '/api/customers',
    fill: `INSERT INTO customers (name, email) SELECT 'Nr ' || n, 'a@b.example' ${series}`,
    nameField: 'name',
  },
  {
    path: '/api/products',
    fill: `INSERT INTO products (number, name) SELECT n, 'Nr ' || n ${series}`,
    nameField: 'name',
  },
  {
    path: '/api/webinars',
    fill: `INSERT INTO webinars (name, date) SELECT 'Nr ' || n, ${day} ${series}`,
    nameField: 'name',
  },
  {
    path: '/api/agreements',
    fill: `INSERT INTO agreements (customer_id, title, reference, response_token, created_at)
      SELECT (SELECT min(id) FROM customers), 'Nr ' || n, 'A-' || n, 'token-' || n, ${day} ${series}`,
    nameField: 'title',
  },
] as const

const kontor = await startTestApp()
const { pool } = kontor.database
const admin = await kontor.asAdmin()

/** Inserts rows without running triggers, which take the longest. */
const insert = (statement: string) =>
  pool.query(`BEGIN; SET LOCAL session_replication_role = replica; ${statement}; COMMIT`)

test.each(lists)('$path returns only the newest 10 000 rows', async ({ path, fill, nameField }) => {
  await insert(fill)
  const answer = await admin('GET', path)
  expect(answer.statusCode).toBe(200)
  const names = new Set(answer.json<Record<string, unknown>[]>().map((row) => row[nameField]))
  expect(names.size).toBe(maxListRows)
  expect([names.has('Nr 50'), names.has('Nr 51'), names.has(`Nr ${rowCount}`)]).toEqual([false, true, true])
})

test("returns only a webinar's newest 10 000 registrations", async () => {
  const id = await insertRow(pool, 'webinars', { name: 'Stort', date: new Date() })
  await insert(
    `INSERT INTO webinar_registrations (webinar_id, name, email, created_at)
     SELECT '${id}', 'Nr ' || n, 'person' || n || '@kunde.example', ${day} ${series}`,
  )
  const names = (await admin('GET', `/api/webinars/${id}/registrations`))
    .json<{ name: string }[]>()
    .map(({ name }) => name)
  expect(names).toHaveLength(maxListRows)
  expect([names[0], names.at(-1)]).toEqual([`Nr ${rowCount}`, 'Nr 51'])
})

test("returns only a lead's newest 10 000 status changes", async () => {
  const id = await insertRow(pool, 'leads', { company_name: 'Nordmann AS' })
  await insert(
    `INSERT INTO lead_status_changes (lead_id, from_status, to_status, changed_by)
     SELECT ${id}, 'Ny', 'Kontaktet', 'Nr ' || n ${series}`,
  )
  const history = (await admin('GET', `/api/leads/${id}/history`)).json<{ changed_by: string }[]>()
  expect(history).toHaveLength(maxListRows)
  expect(history[0]?.changed_by).toBe(`Nr ${rowCount}`)
})

test('publishes at most 1 000 upcoming webinars', async () => {
  await insert(
    `INSERT INTO webinars (name, date) SELECT 'Kommer ' || n, '2090-01-01'::timestamptz + make_interval(hours => n)
     FROM generate_series(1, 1_010) AS n`,
  )
  expect((await kontor.call('GET', '/api/webinars/active')).json()).toHaveLength(1_000)
})

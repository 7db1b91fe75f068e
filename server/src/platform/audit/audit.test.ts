import { beforeEach, expect, test } from 'vitest'
import { startTestApp } from '../../testing/app.ts'
import { writes, writingFunctions } from '../database/origin.ts'
import { purgeAuditEvents } from './audit.ts'

const kontor = await startTestApp({ worker: 'off' })
const { pool, db } = kontor.database
const admin = await kontor.asAdmin()
const sales = await kontor.asSales()

/** Starts counting here: the trail can't be emptied. */
let last = 0

const events = async () => {
  const { rows } = await pool.query(
    'SELECT actor, actor_kind, address, action, kind, entity_id, title, before, after FROM audit_events WHERE id > $1 ORDER BY id',
    [last],
  )
  return rows
}

const administrator = { actor: 'Administrator', actor_kind: 'admin', address: '127.0.0.1' }

beforeEach(async () => {
  const { rows } = await pool.query<{ id: number }>('SELECT coalesce(max(id), 0)::int AS id FROM audit_events')
  last = rows[0]?.id ?? 0
})

const customer = { name: 'Nordfiktiv AS', email: 'post@nordfiktiv.example', phone: '22 33 44 55' }

test('a statement that calls a function of ours that writes counts as writing', async () => {
  const { rows } = await pool.query<{ name: string }>(`SELECT DISTINCT proname AS name FROM pg_proc
    WHERE pronamespace = 'public'::regnamespace AND prorettype <> 'trigger'::regtype AND provolatile = 'v'
      AND prosrc ~* '\\y(insert|update|delete|merge|execute)\\y' ORDER BY 1`)
  expect(rows.map(({ name }) => name)).toEqual(writingFunctions)
  expect(writes('SELECT purge_audit_events(now())')).toBe(true)
  expect(writes('WITH a AS (SELECT 1) SELECT updated_at, purge_audit_events_at FROM a')).toBe(false)
})

test('a change is one event, with only the fields that changed', async () => {
  const { id, version } = (await admin('POST', '/api/customers', customer)).json()
  await admin('PUT', `/api/customers/${id}`, { ...customer, phone: '23 33 44 55', version })
  await admin('DELETE', `/api/customers/${id}`)
  const about = { ...administrator, kind: 'customer', entity_id: String(id), title: 'Nordfiktiv AS' }
  expect(await events()).toMatchObject([
    { ...about, action: 'created', before: null, after: { name: 'Nordfiktiv AS', email: 'post@nordfiktiv.example' } },
    { ...about, action: 'updated', before: { phone: '22 33 44 55' }, after: { phone: '23 33 44 55' } },
    { ...about, action: 'deleted', before: { phone: '23 33 44 55' }, after: null },
  ])
  expect(await events()).toHaveLength(3)
})

test('what comes back from the trash is restored, with its parts as one event', async () => {
  const { id } = (await admin('POST', '/api/customers', customer)).json()
  await admin('POST', '/api/contact-persons', {
    customerId: id,
    firstName: 'Kari',
    lastName: 'Ås',
    email: 'kari@nordfiktiv.example',
  })
  await admin('DELETE', `/api/customers/${id}`)
  await admin('POST', `/api/trash/customers/${id}/restore`)
  const rows = await events()
  expect(rows.map(({ action, kind, entity_id }) => [action, kind, entity_id])).toEqual([
    ['created', 'customer', String(id)],
    ['created', 'contact-person', String(id)],
    ['deleted', 'customer', String(id)],
    ['restored', 'customer', String(id)],
  ])
})

test('a rejected change leaves no event', async () => {
  const { id } = (await admin('POST', '/api/customers', customer)).json()
  const refused = await admin('PUT', `/api/customers/${id}`, { ...customer, name: 'Annet', version: 99 })
  expect(refused.statusCode).toBe(409)
  await expect(
    db.transaction(async (tx) => {
      await tx.execute(`UPDATE customers SET name = 'Angret' WHERE id = ${id}`)
      throw new Error('undone')
    }),
  ).rejects.toThrow('undone')
  expect(await events()).toHaveLength(1)
})

test('names the seller, the visitor without an address, and Kontor itself', async () => {
  const { id } = (await sales('POST', '/api/leads', { company_name: 'Fossekallen AS' })).json()
  await kontor.call('POST', '/api/contacts', {
    name: 'Per',
    email: 'per@kunde.example',
    subject: 'general',
    message: 'Hemmelig melding',
    consent: true,
  })
  await pool.query('UPDATE leads SET city = $1 WHERE id = $2', ['Ålesund', id])
  const rows = await events()
  expect(rows.filter(({ kind }) => kind !== 'email')).toMatchObject([
    { actor: kontor.config.salesUsername, actor_kind: 'user', address: '127.0.0.1', kind: 'lead', action: 'created' },
    { actor: 'Besøkende', actor_kind: 'visitor', address: null, kind: 'contact', action: 'created' },
    { actor: 'Kontor', actor_kind: 'system', address: null, kind: 'lead', after: { city: 'Ålesund' } },
  ])
  expect(JSON.stringify(rows)).not.toContain('Hemmelig melding')
})

test('secrets never appear', async () => {
  const password = 'fire tilfeldige ord sammen'
  const { id } = (await admin('POST', '/api/users', { username: 'kari', password, isActive: true })).json()
  await admin('PUT', `/api/users/${id}`, { password: 'fire helt andre ord her' })
  const text = JSON.stringify(await events())
  expect(text).toContain('kari')
  expect(text).not.toMatch(/argon2|ord sammen|andre ord/)
})

test.each([["UPDATE audit_events SET actor = 'x'"], ['DELETE FROM audit_events'], ['TRUNCATE audit_events']])(
  'refuses %s, of its owner and of the runtime role',
  async (statement) => {
    await admin('POST', '/api/customers', customer)
    await expect(pool.query(statement)).rejects.toThrow('events are only added')
    await expect(kontor.deps.database.pool.query(statement)).rejects.toThrow('permission denied')
  },
)

test('never deletes events younger than six months', async () => {
  await pool.query(`INSERT INTO audit_events (actor, actor_kind, action, kind, at)
    SELECT 'Kari', 'user', 'created', 'lead', now() - make_interval(months => n) FROM generate_series(1, 12) n`)
  expect(await purgeAuditEvents(kontor.deps.database.db, '2100-01-01T00:00:00.000Z')).toBe(7)
})

import { beforeEach, expect, test } from 'vitest'
import { parentsFirst, readRelations } from '../../platform/database/relations.ts'
import { startTestApp } from '../../testing/app.ts'
import { awkwardText, insertSampleRows } from '../../testing/sample-rows.ts'

const kontor = await startTestApp({ worker: 'off' })
const { pool, db } = kontor.database
const admin = await kontor.asAdmin()
await insertSampleRows(db)
await pool.query('DELETE FROM trash')

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

/** Sessions change with every call, and the audit trail only grows. */
const uncompared = ['trash', 'sessions', 'migrations', 'system_settings', 'audit_events']

/** Every row of every table, as PostgreSQL writes it. */
const readAll = async (): Promise<string[]> => {
  const tables = await pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname <> ALL ($1)`,
    [uncompared],
  )
  const all: string[] = []
  for (const { name } of tables.rows) {
    const { rows } = await pool.query<{ row: string }>(`SELECT t::text AS row FROM "${name}" t`)
    all.push(...rows.map(({ row }) => `${name} ${row}`))
  }
  return all.sort()
}

const differences = (before: readonly string[], after: readonly string[]) => ({
  missing: before.filter((row) => !after.includes(row)),
  added: after.filter((row) => !before.includes(row)),
})

/** Rows below a customer that can be deleted; the sample's customer has an accepted agreement. */
beforeEach(async () => {
  await pool.query(`
    INSERT INTO customers (id, name, email, customer_type) VALUES (77, 'Blåbær AS', 'post@kunde.example', 'bedrift') ON CONFLICT DO NOTHING;
    INSERT INTO contact_persons (id, customer_id, first_name, last_name, email) VALUES (78, 77, 'Kari', 'Ås', 'k@kunde.example')
      ON CONFLICT DO NOTHING;
    UPDATE leads SET customer_id = 77 WHERE id = 2;
    INSERT INTO products (id, number, name) VALUES (79, '0079', 'Ubrukt') ON CONFLICT DO NOTHING;
    INSERT INTO agreements (id, reference, customer_id, contact_person_id, title, status, response_token, cc, vat_rate)
      VALUES ('${id(80)}', 'A-2026-0080', 77, 78, 'Avslått', 'rejected', 'r', '{a@b.example,"c d@e.example"}', 12.5) ON CONFLICT DO NOTHING;
    INSERT INTO agreement_products (id, agreement_id, product_id, description, quantity, unit_price, total_price)
      VALUES ('${id(81)}', '${id(80)}', 5, 'Linje', 1, 9007199254740991, 9007199254740991) ON CONFLICT DO NOTHING;
    INSERT INTO agreement_conditions (id, agreement_id, condition_id, name, content)
      VALUES ('${id(82)}', '${id(80)}', 3, 'Betaling', 'Tekst') ON CONFLICT DO NOTHING;
    INSERT INTO agreement_snapshots (id, agreement_id, number, content) VALUES ('${id(83)}', '${id(80)}', 1, '{}') ON CONFLICT DO NOTHING;
    INSERT INTO agreement_answers (id, agreement_id, snapshot_id, action, channel, answered_at, evidence, address)
      VALUES ('${id(84)}', '${id(80)}', '${id(83)}', 'reject', 'link', '2026-03-29T00:59:59.999Z', 'x', '::1') ON CONFLICT DO NOTHING;
    INSERT INTO agreement_sealed_pdfs (answer_id, content) VALUES ('${id(84)}', '\\x00ff255044465c') ON CONFLICT DO NOTHING`)
  await pool.query('UPDATE agreement_products SET description = $1 WHERE id = $2', [awkwardText, id(81)])
})

/** The facts that a restoration adds on purpose. */
const expectedAdditions: Readonly<Record<string, RegExp>> = {
  agreements: /^agreement_events .*Gjenopprettet fra papirkurven/,
}

test.each([
  ['leads', '/api/leads/2', '2'],
  ['leads', '/api/leads/1000', '1000'],
  ['customers', '/api/customers/77', '77'],
  ['contactPersons', '/api/contact-persons/9', '9'],
  ['contactPersons', '/api/contact-persons/78', '78'],
  ['products', '/api/products/79', '79'],
  ['conditions', '/api/conditions/3', '3'],
  ['agreements', `/api/agreements/${id(80)}`, id(80)],
  ['enquiries', `/api/contacts/${id(1)}`, id(1)],
  ['enquiries', `/api/contacts/${id(2)}`, id(2)],
  ['webinars', `/api/webinars/${id(4)}`, id(4)],
])('restores %s exactly: %s', async (kind, path, entityId) => {
  await pool.query('DELETE FROM agreement_events WHERE false')
  const before = await readAll()
  const answer = await admin('DELETE', path)
  expect(answer.statusCode).toBe(204)
  expect(differences(before, await readAll()).missing).not.toEqual([])
  const restored = await admin('POST', `/api/trash/${kind}/${entityId}/restore`)
  expect([restored.statusCode, restored.body]).toEqual([200, expect.stringContaining(`"id":"${entityId}"`)])
  const { missing, added } = differences(before, await readAll())
  expect(missing).toEqual([])
  const expected = expectedAdditions[kind]
  const events = added.filter((row) => !expected?.test(row) && !/^agreement_events .*archived/.test(row))
  expect(events).toEqual([])
  expect((await pool.query('SELECT FROM trash')).rowCount).toBe(0)
})

test('restores a registration exactly', async () => {
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM webinar_registrations ORDER BY email LIMIT 1')
  const registration = rows[0]?.id ?? ''
  const before = await readAll()
  expect((await admin('DELETE', `/api/registrations/${registration}`)).statusCode).toBe(204)
  expect((await admin('POST', `/api/trash/registrations/${registration}/restore`)).statusCode).toBe(200)
  expect(differences(before, await readAll())).toEqual({ missing: [], added: [] })
})

test('every foreign key is one column referencing a primary key, without cycles between tables', async () => {
  const { rows } = await pool.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace`,
  )
  const relations = await readRelations(db)
  expect(relations).toHaveLength(rows[0]?.n ?? -1)
  const parents = new Map<string, string>()
  for (const { parent, key } of relations) expect(parents.set(parent, parents.get(parent) ?? key).get(parent)).toBe(key)
  const tables = [...new Set(relations.flatMap(({ child, parent }) => [child, parent]))]
  expect(parentsFirst(tables, relations)).toHaveLength(tables.length)
  // A row whose reference is cleared must be found again.
  expect(relations.filter(({ clears, childKey }) => clears && childKey === null)).toEqual([])
})

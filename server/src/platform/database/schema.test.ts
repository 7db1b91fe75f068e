import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import { getTableName, is, sql } from 'drizzle-orm'
import { integer, PgTable, pgTable, text } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { customers } from '../../features/customers/customers.table.ts'
import { leads } from '../../features/leads/leads.table.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { insertSampleRows } from '../../testing/sample-rows.ts'
import { declarePersonalData, personalTables } from './personal-data.ts'

// drizzle-kit adds an enumerable `random` to every array. Later test files in this worker share its globals, and pdf.js would not load.
Reflect.deleteProperty(Array.prototype, 'random')

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

const empty = await createTestDatabase()
const filled = await createTestDatabase()
await insertSampleRows(filled.db)

test('an update without a time sets updatedAt', async () => {
  const { db } = empty
  const old = '2020-01-01T00:00:00.000Z'
  await db.insert(customers).values({ name: 'Ås', email: 'a@kunde.example', updatedAt: old })
  const [row] = await db.update(customers).set({ name: 'Ås AS' }).returning()
  expect(row && row.updatedAt > old).toBe(true)
})

describe('sorting and searching Norwegian text', async () => {
  const { db, pool } = empty
  const names = ['Zulu', 'Ål', 'aalborg', 'Østby', 'alfa', 'Ærlig', 'Beta', 'å']
  await db.insert(leads).values(names.map((company_name) => ({ company_name })))

  test('sorts like a dictionary: æ, ø and å last, aa as å, ignoring case', async () => {
    const rows = await db.select({ name: leads.company_name }).from(leads).orderBy(leads.company_name)
    expect(rows.map(({ name }) => name)).toEqual(['alfa', 'Beta', 'Zulu', 'Ærlig', 'Østby', 'å', 'Ål', 'aalborg'])
  })

  test.each([
    ['øst', 'Østby'],
    ['ÆRL', 'Ærlig'],
    ['ål', 'Ål'],
  ])('finds %j regardless of case, with and without the index', async (part, expected) => {
    for (const scan of ['enable_seqscan', 'enable_bitmapscan']) {
      const found = await db.transaction(async (tx) => {
        await tx.execute(sql.raw(`SET LOCAL ${scan} = off`))
        return tx
          .select({ name: leads.company_name })
          .from(leads)
          .where(sql`search_text LIKE lower(${`%${part}%`}::text collate "nb-x-icu") collate "C"`)
      })
      expect(found.map(({ name }) => name)).toEqual([expected])
    }
  })

  test.each([[`search_text LIKE '%øst%'`, 'leads_search_index']])(
    'uses the trigram index: %s',
    async (condition, index) => {
      const client = await pool.connect()
      await client.query('SET enable_seqscan = off')
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN SELECT FROM leads WHERE ${condition}`)
      client.release(true)
      expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain(index)
    },
  )
})

describe('constraints', () => {
  const { pool } = filled

  test.each([
    [
      'webinar_registrations_webinar_email_unique',
      `INSERT INTO webinar_registrations (webinar_id, name, email) VALUES ('${id(4)}', 'x', 'KARI@kunde.example')`,
    ],
    [
      'webinar_registrations_webinar_id_webinars_id_fk',
      `INSERT INTO webinar_registrations (webinar_id, name, email) VALUES ('${id(99)}', 'x', 'x')`,
    ],
    ['webinars_sequence_check', 'UPDATE webinars SET sequence = -1'],
    ['email_templates_type_check', `UPDATE email_templates SET type = 'agreement'`],
    ['email_templates_active_type_unique', `UPDATE email_templates SET is_active = true`],
    ['email_settings_single_unique', `INSERT INTO email_settings (from_email, from_name) VALUES ('x', 'x')`],
    ['email_logs_message_id_unique', `UPDATE email_logs SET message_id = 'x'`],
    ['email_logs_type_check', `UPDATE email_logs SET type = 'x'`],
    ['email_logs_delivery_check', `UPDATE email_logs SET delivery = 'x'`],
    ['email_logs_attempts_check', 'UPDATE email_logs SET attempts = -1'],
    ['products_cost_price_check', 'UPDATE products SET cost_price = -1'],
    ['products_gros_margin_check', 'UPDATE products SET gros_margin = -1'],
    ['products_sales_price_check', 'UPDATE products SET sales_price = -1'],
    ['products_sales_price_inc_vat_check', 'UPDATE products SET sales_price_inc_vat = -1'],
    ['products_product_tax_id_check', 'UPDATE products SET product_tax_id = -1'],
    ['agreements_status_check', `UPDATE agreements SET status = 'signed'`],
    ['agreements_total_amount_check', 'UPDATE agreements SET total_amount = -1'],
    ['agreements_vat_amount_check', 'UPDATE agreements SET vat_amount = -1'],
    ['agreements_vat_rate_check', 'UPDATE agreements SET vat_rate = 100.01'],
    ['agreements_response_token_unique', `UPDATE agreements SET response_token = 'x'`],
    ['agreements_signature_token_unique', `UPDATE agreements SET signature_token = 'x'`],
    ['agreements_customer_id_customers_id_fk', 'DELETE FROM customers WHERE id = 40'],
    ['agreement_products_quantity_check', 'UPDATE agreement_products SET quantity = 0, total_price = 0'],
    ['agreement_products_unit_price_check', 'UPDATE agreement_products SET unit_price = -1, total_price = -quantity'],
    ['agreement_products_vat_rate_check', 'UPDATE agreement_products SET vat_rate = -0.01'],
    ['agreement_products_total_price_check', 'UPDATE agreement_products SET total_price = total_price - 1'],
    ['leads_status_check', `UPDATE leads SET status = 'Solgt'`],
    ['leads_employees_check', 'UPDATE leads SET employees = -1'],
    ['users_username_unique', `INSERT INTO users (username, password_hash) VALUES ('SELGER ØDEGÅRD', 'x')`],
    ['login_failures_scope_check', `UPDATE login_failures SET scope = 'x'`],
    ['form_posts_posts_check', 'UPDATE form_posts SET posts = 0'],
    ['contacts_submission_key_unique', `UPDATE contacts SET submission_key = 'x'`],
  ])('%s', async (constraint, statement) => {
    const error = await pool.query(statement).catch((refusal: unknown) => refusal)
    expect(error).toBeInstanceOf(pg.DatabaseError)
    expect(error).toMatchObject({ constraint })
  })

  test('of two concurrent inserts with the same key, one is rejected', async () => {
    const insert = `INSERT INTO webinar_registrations (webinar_id, name, email) VALUES ('${id(4)}', 'x', 'to@kunde.example')`
    const results = await Promise.allSettled([pool.query(insert), pool.query(insert)])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })
})

describe('deleting a row', async () => {
  const client = await filled.pool.connect()
  beforeEach(() => client.query('BEGIN'))
  afterEach(() => client.query('ROLLBACK'))
  afterAll(() => client.release())

  const query = (statement: string) => client.query(statement)

  const isRefused = async (statement: string): Promise<void> => {
    await query('SAVEPOINT refusal')
    await expect(query(statement)).rejects.toThrow('evidence is only added to')
    await query('ROLLBACK TO refusal')
  }

  /** Turns every answer into a rejection. */
  const rejectAll = `SET LOCAL session_replication_role = replica; UPDATE agreement_answers SET action = 'reject';
    UPDATE agreements SET status = 'rejected'; SET LOCAL session_replication_role = origin`

  test('deletes the lines, conditions and evidence of an agreement only if it may be deleted', async () => {
    const parts = ['products', 'conditions', 'snapshots', 'answers', 'events']
    const countRows = async () => {
      const counts: (number | null)[] = []
      for (const part of parts) counts.push((await query(`SELECT FROM agreement_${part}`)).rowCount)
      return counts
    }
    const before = await countRows()
    await query('SELECT delete_agreement(id) FROM agreements')
    expect(await countRows()).toEqual(before)
    await query(rejectAll)
    await isRefused('DELETE FROM agreements')
    await query('SELECT delete_agreement(id) FROM agreements')
    expect(await countRows()).toEqual([0, 0, 0, 0, 0])
  })

  test('rejects changing, deleting or truncating evidence with SQL', async () => {
    for (const table of ['agreement_snapshots', 'agreement_answers', 'agreement_events']) {
      for (const statement of [
        `UPDATE ${table} SET agreement_id = agreement_id`,
        `DELETE FROM ${table}`,
        `TRUNCATE ${table} CASCADE`,
      ])
        await isRefused(statement)
    }
  })

  test('erasing a person clears only the origin of entries about an accepted agreement', async () => {
    await query(
      `INSERT INTO agreement_events (agreement_id, kind, actor, at, recipient_email) SELECT id, 'sent', 'admin', now(), 'Kari@kunde.example' FROM agreements WHERE status = 'accepted'`,
    )
    const entries = async () => (await query('SELECT * FROM agreement_events ORDER BY id')).rows
    const before = await entries()
    const erase = async (email: string) =>
      (await query(`SELECT erase_person_from_agreement_events('${email}') AS blanked`)).rows[0].blanked
    expect(await erase('ola@kunde.example')).toBe(0)
    expect(await entries()).toEqual(before)
    expect(await erase('KARI@kunde.example')).toBe(1)
    expect(await entries()).toEqual(before.map((entry) => ({ ...entry, address: null, user_agent: null })))
    await isRefused(`UPDATE agreement_events SET detail = ''`)
  })
})

/** Columns, constraints and indexes, one line each, sorted. */
const describeSchema = async ({ pool }: TestDatabase): Promise<string[]> => {
  const { rows } = await pool.query<{ line: string }>(`
    SELECT format('%s.%s %s %s %s %s %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), l.collname,
      a.attnotnull, a.attidentity, pg_get_expr(d.adbin, d.adrelid)) AS line
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN pg_collation l ON l.oid = a.attcollation LEFT JOIN pg_attrdef d ON (d.adrelid, d.adnum) = (c.oid, a.attnum)
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> 'migrations'
    UNION ALL
    SELECT format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace AND contype <> 'n' AND conrelid::regclass::text <> 'migrations'
    UNION ALL
    SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename <> 'migrations' ORDER BY 1`)
  return rows.map(({ line }) => line)
}

const importTables = async (): Promise<Record<string, unknown>> => {
  const source = fileURLToPath(new URL('../..', import.meta.url))
  const tables: Record<string, unknown> = {}
  for await (const file of glob('{features,platform}/*/*.table.ts', { cwd: source }))
    Object.assign(tables, await import(/* @vite-ignore */ join(source, file)))
  return tables
}

test('every table with texts about people is declared', async () => {
  const tables = Object.values(await importTables()).filter((table) => is(table, PgTable))
  const others = tables.map((table) => getTableName(table)).filter((name) => !personalTables.has(name))
  expect(others.sort()).toEqual(
    [
      // Hashes, counts and the company's facts about itself.
      ...['agreement_evidence', 'agreement_numbers', 'agreement_templates', 'agreement_timestamps'],
      ...['authenticators', 'backups', 'company', 'company_photo_files', 'company_photos', 'company_states'],
      ...['conditions', 'email_settings', 'email_templates', 'form_posts', 'known_devices'],
      ...['lead_status_changes', 'login_failures', 'products', 'recovery_codes', 'seal_certificates'],
      ...['server_keys', 'server_secrets', 'sessions'],
      ...['site_texts', 'system_settings', 'used_challenges', 'users', 'webinars'],
      // Copies of rows of the others.
      ...['audit_events', 'import_changes', 'trash'],
    ].sort(),
  )
})

test('a column that is not declared, or twice, is an error at the start', () => {
  const notes = pgTable('notes', { id: integer(), text: text() })
  // @ts-expect-error: and before that an error of the compiler
  expect(() => declarePersonalData(notes, { other: [] })).toThrow('Column text of notes is undeclared')
  expect(() => declarePersonalData(notes, { person: ['text'], other: ['text'] })).toThrow('declared twice')
})

test('the migrations produce the schema that the code declares', async () => {
  const declared = generateDrizzleJson(await importTables())
  const fromCode = await createTestDatabase({ empty: true })
  await fromCode.pool.query('CREATE EXTENSION pg_trgm')
  await fromCode.pool.query(`CREATE COLLATION norwegian (provider = icu, locale = 'nb-u-kn-true')`)
  for (const statement of await generateMigration(generateDrizzleJson({}), declared))
    await fromCode.pool.query(statement)
  const migrated = await createTestDatabase()
  expect(await describeSchema(migrated)).toEqual(await describeSchema(fromCode))
})

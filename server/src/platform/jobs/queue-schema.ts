import type pg from 'pg'
import { lockSchema } from '../database/migrate.ts'

/** The schema of pg-boss's tables. */
export const queueSchema = 'pgboss'

/**
 * Creates the queue's schema if missing. Checks first: `IF NOT EXISTS` fails for a role without the right to create schemas, even when
 * the schema exists.
 */
export const createQueueSchema = async (client: pg.ClientBase): Promise<void> => {
  await lockSchema(client)
  const { rows } = await client.query<{ missing: boolean }>('SELECT to_regnamespace($1) IS NULL AS missing', [
    queueSchema,
  ])
  if (rows[0]?.missing) await client.query(`CREATE SCHEMA ${queueSchema}`)
}

import type pg from 'pg'
import { lockSchema } from '../database/migrate.ts'

/** Where pg-boss keeps its tables. */
export const queueSchema = 'pgboss'

/**
 * Makes the queue's schema where it is missing. Asks first: `IF NOT EXISTS` is refused to a role that may create no schema, even where
 * there is one.
 */
export const createQueueSchema = async (client: pg.ClientBase): Promise<void> => {
  await lockSchema(client)
  const { rows } = await client.query<{ missing: boolean }>('SELECT to_regnamespace($1) IS NULL AS missing', [
    queueSchema,
  ])
  if (rows[0]?.missing) await client.query(`CREATE SCHEMA ${queueSchema}`)
}

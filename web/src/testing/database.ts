import { commands } from 'vitest/browser'

/**
 * Empties tables, named as in SQL, and all that reference them; even the evidence of agreements, which nothing else deletes.
 */
export const truncateTables = async (tables: string): Promise<void> => {
  await commands.sql(`DO $$ BEGIN SET LOCAL session_replication_role = replica; TRUNCATE ${tables} CASCADE; END $$`)
}

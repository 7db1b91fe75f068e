import { commands } from 'vitest/browser'

/**
 * Empties tables and all that refers to them, named as in SQL; also the evidence of agreements, which nothing deletes
 * otherwise.
 */
export const emptyTables = async (tables: string): Promise<void> => {
  await commands.sql(`DO $$ BEGIN SET LOCAL session_replication_role = replica; TRUNCATE ${tables} CASCADE; END $$`)
}

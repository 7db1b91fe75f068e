import { commands } from 'vitest/browser'

/**
 * Empties tables, named as in SQL, and all that reference them; even the evidence of agreements, which nothing else deletes.
 */
export const truncateTables = async (tables: string): Promise<void> => {
  // Of a deadlock with a background job, the job is the victim, which is tried again: it looks for one sooner.
  await commands.sql(`DO $$ BEGIN SET LOCAL session_replication_role = replica; SET LOCAL deadlock_timeout = '10s';
    TRUNCATE ${tables} CASCADE; END $$`)
}

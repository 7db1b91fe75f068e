import { commands } from 'vitest/browser'

/**
 * Empties tables, named as in SQL, and all that reference them; even the evidence of agreements, which nothing else deletes.
 */
export const truncateTables = (tables: string): Promise<void> => truncate('replica', tables)

/** As `truncateTables`, with the tables' triggers: those that count rows. */
export const truncateWithTriggers = (tables: string): Promise<void> => truncate('origin', tables)

const truncate = async (role: 'replica' | 'origin', tables: string): Promise<void> => {
  // Of a deadlock with a background job, the job is the victim, which is tried again: it looks for one sooner.
  await commands.sql(`DO $$ BEGIN SET LOCAL session_replication_role = ${role}; SET LOCAL deadlock_timeout = '10s';
    TRUNCATE ${tables} CASCADE; END $$`)
}

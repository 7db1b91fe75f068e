/**
 * Statement that truncates `tables` and all tables that reference them. Disables triggers, since the database otherwise blocks
 * deleting agreement evidence left by an earlier test file of the worker.
 */
export const truncateStatement = (tables: string): string =>
  `DO $$ BEGIN SET LOCAL session_replication_role = replica; TRUNCATE ${tables} CASCADE; END $$`

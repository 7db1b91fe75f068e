/**
 * Returns a statement that truncates `tables` and all tables that reference them. It disables triggers, which would block deleting the
 * evidence of agreements that an earlier test file of the worker left.
 */
export const truncateStatement = (tables: string): string =>
  `DO $$ BEGIN SET LOCAL session_replication_role = replica; TRUNCATE ${tables} CASCADE; END $$`

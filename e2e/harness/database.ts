/**
 * Returns a statement that truncates `tables` and all tables that reference them. Disables triggers, which would keep the evidence of
 * agreements from an earlier test file from being deleted.
 */
export const truncateStatement = (tables: string): string =>
  `DO $$ BEGIN SET LOCAL session_replication_role = replica; TRUNCATE ${tables} CASCADE; END $$`

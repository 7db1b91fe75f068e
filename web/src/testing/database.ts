import { commands } from 'vitest/browser'

/**
 * Empties tables, named as in SQL, and all tables that reference them, even the evidence of agreements. Deletes rows, since `TRUNCATE`
 * takes many times longer on small tables. Runs no triggers.
 */
export const truncateTables = async (tables: string): Promise<void> => {
  // Waits for background jobs that are writing. In a deadlock the job fails, since it detects deadlocks sooner, and is then retried.
  await commands.sql(`DO $$ DECLARE found regclass[]; one regclass; BEGIN
    SET LOCAL session_replication_role = replica; SET LOCAL deadlock_timeout = '10s';
    WITH RECURSIVE referencing(id) AS (
      SELECT unnest('{${tables}}'::regclass[])
      UNION SELECT conrelid::regclass FROM pg_constraint JOIN referencing ON confrelid = id WHERE contype = 'f'
    ) SELECT array_agg(id) FROM referencing INTO found;
    EXECUTE 'LOCK TABLE ' || array_to_string(found, ', ') || ' IN SHARE ROW EXCLUSIVE MODE';
    FOREACH one IN ARRAY found LOOP EXECUTE 'DELETE FROM ' || one; END LOOP;
  END $$`)
}

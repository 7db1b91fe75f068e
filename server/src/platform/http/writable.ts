import type pg from 'pg'

/**
 * Sorts half a megabyte with little memory, so that PostgreSQL spills to disk. On a full disk this fails as a write would, but it leaves no
 * row, catalog entry or WAL record behind.
 */
const spillToDisk = `
  BEGIN READ ONLY; SET LOCAL work_mem = '64kB';
  SELECT count(DISTINCT n || repeat('x', 1000)) FROM generate_series(1, 500) AS n;
  COMMIT`

/**
 * Returns false if the database is a standby or set to read-only. Takes a few milliseconds.
 * @throws PostgreSQL's error if its disk is full, or the query fails for another reason
 */
export const canBeWritten = async (pool: pg.Pool): Promise<boolean> => {
  const { rows } = await pool.query<{ readOnly: boolean }>(
    `SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS "readOnly"`,
  )
  if (rows[0]?.readOnly !== false) return false
  await pool.query(spillToDisk)
  return true
}

import type pg from 'pg'

/**
 * Sorts half a megabyte in little memory, so that PostgreSQL needs room for a file: on a full disk this fails as a write would, but leaves
 * no row, no catalogue entry and no line of the write-ahead log behind.
 */
const needRoom = `
  BEGIN READ ONLY; SET LOCAL work_mem = '64kB';
  SELECT count(DISTINCT n || repeat('x', 1000)) FROM generate_series(1, 500) AS n;
  COMMIT`

/**
 * False when the database is a standby or set to read-only. Takes some milliseconds.
 * @throws what PostgreSQL answers when its disk is full, or the query fails for any other reason
 */
export const canBeWritten = async (pool: pg.Pool): Promise<boolean> => {
  const { rows } = await pool.query<{ readOnly: boolean }>(
    `SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS "readOnly"`,
  )
  if (rows[0]?.readOnly !== false) return false
  await pool.query(needRoom)
  return true
}

import type pg from 'pg'

/** Fills a table that has no search index: with `rows` files of one photo, each of `repeated` × 32 bytes. */
export const insertBigRows = (pool: pg.Pool, { rows, repeated }: { rows: number; repeated: number }) =>
  pool.query(
    `WITH photo AS (INSERT INTO company_photos DEFAULT VALUES RETURNING id)
     INSERT INTO company_photo_files (photo_id, width, format, content)
     SELECT photo.id, n, 'webp', convert_to(repeat(md5(n::text), $2), 'UTF8') FROM photo, generate_series(1, $1) n`,
    [rows, repeated],
  )

import type pg from 'pg'

type Row = Readonly<Record<string, unknown>>

/** Inserts a row without the API. Returns its id. */
export const insertRow = async <Id = string>(pool: pg.Pool, table: string, row: Row): Promise<Id> => {
  const columns = Object.keys(row)
  const places = columns.map((_, index) => `$${index + 1}`)
  const { rows } = await pool.query<{ id: Id }>(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places.join(', ')}) RETURNING id`,
    Object.values(row),
  )
  const [inserted] = rows
  if (!inserted) throw new Error(`Nothing was inserted into ${table}`)
  return inserted.id
}

/** Adds a mail to the log and returns its id. By default, it has content and was sent to Kari. */
export const insertMail = (pool: pg.Pool, row: Row = {}): Promise<string> =>
  insertRow(pool, 'email_logs', {
    to_address: 'kari@kunde.example',
    from_address: 'post@eksempel.example',
    from_name: 'Eksempel AS',
    subject: 'Emne',
    html_content: '<p>Hemmelig</p>',
    text_content: 'Hemmelig',
    attachments: '[]',
    type: 'contact',
    delivery: 'sent',
    message_id: `${crypto.randomUUID()}@eksempel.example`,
    ...row,
  })

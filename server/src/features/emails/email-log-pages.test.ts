import type { EmailLog, EmailLogSummary } from '@kontor/contract/emails/emails.schema'
import { expect, test } from 'vitest'
import { startTestApp } from '../../testing/app.ts'

const mails = 1_300

/** Five mails per second, so that pages end within a second; a few mails with rare subjects, types and deliveries. */
const series = `
  INSERT INTO email_logs (id, to_address, from_address, from_name, subject, html_content, type, delivery, error_message, message_id, created_at)
  SELECT 'm' || n, 'person' || n || '@kunde.example', 'post@eksempel.example', 'Eksempel AS',
    CASE WHEN n % 1000 = 3 THEN 'Blåbær 100 % _sant_' ELSE 'Takk' END, '<p>Brev ' || n || '</p>',
    CASE WHEN n % 500 = 1 THEN 'test' ELSE 'contact' END,
    CASE WHEN n % 1300 = 5 THEN 'failed' WHEN n % 1300 = 6 THEN 'stored' ELSE 'sent' END,
    CASE WHEN n % 1300 = 5 THEN '550 Ukjent postkasse' END, 'm' || n || '@eksempel.example',
    '2024-03-24T09:00:00.123Z'::timestamptz + make_interval(secs => n / 5)
  FROM generate_series(1, ${mails}) AS n`

const kontor = await startTestApp()
const admin = await kontor.asAdmin()
await kontor.database.pool.query(series)

const page = async (query = '') => {
  const answer = await admin('GET', `/api/email-logs${query}`)
  expect(answer.statusCode).toBe(200)
  return { rows: answer.json<EmailLog[]>(), cursor: answer.headers['x-next-cursor'] as string | undefined }
}

/** Fetches all pages of a list; returns the rows and the number of pages. */
const fetchAllPages = async (query: string): Promise<{ rows: EmailLog[]; pages: number }> => {
  const rows: EmailLog[] = []
  let pages = 0
  for (let cursor: string | undefined = ''; cursor !== undefined; pages++) {
    const next = await page(`${query}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`)
    rows.push(...next.rows)
    cursor = next.cursor
  }
  return { rows, pages }
}

const summary = async (query = ''): Promise<EmailLogSummary> =>
  (await admin('GET', `/api/email-logs/summary${query}`)).json()

const stored = async (where = 'true'): Promise<string[]> => {
  const found = await kontor.database.pool.query<{ id: string }>(
    `SELECT id FROM email_logs WHERE ${where} ORDER BY created_at DESC, id DESC`,
  )
  return found.rows.map(({ id }) => id)
}

const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

test('the log has every mail once, 500 a page, newest first, or oldest first', async () => {
  const all = await stored()
  const newestFirst = await fetchAllPages('?type=')
  expect(newestFirst.pages).toBe(3)
  expect(ids(newestFirst.rows)).toEqual(all)
  expect(ids((await fetchAllPages('?size=333&sort=createdAt:asc')).rows)).toEqual(all.toReversed())
  // The last page is full: it has no cursor either.
  expect((await fetchAllPages(`?size=${mails / 10}`)).pages).toBe(10)
})

test('its pages neither repeat nor skip a mail when newer ones arrive between two calls', async () => {
  const before = await stored()
  const first = await page('?size=100')
  await kontor.database.pool.query(
    `INSERT INTO email_logs (id, to_address, from_address, from_name, subject, type, message_id)
     VALUES ('ny', 'ny@kunde.example', 'post@eksempel.example', 'Eksempel AS', 'Ny', 'other', 'ny@eksempel.example')`,
  )
  const second = await page(`?size=100&cursor=${encodeURIComponent(first.cursor ?? '')}`)
  await kontor.database.pool.query(`DELETE FROM email_logs WHERE id = 'ny'`)
  expect(ids([...first.rows, ...second.rows])).toEqual(before.slice(0, 200))
})

test('it is filtered by type and delivery; empty parameters filter nothing', async () => {
  expect(ids((await page('?type=test')).rows)).toEqual(await stored(`type = 'test'`))
  expect(ids((await page('?delivery=failed&type=')).rows)).toEqual(await stored(`delivery = 'failed'`))
  expect((await page('?delivery=failed&type=test')).rows).toEqual([])
  expect((await page('?type=&delivery=&q=&size=1')).rows).toHaveLength(1)
})

const blueberry = `subject LIKE 'Blåbær%'`

test.each([
  ['PERSON17@', `to_address = 'person17@kunde.example'`],
  ['blÅbær', blueberry],
  ['ukjent postkasse', `delivery = 'failed'`],
  ['100 % _', blueberry],
  ['%', blueberry],
  ['_sant', blueberry],
  ['\\', 'false'],
  // Enough matches for several pages.
  ['kunde.example', 'true'],
])('it is searched for %j, page by page, and the matches are counted', async (q, where) => {
  const query = `?q=${encodeURIComponent(q)}`
  const expected = await stored(where)
  const { rows, pages } = await fetchAllPages(`${query}&size=300`)
  expect(ids(rows)).toEqual(expected)
  expect(pages).toBe(Math.max(1, Math.ceil(expected.length / 300)))
  expect((await summary(query)).found).toBe(expected.length)
})

test('rejects invalid cursors, sizes and filters', async () => {
  const invalid = [
    ...['cursor=x', 'cursor=1,', 'cursor=99999999999999,m1', 'cursor=1711270800123,m1%27'],
    ...['size=0', 'size=501', 'size=x', 'type=brev', 'delivery=x', 'sort=to:asc'],
    ...['q=%00', `q=${'a'.repeat(201)}`],
  ]
  for (const query of invalid) expect((await admin('GET', `/api/email-logs?${query}`)).statusCode, query).toBe(400)
  expect((await admin('GET', '/api/email-logs/summary?type=brev')).statusCode).toBe(400)
})

test('the summary counts the whole log by delivery, and the matches of a filter', async () => {
  const deliveries = { queued: 0, retrying: 0, stored: 1, sent: mails - 2, failed: 1 }
  expect(await summary()).toEqual({ total: mails, deliveries, found: mails })
  expect(await summary('?delivery=failed')).toEqual({ total: mails, deliveries, found: 1 })
  expect(await summary('?type=test')).toEqual({ total: mails, deliveries, found: 3 })
  expect(await summary('?type=contact&delivery=failed&q=person5@')).toMatchObject({ found: 1 })
})

// The last test: it adds many rows.
test('the summary stops counting matches at 10 001', async () => {
  // Switches triggers off, since they take most of the time.
  await kontor.database.pool.query(
    `BEGIN; SET LOCAL session_replication_role = replica;
     INSERT INTO email_logs (id, to_address, from_address, from_name, subject, type, delivery, message_id)
     SELECT 'many' || n, 'mange@kunde.example', 'post@eksempel.example', 'Eksempel AS', 'Takk', 'agreement', 'sent', 'many' || n
     FROM generate_series(1, 10_050) AS n;
     COMMIT`,
  )
  expect(await summary('?q=mange@')).toMatchObject({ total: mails + 10_050, found: 10_001 })
  expect(await summary('?type=agreement')).toMatchObject({ found: 10_001 })
  expect(await summary('?delivery=sent')).toMatchObject({ found: mails + 10_050 - 2 })
})

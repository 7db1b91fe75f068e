import type { EmailLog, EmailLogSummary } from '@kontor/contract/emails/emails.schema'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '../../testing/app.ts'

const mails = 2_600

/** Five mails per second, so that pages end within a second; a few mails with rare subjects, types and deliveries. */
const series = `
  INSERT INTO email_logs (id, to_address, from_address, from_name, subject, html_content, type, delivery, error_message, message_id, created_at)
  SELECT 'm' || n, 'person' || n || '@kunde.example', 'post@eksempel.example', 'Eksempel AS',
    CASE WHEN n % 1000 = 3 THEN 'Blåbær 100 % _sant_' ELSE 'Takk' END, '<p>Brev ' || n || '</p>',
    CASE WHEN n % 500 = 1 THEN 'test' ELSE 'contact' END,
    CASE WHEN n % 1300 = 5 THEN 'failed' WHEN n % 2600 = 6 THEN 'stored' ELSE 'sent' END,
    CASE WHEN n % 1300 = 5 THEN '550 Ukjent postkasse' END, 'm' || n || '@eksempel.example',
    '2024-03-24T09:00:00.123Z'::timestamptz + make_interval(secs => n / 5)
  FROM generate_series(1, ${mails}) AS n`

const kontor = await startTestApp()
const admin = await kontor.asAdmin()
const sales = await kontor.asSales()
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

describe('the pages of the log', () => {
  test('default to the newest 500, with the cursor of the next page in a header', async () => {
    const { rows, cursor } = await page()
    expect(ids(rows)).toEqual((await stored()).slice(0, 500))
    expect(cursor).toBeDefined()
    const next = await page(`?cursor=${encodeURIComponent(cursor ?? '')}`)
    expect(ids(next.rows)).toEqual((await stored()).slice(500, 1000))
  })

  test('contain every mail once, in either order', async () => {
    const all = await stored()
    const newestFirst = await fetchAllPages('?size=333')
    expect(newestFirst).toMatchObject({ pages: 8 })
    expect(ids(newestFirst.rows)).toEqual(all)
    expect(ids((await fetchAllPages('?size=500&sort=createdAt:asc')).rows)).toEqual(all.toReversed())
  })

  test('end without a cursor, even when the last page is full', async () => {
    expect((await fetchAllPages('?size=500')).pages).toBe(6)
    expect((await fetchAllPages(`?size=${mails / 10}`)).pages).toBe(10)
  })

  test('neither repeat nor skip a mail when newer ones arrive between two calls', async () => {
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

  test('are filtered by type and delivery; empty parameters filter nothing', async () => {
    expect(ids((await page('?type=test')).rows)).toEqual(await stored(`type = 'test'`))
    expect(ids((await page('?delivery=failed&type=')).rows)).toEqual(await stored(`delivery = 'failed'`))
    expect((await page('?delivery=failed&type=test')).rows).toEqual([])
    expect((await page('?type=&delivery=&q=&size=1')).rows).toHaveLength(1)
  })

  test.each([
    ['PERSON17@', `to_address = 'person17@kunde.example'`],
    ['blÅbær', `subject LIKE 'Blåbær%'`],
    ['ukjent postkasse', `delivery = 'failed'`],
    ['100 % _', `subject LIKE 'Blåbær%'`],
    ['%', `subject LIKE 'Blåbær%'`],
    ['_sant', `subject LIKE 'Blåbær%'`],
    ['\\', 'false'],
  ])('are searched for %j', async (q, where) => {
    const { rows } = await fetchAllPages(`?size=500&q=${encodeURIComponent(q)}`)
    expect(ids(rows)).toEqual(await stored(where))
    expect((await summary(`?q=${encodeURIComponent(q)}`)).found).toBe(rows.length)
  })

  test('are searched page by page, with few and many matches', async () => {
    const many = await fetchAllPages('?size=500&q=kunde.example')
    expect(ids(many.rows)).toEqual(await stored())
    const few = await fetchAllPages('?size=100&q=person1')
    expect(ids(few.rows)).toEqual(await stored(`to_address LIKE 'person1%'`))
    expect(few.pages).toBeGreaterThan(5)
    const oldestFirst = await fetchAllPages('?size=100&q=person1&sort=createdAt:asc')
    expect(ids(oldestFirst.rows)).toEqual(ids(few.rows).toReversed())
  })

  test.each([
    'cursor=x',
    'cursor=1,',
    'cursor=99999999999999,m1',
    'cursor=1711270800123,m1%27',
    'size=0',
    'size=501',
    'size=x',
    'type=brev',
    'delivery=x',
    'sort=to:asc',
    'q=%00',
    `q=${'a'.repeat(201)}`,
  ])('reject %s', async (query) => {
    expect((await admin('GET', `/api/email-logs?${query}`)).statusCode).toBe(400)
  })

  test('link to the oldest mail too: it can be previewed and resent', async () => {
    const oldest = (await stored()).at(-1)
    expect((await admin('GET', `/api/email-logs/${oldest}/preview`)).body).toMatch(/<p>Brev \d+<\/p>/)
    const resent = await admin('POST', `/api/email-logs/${oldest}/resend`)
    expect(resent.json()).toMatchObject({ resendOf: oldest })
    const { rows } = await page('?size=1')
    expect(rows[0]).toMatchObject({ id: resent.json<EmailLog>().id })
    await kontor.database.pool.query('DELETE FROM email_logs WHERE resend_of IS NOT NULL')
  })
})

describe('the summary of the log', () => {
  test('counts the whole log by delivery, and the matches of a filter', async () => {
    const deliveries = { queued: 0, retrying: 0, stored: 1, sent: mails - 3, failed: 2 }
    expect(await summary()).toEqual({ total: mails, deliveries, found: mails })
    expect(await summary('?delivery=failed')).toEqual({ total: mails, deliveries, found: 2 })
    expect(await summary('?type=test')).toEqual({ total: mails, deliveries, found: 6 })
    expect(await summary('?type=contact&delivery=failed&q=person5@')).toMatchObject({ found: 1 })
  })

  test('stops counting matches at 10 001', async () => {
    await kontor.database.pool.query(
      `INSERT INTO email_logs (to_address, from_address, from_name, subject, type, delivery, message_id)
       SELECT 'mange@kunde.example', 'post@eksempel.example', 'Eksempel AS', 'Takk', 'agreement', 'sent', 'many' || n
       FROM generate_series(1, 10_050) AS n`,
    )
    expect(await summary('?q=mange@')).toMatchObject({ total: mails + 10_050, found: 10_001 })
    expect(await summary('?type=agreement')).toMatchObject({ found: 10_001 })
    expect(await summary('?delivery=sent')).toMatchObject({ found: mails + 10_050 - 3 })
    await kontor.database.pool.query(`DELETE FROM email_logs WHERE type = 'agreement'`)
  })

  test('rejects an unknown filter', async () => {
    expect((await admin('GET', '/api/email-logs/summary?type=brev')).statusCode).toBe(400)
  })

  test('is for administrators only', async () => {
    expect((await kontor.call('GET', '/api/email-logs/summary')).statusCode).toBe(401)
    expect((await sales('GET', '/api/email-logs/summary')).statusCode).toBe(403)
  })
})

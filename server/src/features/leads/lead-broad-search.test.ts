import { leadSortFields } from '@kontor/contract/leads/leads.rules'
import type { LeadPage } from '@kontor/contract/leads/leads.schema'
import { expect, it } from 'vitest'
import { startTestApp } from '../../testing/app.ts'
import { searchLeads, searchLeadsInOrder } from './leads.list.queries.ts'

const kontor = await startTestApp({ worker: 'off' })
const { pool, db } = kontor.database
const asSales = await kontor.asSales()

/** More matches than a page is sorted for, with empty and equal values in every column. */
await pool.query(`
  SET statement_timeout = 0; -- a busy machine takes longer to fill the indexes than a call may
  INSERT INTO leads (company_name, status, city, employees, notes, created_at)
  SELECT 'Bedrift ' || n % 4000 || ' as', (ARRAY['Ny', 'Kontaktet', 'Kunde'])[n % 3 + 1], nullif('By ' || n % 7, 'By 0'), nullif(n % 11, 0),
    nullif('Notat ' || n % 5, 'Notat 0'), '2026-01-01T00:00:00Z'::timestamptz + make_interval(mins => n % 900)
  FROM generate_series(1, 10002) AS n;
  RESET statement_timeout`)

it.each(['as', 'bedrift'])('finds "%s" in many leads, page by page, with their number', async (q) => {
  const pageOf = async (page: number): Promise<LeadPage> =>
    (await asSales('GET', `/api/leads?q=${q}&sort=company_name:asc&page=${page}`)).json()
  const [first, second, last] = [await pageOf(1), await pageOf(2), await pageOf(201)]
  expect(first.pagination).toEqual({ page: 1, size: 50, total: 10_002, pages: 201 })
  const names = [...first.leads, ...second.leads].map(({ company_name }) => company_name)
  expect(names).toEqual(names.toSorted(new Intl.Collator('nb', { numeric: true }).compare))
  expect(new Set([...first.leads, ...second.leads].map(({ id }) => id)).size).toBe(100)
  expect(last.leads).toHaveLength(2)
})

it('pages through all leads without an owner', async () => {
  const last = (await asSales('GET', '/api/leads?owner=none&sort=id:asc&page=201')).json<LeadPage>()
  expect([last.pagination.total, last.leads.length]).toEqual([10_002, 2])
})

it('finds two letters in few leads, without an owner too, and says how many there are on a page past the last one', async () => {
  await pool.query(`UPDATE leads SET city = 'Xq ' || id WHERE id % 1000 = 0`)
  const { rows } = await pool.query<{ id: number }>(
    `SELECT id FROM leads WHERE id % 1000 = 0 ORDER BY company_name, id`,
  )
  for (const owner of ['', '&owner=none']) {
    const { leads, pagination } = (
      await asSales('GET', `/api/leads?q=xq&sort=company_name:asc${owner}`)
    ).json() as LeadPage
    expect(leads.map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
    expect(pagination).toEqual({ page: 1, size: 50, total: rows.length, pages: 1 })
  }
  const past = (await asSales('GET', '/api/leads?q=xq&page=2')).json()
  expect(past).toEqual({ leads: [], pagination: { page: 2, size: 50, total: rows.length, pages: 1 } })
  const none = (await asSales('GET', '/api/leads?q=xz')).json()
  expect(none).toMatchObject({ leads: [], pagination: { total: 0 } })
})

it('returns the same leads in the same order as a search for few, whatever the order', async () => {
  const ids = Array.from({ length: 600 }, (_, index) => index + 1)
  for (const id of leadSortFields) {
    for (const desc of [false, true]) {
      const slice = { offset: 290, limit: 20 }
      const found = await searchLeads(db, { q: 'as', ids }, { id, desc }, slice)
      const inOrder = await searchLeadsInOrder(db, { q: 'as', ids }, { id, desc }, slice)
      expect(inOrder, `${id} ${desc}`).toHaveLength(20)
      expect([id, desc, inOrder.map((lead) => lead.id)]).toEqual([id, desc, found?.leads.map((lead) => lead.id)])
    }
  }
})

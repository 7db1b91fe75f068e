import type { LeadPage, LeadSummary } from '@kontor/contract/leads/leads.schema'
import { beforeEach, expect, it } from 'vitest'
import { startAnotherApp } from '../../testing/another-app.ts'
import { startTestApp } from '../../testing/app.ts'
import { clearTables } from '../../testing/database.ts'
import { addUpCounts } from './leads.list.queries.ts'

const kontor = await startTestApp({ worker: 'off' })
const { pool, db } = kontor.database
const asSales = await kontor.asSales()
const other = await startAnotherApp(kontor)

/** A narrowing filter, so that its matches are counted. */
const filter = 'q=fjord&industry=bygg'

const login = await other.inject({
  method: 'POST',
  url: '/api/auth/login',
  payload: { username: kontor.config.salesUsername, password: kontor.config.salesPassword },
})
const cookies = Object.fromEntries(login.cookies.map(({ name, value }) => [name, value]))

/** The number of leads per status that the other instance returns, checked against its list. */
const shown = async () => {
  const get = async (path: string) => (await other.inject({ url: `/api/leads${path}?${filter}`, cookies })).json()
  const [page, summary]: [LeadPage, LeadSummary] = await Promise.all([get(''), get('/summary')])
  expect(page.leads).toHaveLength(page.pagination.total)
  expect(summary.total).toBe(page.pagination.total)
  return Object.fromEntries(summary.counts.flatMap(({ status, count }) => (count > 0 ? [[status, count]] : [])))
}

const add = async (body: object = {}): Promise<number> => {
  const answer = await asSales('POST', '/api/leads', { company_name: 'Fjordbygg AS', industry: 'Bygging', ...body })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().id
}

beforeEach(async () => {
  await pool.query('DELETE FROM leads')
})

it('reflects changes by another instance at once, when a lead enters or leaves a filter', async () => {
  expect(await shown()).toEqual({})
  const id = await add()
  expect(await shown()).toEqual({ Ny: 1 })
  const change = async (changes: object) => {
    const answer = await asSales('PUT', `/api/leads/${id}`, changes)
    expect(answer.statusCode, answer.body).toBe(200)
    return shown()
  }
  expect(await change({ company_name: 'Dalbygg AS' })).toEqual({})
  expect(await change({ city: 'Fjordheim' })).toEqual({ Ny: 1 })
  expect(await change({ industry: 'Regnskap' })).toEqual({})
  expect(await change({ industry: null })).toEqual({})
  expect(await change({ industry: 'Bygg', notes: 'Ringte' })).toEqual({ Ny: 1 })
  expect(await change({ status: 'Kunde' })).toEqual({ Kunde: 1 })
  await asSales('DELETE', `/api/leads/${id}`)
  expect(await shown()).toEqual({})
})

it('recounts when two leads swap places without changing the totals', async () => {
  await add()
  await add({ company_name: 'Dalbygg AS', status: 'Avslått' })
  expect(await shown()).toEqual({ Ny: 1 })
  await pool.query(`UPDATE leads SET status = CASE status WHEN 'Ny' THEN 'Avslått' ELSE 'Ny' END`)
  expect(await shown()).toEqual({ Avslått: 1 })
  await pool.query(`UPDATE leads SET company_name = CASE status WHEN 'Ny' THEN 'Fjordbygg' ELSE 'Dalbygg' END || ' AS'`)
  expect(await shown()).toEqual({ Ny: 1 })
})

it('counts a change written before another one but committed after it', async () => {
  const slow = await pool.connect()
  await slow.query('BEGIN')
  await slow.query(`INSERT INTO leads (company_name, industry) VALUES ('Fjordtak', 'Bygg')`)
  await add()
  expect(await shown()).toEqual({ Ny: 1 })
  await addUpCounts(db)
  expect(await shown()).toEqual({ Ny: 1 })
  await slow.query('COMMIT')
  slow.release()
  expect(await shown()).toEqual({ Ny: 2 })
  await clearTables(pool, 'leads')
  expect(await shown()).toEqual({})
})

it('adds up the numbers of leads that writers have noted', async () => {
  for (let n = 0; n < 5; n++) await add()
  await addUpCounts(db)
  const { rows } = await pool.query(
    'SELECT status, sum(n)::int AS n, count(*)::int AS rows FROM lead_counts GROUP BY 1',
  )
  expect(rows.find(({ status }) => status === 'Ny')).toMatchObject({ n: 5, rows: 1 })
})

it('pages through a search', async () => {
  await pool.query(`INSERT INTO leads (company_name, city) SELECT 'Fjord ' || lpad(n::text, 4, '0'),
    CASE WHEN n % 2 = 0 THEN 'Hamar' END FROM generate_series(1, 300) n`)
  const paged = async (q: string, sort: string): Promise<string[]> => {
    const names: string[] = []
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const answer = await other.inject({ url: `/api/leads?q=${q}&sort=${sort}&size=120&page=${page}`, cookies })
      const { leads, pagination }: LeadPage = answer.json()
      names.push(...leads.map(({ company_name }) => company_name))
      pages = pagination.pages
    }
    return names
  }
  const named = (numbers: number[]) => numbers.map((n) => `Fjord ${String(n).padStart(4, '0')}`)
  const all = Array.from({ length: 300 }, (_, index) => index + 1)
  const [even, odd] = [all.filter((n) => n % 2 === 0), all.filter((n) => n % 2 === 1)]
  expect(await paged('fjord', 'company_name:asc')).toEqual(named(all))
  expect(await paged('fjord', 'city:desc')).toEqual(named([...even.toReversed(), ...odd.toReversed()]))
  expect(await paged('hamar', 'city:asc')).toEqual(named(even))
  expect(await paged('hamar', 'id:desc')).toEqual(named(even.toReversed()))
})

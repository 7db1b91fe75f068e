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

/** The leads per status that the other instance counts: under the filter, checked against its list, and of all leads. */
const shown = async () => {
  const get = async (path: string) => (await other.inject({ url: `/api/leads${path}`, cookies })).json()
  const [page, summary, all]: [LeadPage, LeadSummary, LeadSummary] = await Promise.all([
    get(`?${filter}`),
    get(`/summary?${filter}`),
    get('/summary'),
  ])
  expect(page.leads).toHaveLength(page.pagination.total)
  expect(summary.total).toBe(page.pagination.total)
  const byStatus = ({ counts }: LeadSummary) =>
    Object.fromEntries(counts.flatMap(({ status, count }) => (count > 0 ? [[status, count]] : [])))
  return [byStatus(summary), byStatus(all)]
}

const add = async (body: object = {}): Promise<number> => {
  const answer = await asSales('POST', '/api/leads', { company_name: 'Fjordbygg AS', industry: 'Bygging', ...body })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().id
}

beforeEach(() => clearTables(pool, 'leads'))

it('reflects changes by another instance at once, when a lead enters, leaves or changes places under a filter', async () => {
  expect(await shown()).toEqual([{}, {}])
  const id = await add()
  expect(await shown()).toEqual([{ Ny: 1 }, { Ny: 1 }])
  const change = async (changes: object) => {
    const answer = await asSales('PUT', `/api/leads/${id}`, changes)
    expect(answer.statusCode, answer.body).toBe(200)
    return shown()
  }
  expect(await change({ company_name: 'Dalbygg AS' })).toEqual([{}, { Ny: 1 }])
  expect(await change({ city: 'Fjordheim' })).toEqual([{ Ny: 1 }, { Ny: 1 }])
  expect(await change({ industry: 'Regnskap' })).toEqual([{}, { Ny: 1 }])
  expect(await change({ industry: 'Bygg', status: 'Kunde' })).toEqual([{ Kunde: 1 }, { Kunde: 1 }])
  await add({ company_name: 'Dalbygg AS' })
  await pool.query(`UPDATE leads SET status = CASE status WHEN 'Ny' THEN 'Kunde' ELSE 'Ny' END`)
  expect(await shown()).toEqual([{ Ny: 1 }, { Ny: 1, Kunde: 1 }])
  await asSales('DELETE', `/api/leads/${id}`)
  expect(await shown()).toEqual([{}, { Kunde: 1 }])
})

it('counts a change that is committed while the counts that writers noted are added up', async () => {
  const slow = await pool.connect()
  await slow.query('BEGIN')
  await slow.query(`INSERT INTO leads (company_name, industry) VALUES ('Fjordtak', 'Bygg')`)
  for (let n = 0; n < 5; n++) await add()
  await addUpCounts(db)
  const { rows } = await pool.query('SELECT status, n::int FROM lead_counts')
  expect(rows.filter(({ status }) => status === 'Ny')).toEqual([{ status: 'Ny', n: 5 }])
  expect(await shown()).toEqual([{ Ny: 5 }, { Ny: 5 }])
  await slow.query('COMMIT')
  slow.release()
  expect(await shown()).toEqual([{ Ny: 6 }, { Ny: 6 }])
})

import type { Lead } from '@kontor/contract/leads/leads.schema'
import { readXlsx } from 'hucre'
import { beforeEach, describe, expect, it } from 'vitest'
import { startTestApp } from '../../testing/app.ts'
import { logInAsAdmin } from '../../testing/upload.ts'

const kontor = await startTestApp({ worker: 'off' })
// Half past midnight on Tuesday 24 March in Norway, but still Monday in UTC.
kontor.clock.set('2026-03-23T23:30:00.000Z')
const { pool } = kontor.database
const asSales = await kontor.asSales()
const asAdmin = await kontor.asAdmin()
const session = await logInAsAdmin(kontor)

const [yesterday, today, tomorrow] = ['2026-03-23', '2026-03-24', '2026-03-25']

const owners = async (caller = asSales): Promise<{ id: number; name: string; is_active: boolean }[]> =>
  (await caller('GET', '/api/leads/owners')).json()
const idOf = async (name: string): Promise<number> => (await owners()).find((owner) => owner.name === name)?.id ?? 0

const addUser = async (username: string): Promise<number> => {
  const { rows } = await pool.query<{ id: number }>(
    `INSERT INTO users (username, password_hash) VALUES ($1, 'x') RETURNING id`,
    [username],
  )
  return rows[0]?.id ?? 0
}
const kari = await addUser('kari')
const me = await idOf(kontor.config.salesUsername)

beforeEach(async () => {
  await pool.query('DELETE FROM leads')
})

const add = async (company_name: string, body: object = {}): Promise<Lead> => {
  const answer = await asSales('POST', '/api/leads', { company_name, ...body })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const change = (id: number, body: object) => asSales('PUT', `/api/leads/${id}`, body)
const namesOf = async (query: string, caller = asSales): Promise<string[]> => {
  const answer = await caller('GET', `/api/leads?sort=company_name:asc&${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().leads.map(({ company_name }: Lead) => company_name)
}

describe('the day of the next step', () => {
  it('filters the list, its counts and the export by overdue, today and upcoming', async () => {
    await add('Forfalt AS', { next_step_at: yesterday })
    await add('I dag AS', { next_step_at: today })
    await add('Senere AS', { next_step_at: tomorrow, status: 'Kontaktet' })
    await add('Uten dato AS')
    await add('Tapt AS', { next_step_at: yesterday, status: 'Avslått' })
    expect(await namesOf('due=due')).toEqual(['Forfalt AS', 'I dag AS'])
    expect(await namesOf('due=overdue')).toEqual(['Forfalt AS'])
    expect(await namesOf('due=today')).toEqual(['I dag AS'])
    expect(await namesOf('due=upcoming')).toEqual(['Senere AS'])
    expect(await namesOf('due=upcoming&status=Ny')).toEqual([])
    const summary = (await asSales('GET', '/api/leads/summary?due=upcoming')).json()
    expect(summary.total).toBe(1)
    const exported = await session.get('/api/export/excel?due=overdue')
    const rows = (await readXlsx(new Uint8Array(exported.rawPayload))).sheets[0]?.rows ?? []
    expect(rows.length).toBe(2)
  })

  it('sorts in both directions with leads without a day last, and can be cleared', async () => {
    const { id } = await add('B', { next_step_at: tomorrow })
    await add('A', { next_step_at: today })
    await add('C')
    const sorted = async (sort: string) =>
      (await asSales('GET', `/api/leads?sort=${sort}`)).json().leads.map((lead: Lead) => lead.company_name)
    expect(await sorted('next_step_at:asc')).toEqual(['A', 'B', 'C'])
    expect(await sorted('next_step_at:desc')).toEqual(['B', 'A', 'C'])
    expect((await change(id, { next_step_at: '' })).json()).toMatchObject({ next_step_at: null })
  })
})

describe('the owner', () => {
  it('accepts active users only, and lists them and inactive owners for both roles', async () => {
    const expected = [
      { id: kari, name: 'kari', is_active: true },
      { id: me, name: kontor.config.salesUsername, is_active: true },
    ]
    expect(await owners()).toEqual(expected)
    expect(await owners(asAdmin)).toEqual(expected)
    await pool.query('UPDATE users SET is_active = false WHERE id = $1', [kari])
    expect(await owners()).toEqual(expected.slice(1))
    await add('Karis AS', { owner_id: kari })
    expect(await owners()).toEqual([...expected.slice(1), { id: kari, name: 'kari', is_active: false }])
    expect(await namesOf(`owner=${kari}`)).toEqual(['Karis AS'])
    await pool.query('UPDATE users SET is_active = true WHERE id = $1', [kari])
  })

  it('filters by me, none and user, and sorts by name; the administrator owns no leads', async () => {
    await add('Mitt AS', { owner_id: me })
    await add('Karis AS', { owner_id: kari })
    await add('Ingens AS')
    expect(await namesOf('owner=me')).toEqual(['Mitt AS'])
    expect(await namesOf('owner=me', asAdmin)).toEqual([])
    expect(await namesOf('owner=none')).toEqual(['Ingens AS'])
    expect(await namesOf(`owner=${kari}`)).toEqual(['Karis AS'])
    const sorted = async (query: string) =>
      (await asSales('GET', `/api/leads?${query}`)).json().leads.map(({ owner }: Lead) => owner)
    expect(await sorted('sort=owner:asc')).toEqual(['kari', kontor.config.salesUsername, null])
    expect(await sorted('sort=owner:desc&q=as')).toEqual([kontor.config.salesUsername, 'kari', null])
  })

  it('is rejected if unknown, and cleared when the user is deleted', async () => {
    const ola = await addUser('ola')
    const { id } = await add('Prøve AS', { owner_id: ola })
    expect((await change(id, { owner_id: 999_999 })).statusCode).toBe(400)
    await asAdmin('DELETE', `/api/users/${ola}`)
    const [lead] = (await asSales('GET', '/api/leads')).json().leads
    expect(lead).toMatchObject({ owner_id: null, owner: null })
  })

  it('is imported by user name in any case; an unknown name fails its row', async () => {
    await add('Mitt AS', { owner_id: kari })
    const report = await session.importRows('/api/imports/excel', [
      ['Firmanavn', 'Ansvarlig', 'Frist'],
      ['Karis AS', 'KARI', '25.03.2026'],
      ['Mitt AS', kontor.config.salesUsername, null],
      ['Feil AS', 'per', null],
    ])
    expect(report).toMatchObject({ rows_created: 1, rows_updated: 1, rows_failed: 1 })
    expect(report.rows).toContainEqual(
      expect.objectContaining({ outcome: 'failed', column: 'Ansvarlig', message: expect.stringContaining('«per»') }),
    )
    const [lead] = (await asSales('GET', `/api/leads?owner=${kari}`)).json().leads
    expect(lead).toMatchObject({ owner_id: kari, owner: 'kari', next_step_at: tomorrow })
    expect(await namesOf('owner=me')).toEqual(['Mitt AS'])
  })
})

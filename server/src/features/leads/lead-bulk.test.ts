import type { BulkAnswer } from '@kontor/contract/leads/leads.bulk.schema'
import { deliveredLostReasons } from '@kontor/contract/leads/leads.rules'
import type { Lead } from '@kontor/contract/leads/leads.schema'
import { beforeEach, describe, expect, it } from 'vitest'
import { startTestApp } from '../../testing/app.ts'

const kontor = await startTestApp({ worker: 'off' })
const { pool } = kontor.database
const asSales = await kontor.asSales()
const asAdmin = await kontor.asAdmin()
const [owner] = (await asSales('GET', '/api/leads/owners')).json()

beforeEach(async () => {
  await pool.query('DELETE FROM leads')
})

const add = async (company_name: string, body: object = {}): Promise<Lead> =>
  (await asSales('POST', '/api/leads', { company_name, ...body })).json()
const stored = async (): Promise<Lead[]> => (await asSales('GET', '/api/leads?sort=id:asc')).json().leads
const change = (leads: object[], changes: object) => asSales('POST', '/api/leads/bulk', { leads, changes })

describe('POST /api/leads/bulk', () => {
  it('sets status with reason, owner and next step, and skips leads that already have them', async () => {
    const [one, two] = [await add('En AS'), await add('To AS', { status: 'Avslått', lost_reason: 'For dyrt' })]
    const both = [{ id: two.id, version: two.version }, { id: one.id }]
    const lost = await change(both, { status: 'Avslått', lost_reason: 'For dyrt' })
    expect(lost.json()).toEqual({ changed: [two.id, one.id], skipped: [] })
    expect(await stored()).toMatchObject([
      { status: 'Avslått', lost_reason: 'For dyrt', version: 2 },
      { status: 'Avslått', lost_reason: 'For dyrt', version: 1 },
    ])
    const [history] = (await asSales('GET', `/api/leads/${one.id}/history`)).json()
    expect(history).toMatchObject({ from: 'Ny', to: 'Avslått', changed_by: kontor.config.salesUsername })
    await change(both.slice(1), { owner_id: owner.id, next_step: 'Ring', next_step_at: '2026-04-01' })
    expect(await stored()).toMatchObject([
      { owner: owner.name, next_step: 'Ring', next_step_at: '2026-04-01', lost_reason: 'For dyrt' },
      { owner: null, next_step: null },
    ])
    await change(both.slice(1), { owner_id: null, next_step_at: null })
    expect((await stored())[0]).toMatchObject({ owner: null, next_step: 'Ring', next_step_at: null })
  })

  it('skips leads that were deleted or changed since they were read, and changes the others', async () => {
    const [kept, changed, gone] = [await add('En AS'), await add('To AS'), await add('Tre AS')]
    await asSales('PUT', `/api/leads/${changed.id}`, { notes: 'Ringte' })
    await pool.query('DELETE FROM leads WHERE id = $1', [gone.id])
    const read = [kept, changed, gone].map(({ id, version }) => ({ id, version }))
    const answer: BulkAnswer = (await change(read, { status: 'Kontaktet' })).json()
    expect(answer).toEqual({
      changed: [kept.id],
      skipped: [
        { id: changed.id, reason: 'stale', company_name: 'To AS', version: changed.version + 1 },
        { id: gone.id, reason: 'gone', company_name: null, version: null },
      ],
    })
    expect((await stored()).map(({ status }) => status)).toEqual(['Kontaktet', 'Ny'])
  })

  it('rejects an invalid change whole', async () => {
    const { id } = await add('En AS')
    const tooMany = Array.from({ length: 201 }, (_, index) => ({ id: index + 1 }))
    for (const [leads, changes] of [
      [[], { status: 'Ny' }],
      [[{ id }], {}],
      [[{ id }], { status: 'Vunnet' }],
      [[{ id }], { status: 'Kontaktet', owner_id: 999_999 }],
      [tooMany, { status: 'Ny' }],
    ] as const)
      expect((await change([...leads], changes)).statusCode, JSON.stringify(changes)).toBe(400)
    expect((await stored())[0]).toMatchObject({ status: 'Ny', version: 1 })
  })
})

describe('the reasons for lost leads', () => {
  it('have defaults, are edited by the administrator and stay on leads that have them', async () => {
    const put = async (body: object) => {
      const answer = await asAdmin('PUT', '/api/leads/lost-reasons', body)
      return [answer.statusCode, answer.json().current ?? answer.json()]
    }
    const read = async () => (await asSales('GET', '/api/leads/lost-reasons')).json()
    expect(await read()).toEqual({ reasons: deliveredLostReasons })
    await add('En AS', { status: 'Avslått', lost_reason: 'For dyrt' })
    expect(await put({ reasons: ['Ingen grunn', 'For sent'] })).toEqual([200, { reasons: ['Ingen grunn', 'For sent'] }])
    expect(await stored()).toMatchObject([{ lost_reason: 'For dyrt' }])
    expect(await put({ reasons: ['B'], known: ['Ingen grunn', 'For sent'] })).toEqual([200, { reasons: ['B'] }])
    expect(await put({ reasons: ['C'], known: ['Ingen grunn', 'For sent'] })).toEqual([409, { reasons: ['B'] }])
    expect(await put({ reasons: ['A', 'a'] })).toMatchObject([400, {}])
    expect(await put({ reasons: [''] })).toMatchObject([400, {}])
    expect(await read()).toEqual({ reasons: ['B'] })
  })
})

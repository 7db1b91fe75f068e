import type { LeadFigures } from '@kontor/contract/leads/leads.figures.schema'
import { beforeEach, expect, it } from 'vitest'
import { startTestApp } from '../../testing/app.ts'

const kontor = await startTestApp({ worker: 'off' })
const { pool } = kontor.database
const asSales = await kontor.asSales()
const [me] = (await asSales('GET', '/api/leads/owners')).json()

beforeEach(async () => {
  await pool.query('DELETE FROM leads')
})

const add = async (body: object): Promise<number> =>
  (await asSales('POST', '/api/leads', { company_name: 'Prøve AS', ...body })).json().id
const move = (id: number, status: string) => asSales('PATCH', `/api/leads/${id}/status`, { status })
const figures = async (): Promise<LeadFigures> => {
  const answer = await asSales('GET', '/api/leads/figures')
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

it('counts the furthest stage of leads, also of those that went back or were lost', async () => {
  expect(await figures()).toMatchObject({ funnel: [{ reached: 0 }, {}, {}, {}, {}], overdue: [], lost: [] })
  await add({ status: 'Ny' })
  await add({ status: 'Kunde' })
  const back = await add({ status: 'Tilbud sendt' })
  await move(back, 'Kontaktet')
  const lost = await add({ status: 'Avtalt møte' })
  await move(lost, 'Avslått')
  await add({ status: 'Avslått' })
  expect((await figures()).funnel).toEqual([
    { stage: 'Ny', reached: 5 },
    { stage: 'Kontaktet', reached: 3 },
    { stage: 'Avtalt møte', reached: 3 },
    { stage: 'Tilbud sendt', reached: 2 },
    { stage: 'Kunde', reached: 1 },
  ])
})

it('counts new leads and customers per week in Norway, for twelve weeks', async () => {
  // Sunday 22 March 23:30 in UTC is Monday 23 March in Norway.
  const [sunday, monday, old] = [await add({}), await add({}), await add({})]
  const created = (id: number, at: string) => pool.query('UPDATE leads SET created_at = $2 WHERE id = $1', [id, at])
  await created(sunday, '2026-03-22T12:00:00Z')
  await created(monday, '2026-03-22T23:30:00Z')
  await created(old, '2026-01-04T12:00:00Z')
  await move(monday, 'Kunde')
  await move(monday, 'Kontaktet')
  await move(monday, 'Kunde')
  await pool.query(`UPDATE lead_status_changes SET changed_at = '2026-03-24T08:00:00Z'`)
  const { weeks } = await figures()
  expect(weeks).toHaveLength(12)
  expect(weeks.at(0)).toEqual({ week: '2026-01-05', leads: 0, customers: 0 })
  expect(weeks.at(-2)).toEqual({ week: '2026-03-16', leads: 1, customers: 0 })
  expect(weeks.at(-1)).toEqual({ week: '2026-03-23', leads: 1, customers: 1 })
})

it('counts overdue steps per owner and losses per reason, largest first', async () => {
  await add({ next_step_at: '2026-03-23', owner_id: me.id })
  await add({ next_step_at: '2026-03-01', owner_id: me.id })
  await add({ next_step_at: '2026-03-23' })
  await add({ next_step_at: '2026-03-24', owner_id: me.id })
  await add({ next_step_at: '2026-03-23', status: 'Avslått', lost_reason: 'For dyrt' })
  await add({ status: 'Avslått', lost_reason: 'For dyrt' })
  await add({ status: 'Avslått' })
  expect(await figures()).toMatchObject({
    overdue: [
      { owner: me.name, leads: 2 },
      { owner: null, leads: 1 },
    ],
    lost: [
      { reason: 'For dyrt', leads: 2 },
      { reason: null, leads: 1 },
    ],
  })
})

import type { Condition } from '@kontor/contract/conditions/conditions.schema'
import { beforeEach, describe, expect, test } from 'vitest'
import { startTestApp } from '../../testing/app.ts'
import { clearTables } from '../../testing/database.ts'

const kontor = await startTestApp({ worker: 'off' })
const admin = await kontor.asAdmin()
const { pool } = kontor.database

const full = {
  name: 'Betalingsfrist',
  content: 'Faktura forfaller etter 14 dager.\nVed forsinkelse påløper renter.',
  category: 'payment',
  isActive: false,
  isDefault: true,
  sortOrder: -3,
}

const create = async (condition: object = {}): Promise<Condition> => {
  const answer = await admin('POST', '/api/conditions', { name: 'Vilkår', content: 'Tekst', ...condition })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json()
}
const stored = async (): Promise<Condition[]> => (await admin('GET', '/api/conditions')).json()
const order = (ids: readonly unknown[]) => admin('PUT', '/api/conditions/order', { ids })

/** Attaches a copy of the condition to a new agreement. */
const attachToAgreement = (conditionId: number) =>
  pool.query(
    `WITH customer AS (INSERT INTO customers (name, email) VALUES ('Kunde', 'post@kunde.example') RETURNING id),
     agreement AS (INSERT INTO agreements (customer_id, title, reference, response_token) SELECT id, 'Avtale', gen_random_uuid()::text, gen_random_uuid()::text FROM customer RETURNING id)
     INSERT INTO agreement_conditions (agreement_id, condition_id, name, content) SELECT id, $1, 'Kopi', 'Som den var' FROM agreement`,
    [conditionId],
  )

beforeEach(async () => {
  await clearTables(pool, 'agreements', 'customers', 'conditions')
})

describe('a condition', () => {
  test('requires a name and content; defaults to general, active and not default', async () => {
    const condition = await create()
    expect(condition).toEqual({
      id: expect.any(Number),
      name: 'Vilkår',
      content: 'Tekst',
      category: 'general',
      isActive: true,
      isDefault: false,
      sortOrder: 0,
      usageCount: 0,
      version: 1,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
    })
    expect(await stored()).toEqual([condition])
  })

  test('stores all its fields, including a custom category', async () => {
    expect(await create(full)).toMatchObject(full)
    expect(await create({ category: 'Personvern' })).toMatchObject({ category: 'Personvern' })
  })

  test('accepts null or an empty string for optional fields', async () => {
    for (const empty of [null, ''])
      expect(await create({ category: empty, sortOrder: empty })).toMatchObject({ category: 'general', sortOrder: 0 })
    expect(await create({ isActive: null, isDefault: null })).toMatchObject({ isActive: true, isDefault: false })
  })
})

test('lists conditions in order, with the number of agreements that use them', async () => {
  for (const [name, sortOrder] of [
    ['C', 2],
    ['A', -1],
    ['B', 0],
    ['B2', 0],
  ] as const)
    await create({ name, sortOrder })
  const [first] = await stored()
  if (!first) throw new Error('No condition')
  await attachToAgreement(first.id)
  await attachToAgreement(first.id)
  expect((await stored()).map(({ name, usageCount }) => [name, usageCount])).toEqual([
    ['A', 2],
    ['B', 0],
    ['B2', 0],
    ['C', 0],
  ])
})

describe('the order', () => {
  const names = async () => (await stored()).map(({ name }) => name)

  test('changes without touching unmoved conditions', async () => {
    const [a, b, c] = [
      await create({ name: 'A', sortOrder: 1 }),
      await create({ name: 'B' }),
      await create({ name: 'C' }),
    ]
    const answer = await order([a.id, c.id, b.id])
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual(await stored())
    expect((await stored()).map(({ name, sortOrder, version }) => [name, sortOrder, version])).toEqual([
      ['A', 1, 1],
      ['C', 2, 2],
      ['B', 3, 2],
    ])
    expect((await order([a.id, c.id, b.id])).json()).toEqual(await stored())
  })

  test('is rejected unless it names every condition once', async () => {
    const [a, b] = [await create({ name: 'A' }), await create({ name: 'B' })]
    for (const ids of [[b.id], [b.id, a.id, 999_999], []]) {
      const answer = await order(ids)
      expect([answer.statusCode, answer.json()]).toEqual([
        409,
        { error: 'Betingelsene er endret av en annen. Hent listen på nytt.' },
      ])
    }
    expect((await order([a.id, a.id])).statusCode).toBe(400)
    expect((await order(['x'])).statusCode).toBe(400)
    expect(await names()).toEqual(['A', 'B'])
  })

  test('is one of the two after concurrent changes', async () => {
    const ids: number[] = []
    for (const name of ['A', 'B', 'C']) ids.push((await create({ name })).id)
    const [a, b, c] = ids
    const answers = await Promise.all([order([c, b, a]), order([b, a, c])])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(['CBA', 'BAC']).toContain((await names()).join(''))
  })
})

test('deletes a condition and keeps the copies in agreements', async () => {
  const { id } = await create()
  await attachToAgreement(id)
  await admin('DELETE', `/api/conditions/${id}`)
  expect(await stored()).toEqual([])
  const { rows } = await pool.query('SELECT condition_id, name, content FROM agreement_conditions')
  expect(rows).toEqual([{ condition_id: null, name: 'Kopi', content: 'Som den var' }])
})

import type { Product } from '@kontor/contract/products/products.schema'
import { beforeEach, describe, expect, test } from 'vitest'
import { startTestApp } from '../../testing/app.ts'
import { clearTables } from '../../testing/database.ts'
import { callDuring } from '../../testing/locks.ts'

const kontor = await startTestApp({ worker: 'off' })
const admin = await kontor.asAdmin()
const { pool } = kontor.database

const full = {
  number: 'K-100',
  name: 'Kurs i internkontroll',
  costPrice: 1200.5,
  grosMargin: 39.97,
  salesPrice: 1999.99,
  productTax_Id: 1,
  salesPriceIncVat: 2299.99,
  description: 'En dag.\nMed lunsj.',
  comment: 'Kun for oss',
  isActive: false,
  type: 'service',
}

const create = async (product: object = {}): Promise<Product> => {
  const answer = await admin('POST', '/api/products', { number: '1', name: 'Produkt', ...product })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json()
}
const stored = async (): Promise<Product[]> => (await admin('GET', '/api/products')).json()

const newAgreement = async (): Promise<string> => {
  const { rows } = await pool.query(
    `WITH customer AS (INSERT INTO customers (name, email) VALUES ('Kunde', 'post@kunde.example') RETURNING id)
     INSERT INTO agreements (customer_id, title, reference, response_token) SELECT id, 'Avtale', gen_random_uuid()::text, gen_random_uuid()::text FROM customer RETURNING id`,
  )
  return rows[0].id
}
const addLine = `INSERT INTO agreement_products (agreement_id, product_id, description, unit_price, total_price) VALUES ($1, $2, 'Linje', 100, 100)`
const addLineWith = async (productId: number, agreementId?: string) =>
  pool.query(addLine, [agreementId ?? (await newAgreement()), productId])

beforeEach(async () => {
  await clearTables(pool, 'agreements', 'customers', 'products')
})

describe('a product', () => {
  test('requires only a number and a name; prices default to zero', async () => {
    const product = await create()
    expect(product).toEqual({
      id: expect.any(Number),
      number: '1',
      name: 'Produkt',
      costPrice: 0,
      grosMargin: 0,
      salesPrice: 0,
      productTax_Id: 0,
      salesPriceIncVat: 0,
      description: null,
      comment: null,
      isActive: true,
      type: null,
      usageCount: 0,
      version: 1,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
    })
    expect(await stored()).toEqual([product])
  })

  test('stores all its fields, also when another product has the same number', async () => {
    expect(await create(full)).toMatchObject(full)
    await create(full)
    expect(await stored()).toMatchObject([full, full])
  })

  test('is stored in whole øre and returned unchanged, also at the largest price', async () => {
    const prices = [0.01, 0.07, 1.1, 19.99, 1.15, 8.2, 1_234_567.89, 70_000_000_000_000]
    for (const kroner of prices) await create({ costPrice: kroner, salesPrice: kroner, salesPriceIncVat: kroner })
    const { rows } = await pool.query('SELECT cost_price::text AS ore FROM products ORDER BY id')
    expect(rows.map(({ ore }) => ore)).toEqual([
      ...['1', '7', '110', '1999', '115', '820', '123456789', '7000000000000000'],
    ])
    const byId = (await stored()).toSorted((a, b) => a.id - b.id)
    for (const field of ['costPrice', 'salesPrice', 'salesPriceIncVat'] as const) {
      expect(byId.map((product) => product[field])).toEqual(prices)
    }
  })

  test('rounds its margin to hundredths of a percent, and computes no price from another', async () => {
    const below = { costPrice: 200, salesPrice: 100, grosMargin: 33.333333333 }
    expect(await create(below)).toMatchObject({ ...below, grosMargin: 33.33, salesPriceIncVat: 0 })
    expect(await create({ grosMargin: 150 })).toMatchObject({ grosMargin: 150, salesPrice: 0 })
  })

  test('accepts null and empty optional fields', async () => {
    const defaults = { costPrice: 0, productTax_Id: 0, type: null, comment: null, isActive: true }
    const { number, name, isActive, ...optional } = full
    for (const empty of [null, '']) {
      const fields = Object.fromEntries(Object.keys(optional).map((field) => [field, empty]))
      expect(await create({ ...fields, isActive: null })).toMatchObject(defaults)
    }
  })
})

test('lists products by number in Norwegian order, with the number of agreements that use them', async () => {
  for (const number of ['Ø', 'Å', 'Z', 'B', 'A']) await create({ number })
  const used = (await stored())[0]
  if (!used) throw new Error('No product')
  const agreement = await newAgreement()
  await addLineWith(used.id, agreement)
  await addLineWith(used.id, agreement)
  await addLineWith(used.id)
  expect((await stored()).map(({ number, usageCount }) => [number, usageCount])).toEqual([
    ['A', 2],
    ['B', 0],
    ['Z', 0],
    ['Ø', 0],
    ['Å', 0],
  ])
})

describe('deleting a product', () => {
  test('deactivates it when an agreement uses it, and does nothing the second time', async () => {
    const { id } = await create()
    await addLineWith(id)
    for (let turn = 0; turn < 2; turn += 1) {
      expect((await admin('DELETE', `/api/products/${id}`)).statusCode).toBe(204)
      expect(await stored()).toMatchObject([{ id, isActive: false, usageCount: 1, version: 2 }])
    }
    expect((await pool.query('SELECT product_id FROM agreement_products')).rows).toEqual([{ product_id: id }])
  })

  test('deactivates it when a line that uses it is being added concurrently', async () => {
    const { id } = await create()
    const agreement = await newAgreement()
    const deletion = await callDuring(pool, [addLine, agreement, id], () => admin('DELETE', `/api/products/${id}`))
    expect(deletion.statusCode).toBe(204)
    expect(await stored()).toMatchObject([{ id, isActive: false, usageCount: 1 }])
    expect((await pool.query('SELECT product_id FROM agreement_products')).rows).toEqual([{ product_id: id }])
  })
})

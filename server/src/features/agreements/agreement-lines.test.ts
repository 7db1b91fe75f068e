import type { AgreementCondition, AgreementLine } from '@kontor/contract/agreements/agreements.schema'
import { describe, expect, test } from 'vitest'
import { startAgreementApp, unknownId } from '../../testing/agreement-app.ts'
import { conditions } from '../conditions/conditions.table.ts'
import { products } from '../products/products.table.ts'

const kontorApp = await startAgreementApp()
const { kontor, admin, callOk, createDraft, addLine, read, events, linesOf, conditionsOf } = kontorApp
const { db, pool } = kontor.database

describe('lines', () => {
  test('update the amounts when added, changed and removed', async () => {
    const { id } = await createDraft()
    const [product] = await db.insert(products).values({ number: '1', name: 'Kurs' }).returning()
    const first = await addLine(id, { productId: product?.id, quantity: 3, unitPrice: 69_622, vatRate: 25 })
    expect(first).toMatchObject({ productId: product?.id, totalPrice: 208_866, sortOrder: 0, version: 1 })
    const second = await addLine(id, { description: 'Fri linje', unitPrice: 1_000, vatRate: 12.5 })
    expect(second).toMatchObject({ productId: null, quantity: 1, totalPrice: 1_000, sortOrder: 1 })
    expect(await read(id)).toMatchObject({ totalAmount: 209_866, vatAmount: 52_217 + 125, version: 3 })
    const path = `/api/agreements/${id}/products/${first.id}`
    expect(await callOk('PUT', path, { quantity: 1, totalPrice: 5 })).toMatchObject({ totalPrice: 69_622, version: 2 })
    expect(await read(id)).toMatchObject({ totalAmount: 70_622, vatAmount: 17_406 + 125 })
    await callOk('DELETE', path)
    await callOk('DELETE', `/api/agreements/${id}/products/${second.id}`)
    expect(await linesOf(id)).toEqual([])
    expect(await read(id)).toMatchObject({ totalAmount: 0, vatAmount: 0 })
    expect((await events(id)).map(({ detail }) => detail)).toEqual([
      null,
      'Linje lagt til: Timer',
      'Linje lagt til: Fri linje',
      'Linje endret: Timer',
      'Linje fjernet: Timer',
      'Linje fjernet: Fri linje',
    ])
  })

  test('are all counted when added concurrently', async () => {
    const { id } = await createDraft()
    await Promise.all(Array.from({ length: 20 }, () => addLine(id, { unitPrice: 2, vatRate: 25 })))
    expect(await read(id)).toMatchObject({ totalAmount: 40, vatAmount: 20 })
    expect((await linesOf(id)).map(({ sortOrder }) => sortOrder)).toEqual(Array.from({ length: 20 }, (_, at) => at))
  })

  test('are reordered only when all are named once', async () => {
    const { id } = await createDraft()
    const added = [await addLine(id), await addLine(id), await addLine(id)].map((line) => line.id)
    const order = [...added].reverse()
    const ordered = await callOk<AgreementLine[]>('PUT', `/api/agreements/${id}/product-order`, { ids: order })
    expect(ordered.map((line) => line.id)).toEqual(order)
    expect((await linesOf(id)).map((line) => line.id)).toEqual(order)
    for (const ids of [added.slice(1), [...added, unknownId], [added[0], added[0], added[1]]]) {
      const answered = await admin('PUT', `/api/agreements/${id}/product-order`, { ids })
      expect(answered.statusCode).toBe(409)
      expect(answered.json().current).toHaveLength(3)
    }
    const path = `/api/agreements/${id}/product-order`
    const late = await admin('PUT', path, { ids: [...added.slice(1), added[0]], known: added })
    expect([late.statusCode, late.json().current.map((line: AgreementLine) => line.id)]).toEqual([409, order])
    expect((await admin('PUT', path, { ids: added, known: order })).statusCode).toBe(200)
  })

  test('are rejected with a message per invalid field', async () => {
    const { id } = await createDraft()
    const rejectedFields = async (body: object) => {
      const answered = await admin('POST', `/api/agreements/${id}/products`, body)
      expect(answered.statusCode).toBe(400)
      return answered.json().fields
    }
    expect(await rejectedFields({ productId: 0, quantity: 0, unitPrice: -1, totalPrice: -1, vatRate: 101 })).toEqual({
      productId: 'Produkt ID er påkrevd',
      description: 'Beskrivelse er påkrevd',
      quantity: 'Antall må være minst 1',
      unitPrice: 'Enhetspris må være 0 eller høyere',
      totalPrice: 'Total pris må være 0 eller høyere',
      vatRate: 'MVA-sats må være mellom 0 og 100',
    })
    const largeAmount = 7_000_000_000_000_000
    for (const [body, fields] of [
      [{ unitPrice: 1.5 }, { unitPrice: 'Enhetspris må være 0 eller høyere' }],
      [{ unitPrice: 1, productId: 999_999 }, { productId: 'Produktet finnes ikke' }],
      [{ unitPrice: largeAmount, quantity: 2 }, { unitPrice: 'Beløpet er for stort' }],
      [{ unitPrice: largeAmount }, { unitPrice: 'Beløpet er for stort' }],
    ]) {
      expect(await rejectedFields({ description: 'x', ...body })).toEqual(fields)
    }
    expect(await linesOf(id)).toEqual([])
  })

  test('keep their text and price when the product is deleted', async () => {
    const { id } = await createDraft()
    const [product] = await db.insert(products).values({ number: '2', name: 'Borte' }).returning()
    await addLine(id, { productId: product?.id, description: 'Borte' })
    await pool.query('DELETE FROM products WHERE id = $1', [product?.id])
    expect(await linesOf(id)).toMatchObject([{ productId: null, description: 'Borte', unitPrice: 120_000 }])
  })
})

describe('conditions', () => {
  test('are attached, customized, reordered and detached', async () => {
    await db.insert(conditions).values([
      { id: 1, name: 'Betaling', content: 'Netto 14' },
      { id: 2, name: 'Levering', content: 'Straks' },
    ])
    const { id } = await createDraft()
    const path = `/api/agreements/${id}/conditions`
    const attach = (body: object) => callOk<AgreementCondition>('POST', `/api/agreements/${id}/conditions`, body)
    const payment = await attach({ conditionId: 1, customContent: 'Netto 30' })
    const delivery = await attach({ conditionId: 2 })
    expect(payment).toMatchObject({ name: 'Betaling', content: 'Netto 14', customContent: 'Netto 30', sortOrder: 0 })
    expect(await callOk('PUT', `/api/agreements/${id}/conditions/${payment.id}`, { customContent: '' })).toMatchObject({
      customContent: null,
    })
    const ids = [delivery.id, payment.id]
    const ordered = await callOk<AgreementCondition[]>('PUT', `/api/agreements/${id}/condition-order`, { ids })
    expect(ordered.map((condition) => condition.id)).toEqual(ids)
    await callOk('DELETE', `/api/agreements/${id}/conditions/${delivery.id}`)
    expect(await conditionsOf(id)).toMatchObject([{ name: 'Betaling' }])
    const rejected = await admin('POST', path, { conditionId: 0 })
    expect(rejected.json().fields).toEqual({ conditionId: 'Betingelse ID er påkrevd' })
    expect((await admin('POST', path, { conditionId: 9 })).json().fields).toEqual({
      conditionId: 'Betingelsen finnes ikke',
    })
  })
})

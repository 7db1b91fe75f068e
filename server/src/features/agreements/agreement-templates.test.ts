import type { Agreement } from '@kontor/contract/agreements/agreements.schema'
import type { AgreementTemplate } from '@kontor/contract/agreements/agreements.templates.schema'
import { beforeEach, expect, test } from 'vitest'
import { startAgreementApp } from '../../testing/agreement-app.ts'
import { conditions } from '../conditions/conditions.table.ts'
import { products } from '../products/products.table.ts'

const kontorApp = await startAgreementApp()
const { kontor, admin, customer, callOk, createDraft, addLine, events, linesOf, conditionsOf } = kontorApp
const { db, pool } = kontor.database

const save = (name: string, agreementId: string) =>
  callOk<AgreementTemplate>('POST', '/api/agreement-templates', { name, agreementId })
const list = () => callOk<AgreementTemplate[]>('GET', '/api/agreement-templates')
const begin = async (body: object): Promise<Agreement> =>
  (await callOk<{ agreement: Agreement }>('POST', '/api/agreements', { customerId: customer.id, ...body })).agreement

beforeEach(async () => {
  await pool.query('DELETE FROM agreement_templates')
  await pool.query('DELETE FROM conditions')
})

test('an agreement becomes a template, and a template an agreement', async () => {
  const [product] = await db.insert(products).values({ number: '1', name: 'Kurs' }).returning()
  await db.insert(conditions).values({ name: 'Betaling', content: 'Netto 14', isDefault: true })
  const terms = { language: 'en', verification: 'code', remindAfterDays: 5, remindEveryDays: 7, remindAtMost: 2 }
  const { id } = await createDraft({ description: 'Om kurset', vatRate: 12, reminderDays: 3, ...terms })
  await addLine(id, { productId: product?.id, description: 'Kurs', quantity: 3, unitPrice: 69_622 })
  await addLine(id, { description: 'Fri linje', unitPrice: 1_000, vatRate: 12.5 })
  const saved = await save('Kurs', id)
  expect(saved).toEqual({
    id: expect.any(String),
    name: 'Kurs',
    content: {
      title: 'Rådgivning',
      description: 'Om kurset',
      vatRate: 12,
      validDays: null,
      reminderDays: 3,
      ...terms,
    },
    lineCount: 2,
    conditionCount: 1,
    totalAmount: 209_866,
    vatAmount: 52_217 + 125,
    version: 1,
    createdAt: expect.stringMatching(/Z$/),
  })
  expect(await list()).toEqual([saved])

  await db.insert(conditions).values({ name: 'Nyere', content: 'x', isDefault: true })
  const agreement = await begin({ templateId: saved.id })
  expect(agreement).toMatchObject({
    title: 'Rådgivning',
    description: 'Om kurset',
    vatRate: 12,
    status: 'draft',
    ...terms,
  })
  expect(agreement).toMatchObject({ totalAmount: 209_866, vatAmount: 52_217 + 125, validUntil: null })
  expect(await linesOf(agreement.id)).toMatchObject([
    { productId: product?.id, description: 'Kurs', quantity: 3, unitPrice: 69_622, totalPrice: 208_866, sortOrder: 0 },
    { productId: null, description: 'Fri linje', vatRate: 12.5, sortOrder: 1 },
  ])
  expect(await conditionsOf(agreement.id)).toMatchObject([
    { name: 'Betaling', content: 'Netto 14', conditionId: expect.any(Number) },
  ])
  expect((await events(agreement.id)).map(({ detail }) => detail)).toEqual(['Fra malen Kurs'])
})

test("typed values replace the template's, even empty ones", async () => {
  const { id } = await createDraft({ description: 'Om kurset', vatRate: 12 })
  await addLine(id)
  const template = await save('Kurs', id)
  const typed = { title: 'Annet', description: '', vatRate: 15, totalAmount: 0, vatAmount: 0 }
  expect(await begin({ templateId: template.id, ...typed })).toMatchObject({
    title: 'Annet',
    description: null,
    vatRate: 15,
    totalAmount: 120_000,
    vatAmount: 30_000,
  })
})

test('the last day counts from the day that the new agreement is made', async () => {
  const { id } = await createDraft({ validUntil: '2026-03-11' })
  await pool.query(`UPDATE agreements SET created_at = '2026-03-01T09:00:00Z' WHERE id = $1`, [id])
  const template = await save('Ti dager', id)
  expect(template.content.validDays).toBe(10)
  expect(await begin({ templateId: template.id })).toMatchObject({ validUntil: '2026-04-03' })
})

test('lines and conditions keep their text when their product or condition is deleted', async () => {
  const [product] = await db.insert(products).values({ number: '2', name: 'Borte' }).returning()
  await db.insert(conditions).values({ name: 'Betaling', content: 'Netto 14', isDefault: true })
  const { id } = await createDraft()
  await addLine(id, { productId: product?.id, description: 'Borte' })
  const template = await save('Gammel', id)
  await callOk('DELETE', `/api/agreements/${id}`)
  await pool.query('DELETE FROM products WHERE id = $1', [product?.id])
  await pool.query('DELETE FROM conditions')
  const agreement = await begin({ templateId: template.id })
  expect(await linesOf(agreement.id)).toMatchObject([{ productId: null, description: 'Borte', unitPrice: 120_000 }])
  expect(await conditionsOf(agreement.id)).toMatchObject([{ conditionId: null, name: 'Betaling' }])
})

test('rejects a name that is taken, in any case, and more templates than allowed', async () => {
  const { id } = await createDraft()
  await save('Kurs', id)
  const answered = await admin('POST', '/api/agreement-templates', { name: 'kurs', agreementId: id })
  expect([answered.statusCode, answered.json()]).toEqual([
    409,
    {
      error: 'Det finnes allerede en mal med dette navnet.',
      fields: { name: 'Det finnes allerede en mal med dette navnet.' },
    },
  ])
  await pool.query(
    `INSERT INTO agreement_templates (name, content) SELECT 'Nr ' || n, content
     FROM agreement_templates, generate_series(1, 199) AS n`,
  )
  const full = await admin('POST', '/api/agreement-templates', { name: 'Enda en', agreementId: id })
  expect(full.statusCode).toBe(409)
})

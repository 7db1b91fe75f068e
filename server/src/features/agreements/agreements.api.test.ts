import type { Agreement } from '@kontor/contract/agreements/agreements.schema'
import { beforeEach, describe, expect, test } from 'vitest'
import { startAgreementApp } from '../../testing/agreement-app.ts'
import { conditions } from '../conditions/conditions.table.ts'
import { contactPersons, customers } from '../customers/customers.table.ts'

const kontorApp = await startAgreementApp()
const { kontor, admin, customer, person, callOk, createDraft, addLine, send, createAndSend } = kontorApp
const { read, events, answer, linesOf, conditionsOf } = kontorApp
const { db, pool } = kontor.database
beforeEach(async () => {
  await pool.query('DELETE FROM conditions')
})

describe('a new agreement', () => {
  test('is a draft with default values', async () => {
    const answered = await admin('POST', '/api/agreements', {
      title: ' Rådgivning ',
      description: '',
      customerId: customer.id,
      vatRate: 25,
      validUntil: '2026-06-29T22:00:00.000Z',
      status: 'draft',
      totalAmount: 0,
      vatAmount: 0,
    })
    expect(answered.statusCode).toBe(200)
    const { agreement } = answered.json()
    expect(agreement).toEqual({
      id: expect.any(String),
      reference: expect.stringMatching(/^A-2026-\d{4}$/),
      customerId: customer.id,
      customerName: 'Blåbær & sønner AS',
      contactPersonId: null,
      title: 'Rådgivning',
      description: null,
      status: 'draft',
      responseToken: expect.stringMatching(/^[\w-]{43}$/),
      totalAmount: 0,
      vatAmount: 0,
      vatRate: 25,
      validUntil: '2026-06-30',
      language: 'no',
      verification: 'link',
      responsibleName: null,
      responsiblePhone: null,
      responsibleEmail: null,
      sentAt: null,
      openedAt: null,
      archivedAt: null,
      respondedAt: null,
      customerResponse: null,
      respondedBy: null,
      answerChannel: null,
      evidence: null,
      reminderDays: null,
      remindAfterDays: null,
      remindEveryDays: null,
      remindAtMost: 3,
      lastMail: null,
      version: 1,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
    })
    expect(await read(agreement.id)).toEqual(agreement)
    expect(await events(agreement.id)).toMatchObject([{ kind: 'created', actor: 'admin' }])
  })

  test('gets the next number of the year, also when several are made at once', async () => {
    const numbers = (await Promise.all(Array.from({ length: 8 }, () => createDraft()))).map(({ reference }) =>
      Number(reference.replace('A-2026-', '')),
    )
    const first = Math.min(...numbers)
    expect(numbers.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 8 }, (_, n) => first + n))
  })

  test('keeps its language, verification, reminders and responsible person, and passes them to a copy', async () => {
    const fields = {
      language: 'en',
      verification: 'code',
      remindAfterDays: 5,
      remindEveryDays: 7,
      remindAtMost: 2,
      responsibleName: 'Kari Nordmann',
      responsiblePhone: '+47 900 00 000',
      responsibleEmail: 'kari@eksempel.example',
    }
    const { id } = await createDraft(fields)
    expect(await read(id)).toMatchObject(fields)
    const copied = (await admin('POST', `/api/agreements/${id}/copy`)).json().agreement
    expect(copied).toMatchObject(fields)
    const answered = await admin('PUT', `/api/agreements/${id}`, { language: 'de', remindAtMost: 0 })
    expect(answered.statusCode).toBe(400)
    expect(Object.keys(answered.json().fields)).toEqual(['remindAtMost', 'language'])
  })

  test('ignores status, token, answer and times from the client, and amounts once it has lines', async () => {
    const { id } = await createDraft({
      status: 'accepted',
      responseToken: 'mitt',
      signatureToken: 'mitt',
      respondedAt: '2026-01-01T00:00:00.000Z',
      customerResponse: 'Ja',
      totalAmount: 10_000,
      vatAmount: 2_500,
    })
    expect(await read(id)).toMatchObject({ status: 'draft', respondedAt: null, customerResponse: null })
    expect(await read(id)).toMatchObject({ totalAmount: 10_000, vatAmount: 2_500 })
    await addLine(id, { quantity: 2, unitPrice: 50, totalPrice: 7 })
    await callOk('PUT', `/api/agreements/${id}`, { totalAmount: 0, vatAmount: 0, status: 'sent' })
    expect(await read(id)).toMatchObject({ status: 'draft', totalAmount: 100, vatAmount: 25 })
    const { rows } = await pool.query('SELECT signature_token, response_token FROM agreements WHERE id = $1', [id])
    expect(rows[0]).toEqual({ signature_token: null, response_token: expect.not.stringMatching('mitt') })
  })

  test('has copies of the active default conditions, unaffected by later changes', async () => {
    const standard = { content: 'Netto 14 dager', isDefault: true }
    await db.insert(conditions).values([
      { ...standard, name: 'Sist', sortOrder: 9 },
      { ...standard, name: 'Først', sortOrder: 1 },
      { ...standard, name: 'Inaktiv', isActive: false },
      { ...standard, name: 'Ikke standard', isDefault: false },
    ])
    const { id } = await createDraft()
    await db.update(conditions).set({ content: 'Endret' })
    await db.delete(conditions)
    const attached = await conditionsOf(id)
    expect(attached.map(({ name }) => name)).toEqual(['Først', 'Sist'])
    expect(attached[0]).toMatchObject({ content: 'Netto 14 dager', conditionId: null, customContent: null })
  })

  test('requires an existing customer and one of its contact persons', async () => {
    const [other] = await db.insert(customers).values({ name: 'Andre AS', email: 'a@kunde.example' }).returning()
    const [stranger] = await db
      .insert(contactPersons)
      .values({ customerId: other?.id ?? 0, firstName: 'Ola', lastName: 'Nordmann', email: 'o@kunde.example' })
      .returning()
    const call = (body: object) => admin('POST', '/api/agreements', { title: 'x', customerId: customer.id, ...body })
    expect((await call({ customerId: 999_999 })).json().fields).toEqual({ customerId: 'Kunden finnes ikke' })
    expect((await call({ contactPersonId: stranger?.id })).json().fields).toEqual({
      contactPersonId: 'Kontaktpersonen hører ikke til kunden',
    })
    expect((await call({ contactPersonId: person.id })).statusCode).toBe(200)
  })
})

test('the list is never stale: it reflects every earlier write', async () => {
  const { id } = await createDraft()
  await callOk('PUT', `/api/agreements/${id}`, { title: 'Endret' })
  await pool.query('UPDATE customers SET name = $1 WHERE id = $2', ['Omdøpt', customer.id])
  expect(await read(id)).toMatchObject({ title: 'Endret', customerName: 'Omdøpt' })
  await pool.query('UPDATE customers SET archived_at = now() WHERE id = $1', [customer.id])
  expect(await read(id)).toMatchObject({ customerName: 'Omdøpt' })
  await pool.query('UPDATE customers SET archived_at = NULL WHERE id = $1', [customer.id])
  const sent = await send(id)
  await pool.query(`UPDATE email_logs SET delivery = 'retrying' WHERE id = $1`, [sent.lastMail?.emailLogId])
  expect((await read(id)).lastMail?.delivery).toBe('retrying')
  await pool.query('UPDATE customers SET name = $1 WHERE id = $2', ['Blåbær & sønner AS', customer.id])
  await callOk('DELETE', `/api/agreements/${id}`)
  await expect(read(id)).rejects.toThrow('not in the list')
})

describe('a change', () => {
  test('keeps absent fields, clears with null or an empty string, and accepts the whole agreement back', async () => {
    const agreement = await createDraft({
      description: 'Lang',
      vatRate: 12.5,
      validUntil: '2026-12-31',
      reminderDays: 3,
    })
    const change = (body: object) => callOk<{ agreement: Agreement }>('PUT', `/api/agreements/${agreement.id}`, body)
    const whole = (await change(agreement)).agreement
    expect(whole).toEqual({ ...agreement, version: 2, updatedAt: whole.updatedAt })
    const cleared = (await change({ description: '', vatRate: '', validUntil: null, reminderDays: null })).agreement
    expect(cleared).toMatchObject({
      description: null,
      vatRate: null,
      validUntil: null,
      reminderDays: null,
      version: 3,
    })
    expect((await events(agreement.id)).map(({ kind, detail }) => [kind, detail])).toEqual([
      ['created', null],
      ['changed', 'Beskrivelse, MVA-sats, Gyldig til og med, Påminnelse'],
    ])
  })

  test.each([
    ['accepted', 'accept', 'Avtalen er akseptert og kan ikke endres. Kopier den i stedet.'],
    ['rejected', 'reject', 'Avtalen er avslått og kan ikke endres. Kopier den i stedet.'],
  ])('to an agreement that is %s, its lines or its conditions is rejected', async (status, action, sentence) => {
    const agreement = await createAndSend()
    await answer(agreement, { action })
    const { id } = agreement
    expect(await read(id)).toMatchObject({ status })
    const [line] = await linesOf(id)
    await db.insert(conditions).values({ id: 77, name: 'Ny', content: 'x' })
    for (const [method, path, body] of [
      ['PUT', '', { title: 'Ny' }],
      ['POST', '/products', { description: 'x', unitPrice: 1 }],
      ['PUT', `/products/${line?.id}`, { quantity: 2 }],
      ['DELETE', `/products/${line?.id}`, undefined],
      ['PUT', '/product-order', { ids: [line?.id] }],
      ['POST', '/conditions', { conditionId: 77 }],
      ['PUT', '/condition-order', { ids: [] }],
    ] as const) {
      const answered = await admin(method, `/api/agreements/${id}${path}`, body)
      expect([answered.statusCode, answered.json().error], path).toEqual([409, sentence])
    }
  })

  test('moves a draft to another customer, but not a sent agreement', async () => {
    const [other] = await db.insert(customers).values({ name: 'Andre AS', email: 'a@kunde.example' }).returning()
    const draft = await createDraft({ contactPersonId: person.id })
    await callOk('PUT', `/api/agreements/${draft.id}`, { customerId: other?.id })
    expect(await read(draft.id)).toMatchObject({ customerName: 'Andre AS', contactPersonId: null })
    const sent = await createAndSend()
    const answered = await admin('PUT', `/api/agreements/${sent.id}`, { customerId: other?.id })
    expect([answered.statusCode, Object.keys(answered.json().fields)]).toEqual([400, ['customerId']])
  })
})

describe('copying', () => {
  test('creates a draft with the same lines and conditions and a new link', async () => {
    await db.insert(conditions).values({ name: 'Betaling', content: 'Netto 14', isDefault: true })
    const original = await createAndSend({ validUntil: '2026-12-31', description: 'Om oss' })
    await answer(original, { action: 'accept' })
    await db.insert(conditions).values({ name: 'Nyere', content: 'x', isDefault: true })
    const { agreement } = await callOk<{ agreement: Agreement }>('POST', `/api/agreements/${original.id}/copy`)
    expect(agreement).toMatchObject({
      title: 'Kopi av Rådgivning',
      status: 'draft',
      description: 'Om oss',
      evidence: null,
    })
    expect(agreement).toMatchObject({ totalAmount: 120_000, vatAmount: 30_000, validUntil: '2026-12-31' })
    expect(agreement.responseToken).not.toBe(original.responseToken)
    expect(await linesOf(agreement.id)).toMatchObject([{ description: 'Timer', unitPrice: 120_000 }])
    expect(await conditionsOf(agreement.id)).toMatchObject([{ name: 'Betaling' }])
  })

  test('drops a last day that has passed', async () => {
    const { id } = await createDraft({ validUntil: '2026-03-23' })
    expect(await callOk('POST', `/api/agreements/${id}/copy`)).toMatchObject({ agreement: { validUntil: null } })
  })
})

describe('a lead', async () => {
  const sales = await kontor.asSales()
  const agreementOf = async (lead: number) => (await sales('GET', `/api/leads/${lead}/agreement`)).json()

  test("shows the state of its customer's newest agreement, and the agreement shows the lead", async () => {
    const company = { company_name: 'Svar AS', email: 'post@prove.example' }
    const { id: lead } = await callOk<{ id: number }>('POST', '/api/leads', company)
    expect(await agreementOf(lead)).toEqual({ agreement: null })
    const made = await callOk<{ lead: { customer_id: number } }>('POST', `/api/leads/${lead}/customer`, {})
    const customerId = made.lead.customer_id
    const names = { firstName: 'Kari', lastName: 'Nordmann', email: 'kari@prove.example' }
    const contact = await callOk<{ id: number }>('POST', '/api/contact-persons', { ...names, customerId })
    await createDraft({ customerId, title: 'Eldre' })
    const agreement = await createDraft({ customerId, title: 'Nyere' })
    const { id, reference } = agreement
    expect(await agreementOf(lead)).toEqual({
      agreement: { id, reference, title: 'Nyere', status: 'draft', sentAt: null, respondedAt: null },
    })
    await send(id, { contactPersonId: contact.id, recipientEmail: names.email })
    await answer(agreement, { action: 'accept' })
    expect(await agreementOf(lead)).toMatchObject({
      agreement: { status: 'accepted', sentAt: expect.any(String), respondedAt: expect.any(String) },
    })
    expect(await callOk('GET', `/api/agreements/${id}/lead`)).toEqual({
      lead: { id: lead, company_name: 'Svar AS', status: 'Kunde' },
    })
  })

  test('that does not exist is 404; an agreement with a customer of another origin has none', async () => {
    const missing = await sales('GET', '/api/leads/999999/agreement')
    expect([missing.statusCode, missing.json().error]).toEqual([404, 'Leadet finnes ikke.'])
    const { id } = await createDraft()
    expect(await callOk('GET', `/api/agreements/${id}/lead`)).toEqual({ lead: null })
  })
})

import type { PublicAgreement } from '@kontor/contract/agreements/agreements.answers.schema'
import type { Agreement } from '@kontor/contract/agreements/agreements.schema'
import { afterEach, describe, expect, test } from 'vitest'
import { startAgreementApp, unknownId } from '../../testing/agreement-app.ts'
import { conditions } from '../conditions/conditions.table.ts'

const { kontor, admin, callOk, createDraft, addLine, send, createAndSend, responsePath, events, view, answer } =
  await startAgreementApp()
const { db, pool } = kontor.database
const start = kontor.clock.now().toISOString()

afterEach(() => kontor.clock.set(start))

const browser = { 'user-agent': 'Prøvenettleser 1.0' }
const unknownToken = 'x'.repeat(43)

describe('the public view', () => {
  test('shows the agreement as it was sent, and nothing else', async () => {
    await db.insert(conditions).values({ name: 'Betaling', content: 'Netto 14', isDefault: true })
    const { id } = await createDraft({ description: 'Slik gjør vi det', validUntil: '2026-12-31' })
    await pool.query('DELETE FROM conditions')
    await addLine(id, { quantity: 2, vatRate: 12.5 })
    const agreement = await send(id)
    const answered = await kontor.call('GET', responsePath(agreement))
    expect(answered.statusCode).toBe(200)
    expect(answered.json()).toEqual({
      agreement: {
        title: 'Rådgivning',
        reference: 'A-2026-0001',
        language: 'no',
        verification: 'link',
        sentAt: '2026-03-24T09:00:00.000Z',
        status: 'sent',
        description: 'Slik gjør vi det',
        totalAmount: 240_000,
        vatAmount: 30_000,
        validUntil: '2026-12-31',
        expired: false,
        respondedAt: null,
        customerResponse: null,
        respondedBy: null,
        answerChannel: null,
        evidence: null,
        evidenceNumber: null,
        linkSentTo: 'kari@kunde.example',
        eid: false,
      },
      seller: {
        name: 'Eksempel AS',
        organizationNumber: '999 999 999',
        address: 'Storgata 1, 0001 Eksempelby',
        email: 'post@eksempel.example',
        phone: '+47 12 34 56 78',
        responsible: null,
      },
      customer: {
        name: 'Blåbær & sønner AS',
        organizationNumber: '974760673',
        address: null,
        postCode: null,
        city: 'Ås',
      },
      contactPerson: { firstName: 'Kari', lastName: 'Nordmann', email: 'kari@kunde.example', mobilePhone: null },
      products: [
        { description: 'Timer', productId: null, quantity: 2, unitPrice: 120_000, vatRate: 12.5, totalPrice: 240_000 },
      ],
      conditions: [{ name: 'Betaling', content: 'Netto 14', customContent: null }],
    } satisfies PublicAgreement)
    expect(answered.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
      etag: expect.stringMatching(/^"\w{43}"$/),
    })
    expect(answered.body).not.toContain(agreement.responseToken)
  })

  test('shows only the title and status of a draft', async () => {
    const draft = await createDraft({ description: 'Hemmelig', validUntil: '2026-12-31', totalAmount: 5 })
    const seen = await view(draft)
    expect(seen.agreement).toMatchObject({ title: 'Rådgivning', status: 'draft', description: null, totalAmount: null })
    expect(seen).toMatchObject({ customer: null, contactPerson: null, products: [], conditions: [] })
    const answered = await answer(draft, { action: 'accept' })
    expect([answered.statusCode, answered.json().error]).toEqual([409, 'Avtalen er ikke lenger tilgjengelig for svar.'])
    expect((await kontor.call('GET', `${responsePath(draft)}/pdf`)).statusCode).toBe(404)
    expect((await kontor.call('POST', `${responsePath(draft)}/opened`)).statusCode).toBe(204)
    expect(await events(draft.id)).toHaveLength(1)
  })

  test('returns the same 404 for every unknown link, without echoing it', async () => {
    for (const token of [unknownToken, unknownId, 'x', '%20', '..%2f']) {
      for (const [method, end] of [
        ['GET', ''],
        ['POST', ''],
        ['POST', '/opened'],
        ['GET', '/pdf'],
      ] as const) {
        const body = end === '' && method === 'POST' ? { action: 'accept' } : undefined
        const answered = await kontor.call(method, `/api/agreement-response/${token}${end}`, body)
        expect([answered.statusCode, answered.json()]).toEqual([404, { error: 'Avtale ikke funnet' }])
      }
    }
  })

  test('shows edits to a sent agreement at once, with a new ETag', async () => {
    const agreement = await createAndSend()
    const tag = async () => (await kontor.call('GET', responsePath(agreement))).headers.etag
    const first = await tag()
    expect(await tag()).toBe(first)
    await callOk('PUT', `/api/agreements/${agreement.id}`, { title: 'Rådgivning, ny pris' })
    const line = await addLine(agreement.id, { unitPrice: 1 })
    expect(await view(agreement)).toMatchObject({
      agreement: { title: 'Rådgivning, ny pris', totalAmount: 120_001 },
      products: [{}, { unitPrice: 1 }],
    })
    expect(await tag()).not.toBe(first)
    await callOk('DELETE', `/api/agreements/${agreement.id}/products/${line.id}`)
    await callOk('PUT', `/api/agreements/${agreement.id}`, { title: 'Rådgivning' })
    const { rows } = await pool.query('SELECT count(*)::int FROM agreement_snapshots WHERE agreement_id = $1', [
      agreement.id,
    ])
    expect(rows).toEqual([{ count: 5 }])
  })

  test('changes nothing on GET; POST /api/agreement-response/{token}/opened is recorded once a day', async () => {
    const agreement = await createAndSend()
    const before = await pool.query('SELECT * FROM agreements WHERE id = $1', [agreement.id])
    for (let time = 0; time < 3; time++) {
      await kontor.call('GET', responsePath(agreement), undefined, browser)
      await kontor.call('HEAD', responsePath(agreement), undefined, browser)
    }
    expect((await pool.query('SELECT * FROM agreements WHERE id = $1', [agreement.id])).rows).toEqual(before.rows)
    expect((await events(agreement.id)).map(({ kind }) => kind)).not.toContain('opened')
    const opened = () => kontor.call('POST', `${responsePath(agreement)}/opened`, undefined, browser)
    await Promise.all([opened(), opened(), opened()])
    const recorded = (await events(agreement.id)).filter(({ kind }) => kind === 'opened')
    expect(recorded).toMatchObject([{ actor: 'customer', address: '127.0.0.1', userAgent: 'Prøvenettleser 1.0' }])
    kontor.clock.advance({ days: 1 })
    await opened()
    kontor.clock.set(start)
    expect((await events(agreement.id)).filter(({ kind }) => kind === 'opened')).toHaveLength(2)
  })

  test('does not count as opened when somebody at the office follows the link', async () => {
    const agreement = await createAndSend()
    expect((await admin('POST', `${responsePath(agreement)}/opened`)).statusCode).toBe(204)
    expect((await events(agreement.id)).map(({ kind }) => kind)).not.toContain('opened')
    expect(
      (await callOk<{ agreement: Agreement }>('GET', `/api/agreements/${agreement.id}`)).agreement.openedAt,
    ).toBeNull()
  })
})

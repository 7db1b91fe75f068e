import type { PublicAgreement } from '@kontor/contract/agreements/agreements.answers.schema'
import type { Agreement } from '@kontor/contract/agreements/agreements.schema'
import { afterEach, describe, expect, test } from 'vitest'
import { startAgreementApp, unknownId } from '../../testing/agreement-app.ts'
import { sampleSnapshot } from '../../testing/evidence.ts'
import { noteExpiries } from '../agreements/agreements.jobs.ts'
import { conditions } from '../conditions/conditions.table.ts'

const kontorApp = await startAgreementApp()
const { kontor, admin, callOk, createDraft, addLine, send, createAndSend } = kontorApp
const { read, events, mails, view, answer, responsePath } = kontorApp
const { db, pool } = kontor.database
const start = kontor.clock.now().toISOString()
const findPlain = async (token: string) => (await kontor.app.plainPages.get('agreement-response')?.(token))?.shown

const { seller, customer, contactPerson } = sampleSnapshot
const own = { organizationNumber: '999 999 999', phone: '+47 12 34 56 78', responsible: null }

afterEach(() => kontor.clock.set(start))

const browser = { 'user-agent': 'Prøvenettleser 1.0' }

/** Returns the mails to the company about an agreement that have this beginning of the subject. */
const noticesOf = async ({ id }: Pick<Agreement, 'id'>, beginning: string) => {
  const all = (await mails()).filter(({ relatedId, to }) => relatedId === id && to === 'varsel@eksempel.example')
  return all.filter(({ subject }) => subject.startsWith(beginning))
}

const htmlOf = async (emailLogId = ''): Promise<string> =>
  (await callOk<{ htmlContent: string }>('GET', `/api/email-logs/${emailLogId}`)).htmlContent

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
      ...{ customer, contactPerson, seller: { ...seller, ...own } },
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
    // The page without scripts.
    expect(await findPlain(agreement.responseToken)).toMatchObject({
      view: answered.json(),
      pdf: `${responsePath(agreement)}/pdf`,
    })
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
    expect(await read(draft.id)).toMatchObject({ openedAt: null })
    expect(await noticesOf(draft, 'Åpnet')).toEqual([])
  })

  test('returns the same 404 for every unknown link, without echoing it', async () => {
    for (const token of ['x'.repeat(43), unknownId, 'x', '%20', '..%2f']) {
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
    for (const token of ['unknown', '', '\0', '../x', 'æ'.repeat(5_000)]) expect(await findPlain(token)).toBeNull()
  })

  test.each(['].', '%5D', '%3E', ')', '%29.'])('opens by a link to which a mail client added %s', async (end) => {
    const agreement = await createAndSend()
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/pdf'],
      ['POST', '/opened'],
    ] as const) {
      const { statusCode } = await kontor.call(method, `${responsePath(agreement)}${end}${path}`)
      expect(statusCode).toBe(method === 'GET' ? 200 : 204)
    }
    expect(await findPlain(agreement.responseToken + end)).toMatchObject({ pdf: `${responsePath(agreement)}/pdf` })
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
})

describe('the first opening of a link', () => {
  const open = async (agreement: Agreement, caller = kontor.call): Promise<void> => {
    const opened = await caller('POST', `${responsePath(agreement)}/opened`, undefined, browser)
    expect(opened.statusCode).toBe(204)
  }
  const openings = async ({ id }: Agreement) => (await events(id)).filter(({ kind }) => kind === 'opened')

  test('is a POST from outside the office, recorded once a day, with one mail to the company', async () => {
    const agreement = await createAndSend({ title: 'Åpnes' })
    const before = await read(agreement.id)
    for (const method of ['GET', 'HEAD'] as const)
      await kontor.call(method, responsePath(agreement), undefined, browser)
    await open(agreement, admin)
    expect([await read(agreement.id), await openings(agreement)]).toEqual([before, []])

    await Promise.all([open(agreement), open(agreement), open(agreement)])
    expect(await openings(agreement)).toMatchObject([
      { actor: 'customer', address: '127.0.0.1', userAgent: 'Prøvenettleser 1.0' },
    ])
    kontor.clock.advance({ days: 1 })
    await open(agreement)
    kontor.clock.set(start)
    expect(await openings(agreement)).toHaveLength(2)
    // The card still shows the mail to the customer.
    const { lastMail, version } = before
    expect(await read(agreement.id)).toMatchObject({ openedAt: start, lastMail, version })
    const [notice, ...others] = await noticesOf(agreement, 'Åpnet: Åpnes – Blåbær & sønner AS')
    expect([notice?.type, others]).toEqual(['agreement', []])
    const html = await htmlOf(notice?.id)
    expect(html).toContain(`href="https://www.eksempel.example/admin/avtaler/${agreement.id}"`)
    expect(html).toContain('kari@kunde.example')
    expect(html).not.toContain(agreement.responseToken)
  })

  test('also notifies the person responsible for the agreement, of the answer too', async () => {
    const agreement = await createAndSend({ responsibleEmail: 'ansvarlig@eksempel.example' })
    await open(agreement)
    await answer(agreement, { action: 'accept', name: 'Kari' })
    for (const beginning of ['Åpnet', 'Akseptert']) {
      expect(await noticesOf(agreement, beginning)).toMatchObject([{ cc: ['ansvarlig@eksempel.example'] }])
    }
    const own = await createAndSend({ responsibleEmail: 'VARSEL@eksempel.example' })
    await open(own)
    expect(await noticesOf(own, 'Åpnet')).toMatchObject([{ cc: [] }])
  })

  test('sends no mail once the agreement is answered', async () => {
    const answered = await createAndSend()
    await answer(answered, { action: 'accept', name: 'Kari' })
    await open(answered)
    expect(await read(answered.id)).toMatchObject({ openedAt: start })
    expect(await noticesOf(answered, 'Åpnet')).toEqual([])
  })
})

describe('an offer that expires unanswered', () => {
  /** Runs the job at 07:30 on `day`, twice concurrently and once more. */
  const noteOn = async (day: string): Promise<void> => {
    kontor.clock.set(`${day}T05:30:00.000Z`)
    await Promise.all([noteExpiries(kontor.deps), noteExpiries(kontor.deps)])
    await noteExpiries(kontor.deps)
    kontor.clock.set(start)
  }
  const expiryNotices = (agreement: Pick<Agreement, 'id'>) => noticesOf(agreement, 'Utløpt uten svar')

  test('sends the company one mail the day after the last day, and another after a new last day', async () => {
    const agreement = await createAndSend({ title: 'Tilbud', validUntil: '2026-03-31' })
    const [moved, sent] = [
      await createAndSend({ validUntil: '2026-03-31' }),
      await createAndSend({ validUntil: '2026-03-31' }),
    ]
    await noteOn('2026-03-31')
    expect(await expiryNotices(agreement)).toEqual([])
    await noteOn('2026-04-01')
    await noteOn('2026-04-02')
    const notices = await expiryNotices(agreement)
    expect(notices.map(({ subject }) => subject)).toEqual(['Utløpt uten svar: Tilbud – Blåbær & sønner AS'])
    const html = await htmlOf(notices[0]?.id)
    expect(html).toContain('tirsdag 31. mars 2026')
    expect(html).toContain(`/admin/avtaler/${agreement.id}`)

    await callOk('PUT', `/api/agreements/${moved.id}`, { validUntil: '2026-04-02' })
    await send(sent.id, { validUntil: '2026-04-02' })
    await noteOn('2026-04-03')
    for (const { id } of [moved, sent]) expect(await expiryNotices({ id })).toHaveLength(2)
  })

  test('sends no mail if it is answered, a draft, sent after its last day, or expired long ago', async () => {
    const answered = await createAndSend({ validUntil: '2026-03-31' })
    await answer(answered, { action: 'contact' })
    const draft = await createDraft({ validUntil: '2026-03-31' })
    const late = await createAndSend({ validUntil: '2026-03-23' })
    const old = await createAndSend({ validUntil: '2026-03-25' })
    await noteOn('2026-03-25')
    await noteOn('2026-04-02')
    for (const agreement of [answered, draft, late, old]) expect(await expiryNotices(agreement)).toEqual([])
  })
})

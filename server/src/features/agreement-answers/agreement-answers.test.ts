import { createHash } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { startAgreementApp } from '../../testing/agreement-app.ts'
import { rounds } from '../../testing/rounds.ts'

const { kontor, admin, callOk, createDraft, send, createAndSend, responsePath, read, events, mails, view, answer } =
  await startAgreementApp()
const { pool } = kontor.database
const start = kontor.clock.now().toISOString()

afterEach(() => kontor.clock.set(start))

const browser = { 'user-agent': 'Prøvenettleser 1.0' }

describe('an answer', () => {
  test.each([
    ['accept', 'accepted', 'Akseptert'],
    ['reject', 'rejected', 'Avslått'],
    ['contact', 'pending_contact', 'Ønsker kontakt'],
  ])('%s stores the message and the evidence, and queues a receipt for both parties', async (action, status, word) => {
    const agreement = await createAndSend({ title: `Avtale ${action}` })
    const answered = await answer(agreement, { action, message: '  Bra.\nHilsen Åse  ', name: 'Åse' }, browser)
    expect(answered.statusCode).toBe(200)
    expect(answered.json().agreement).toMatchObject({
      status,
      customerResponse: 'Bra.\nHilsen Åse',
      respondedBy: 'Åse',
      answerChannel: 'link',
      respondedAt: start,
      evidence: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(await view(agreement)).toEqual(answered.json())
    const again = await answer(agreement, { action: 'accept' })
    expect(again.statusCode).toBe(409)
    expect(again.json()).toMatchObject({ error: 'Avtalen er allerede besvart.', current: answered.json() })
    const stored = await read(agreement.id)
    expect(stored).toMatchObject({ status, respondedBy: 'Åse', evidence: answered.json().agreement.evidence })
    expect((await events(agreement.id)).at(-1)).toMatchObject({
      kind: 'answered',
      actor: 'customer',
      channel: 'link',
      action,
      detail: 'Bra.\nHilsen Åse',
      address: '127.0.0.1',
      userAgent: 'Prøvenettleser 1.0',
      at: start,
    })
    const receipts = (await mails()).filter(
      ({ relatedId, subject }) => relatedId === agreement.id && subject.includes(word),
    )
    expect(receipts.map(({ to, type }) => [to, type]).sort()).toEqual([
      ['kari@kunde.example', 'agreement'],
      ['varsel@eksempel.example', 'agreement'],
    ])
    expect(stored.lastMail).toMatchObject({ to: 'kari@kunde.example', delivery: 'queued' })
    for (const { id } of receipts) {
      const { htmlContent } = await callOk<{ htmlContent: string }>('GET', `/api/email-logs/${id}`)
      expect(htmlContent).toContain(stored.evidence)
      expect(htmlContent).toContain('Bra.<br>Hilsen Åse')
    }
  })

  test('has evidence of text, answer, person and time that anyone can recompute', async () => {
    const agreement = await createAndSend()
    const sent = { action: 'accept', message: '', name: 'Kari N.' }
    const { evidence, evidenceNumber } = (await answer(agreement, sent, { 'user-agent': 'Test/1' })).json().agreement
    const { rows } = await pool.query(
      `SELECT content, record, address, user_agent, origin_salt FROM agreement_answers
       JOIN agreement_snapshots ON agreement_snapshots.id = snapshot_id WHERE agreement_answers.agreement_id = $1`,
      [agreement.id],
    )
    const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
    const [{ content, record, address, user_agent: userAgent, origin_salt: salt }] = rows
    expect(sha256(record)).toBe(evidence)
    expect(JSON.parse(record)).toEqual({
      format: 'kontor-answer-1',
      number: evidenceNumber,
      agreement: JSON.parse(content),
      frozenAt: expect.stringMatching(/Z$/),
      read: 'newest',
      answer: { action: 'accept', channel: 'link', message: null, name: 'Kari N.' },
      answeredAt: start,
      link: {
        sendings: [{ to: 'kari@kunde.example', cc: [], at: start }],
        storedAddress: 'kari@kunde.example',
      },
      verification: { method: 'link' },
      origin: sha256(JSON.stringify({ address, salt, userAgent })),
      certificates: [kontor.deps.signing.seal.fingerprint],
      drawing: 3,
    })
    expect([address, userAgent]).toEqual(['127.0.0.1', 'Test/1'])
  })

  test('may have no name, and stores a lone surrogate in the form that is hashed', async () => {
    const agreement = await createAndSend()
    const answered = await answer(agreement, { action: 'reject', message: 'x\ud83d' })
    expect(answered.json().agreement).toMatchObject({
      respondedBy: 'Navn ikke oppgitt, lenken ble sendt til kari@kunde.example',
      customerResponse: 'x\ufffd',
    })
    expect((await view(agreement)).agreement.customerResponse).toBe('x\ufffd')
  })

  test('is rejected when it is invalid', async () => {
    const agreement = await createAndSend()
    for (const body of [{}, { action: 'ja' }, { action: 'accept', message: 'x'.repeat(5_001) }]) {
      expect((await answer(agreement, body)).statusCode).toBe(400)
    }
    expect((await answer(agreement, {})).json().fields).toEqual({ action: 'Velg hva du vil svare' })
    expect(await read(agreement.id)).toMatchObject({ status: 'sent' })
  })

  test('by the link is rejected for an office session, with advice', async () => {
    const agreement = await createAndSend()
    expect(await view(agreement)).not.toHaveProperty('office')
    for (const call of [admin, await kontor.asSales()]) {
      expect((await call('GET', responsePath(agreement))).json()).toMatchObject({ office: true })
      const answered = await call('POST', responsePath(agreement), { action: 'accept' })
      expect([answered.statusCode, answered.json().error]).toEqual([
        403,
        'Du er logget inn på kontoret. Et svar fra kunden kan registreres som gitt på telefon.',
      ])
    }
    expect(await read(agreement.id)).toMatchObject({ status: 'sent', respondedBy: null })
  })

  test('is rejected when the text changed since it was read, but accepted without If-Match', async () => {
    const agreement = await createAndSend()
    const { etag } = (await kontor.call('GET', responsePath(agreement))).headers
    await callOk('PUT', `/api/agreements/${agreement.id}`, { title: 'Dyrere' })
    const refused = await answer(agreement, { action: 'accept' }, { 'if-match': String(etag) })
    expect([refused.statusCode, refused.json().error]).toEqual([409, 'Avtalen er endret. Les den på nytt.'])
    expect(refused.json().current.agreement).toMatchObject({ title: 'Dyrere', status: 'sent' })
    expect(await read(agreement.id)).toMatchObject({ status: 'sent', respondedAt: null, evidence: null })
    const now = (await kontor.call('GET', responsePath(agreement))).headers.etag
    const accepted = await answer(agreement, { action: 'accept' }, { 'if-match': `W/${now}` })
    expect(accepted.statusCode).toBe(200)
    expect(accepted.headers.etag).toBe((await kontor.call('GET', responsePath(agreement))).headers.etag)
    const plain = await createAndSend()
    await callOk('PUT', `/api/agreements/${plain.id}`, { title: 'Dyrere' })
    expect((await answer(plain, { action: 'accept' })).statusCode).toBe(200)
  })

  test('is allowed until the last day ends in Norway; contact can be requested after that', async () => {
    const agreement = await createAndSend({ validUntil: '2026-06-30' })
    kontor.clock.set('2026-06-30T22:00:00.000Z')
    expect((await view(agreement)).agreement.expired).toBe(true)
    for (const action of ['accept', 'reject']) {
      const answered = await answer(agreement, { action })
      expect([answered.statusCode, answered.json().error]).toEqual([409, 'Fristen for å svare er ute.'])
    }
    expect((await answer(agreement, { action: 'contact' })).statusCode).toBe(200)
    kontor.clock.set(start)
    const other = await createAndSend({ validUntil: '2026-06-30' })
    kontor.clock.set('2026-06-30T21:59:59.999Z')
    expect((await view(other)).agreement.expired).toBe(false)
    expect((await answer(other, { action: 'accept' })).statusCode).toBe(200)
  })
})

describe('an answer by phone', () => {
  const phone = (id: string, body: object, caller = admin) => caller('POST', `/api/agreements/${id}/answer`, body)

  test('is stored like one by link, and the timeline shows its channel', async () => {
    const agreement = await createAndSend()
    const answered = await phone(agreement.id, { action: 'accept', message: 'Ringte kl. 10', name: 'Kari N.' })
    expect(answered.statusCode).toBe(200)
    expect(answered.json().agreement).toMatchObject({
      status: 'accepted',
      answerChannel: 'phone',
      customerResponse: 'Ringte kl. 10',
      respondedBy: 'Kari N.',
      evidence: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect((await events(agreement.id)).at(-1)).toMatchObject({
      kind: 'answered',
      actor: 'admin',
      channel: 'phone',
      address: null,
      userAgent: null,
    })
    expect((await mails()).filter(({ relatedId }) => relatedId === agreement.id)).toHaveLength(3)
  })

  test('is rejected for an agreement that is not sent, answered, expired or changed since it was read', async () => {
    const draft = await createDraft()
    expect((await phone(draft.id, { action: 'accept' })).statusCode).toBe(409)
    const agreement = await createAndSend({ validUntil: '2026-03-24' })
    const stale = await phone(agreement.id, { action: 'accept', version: 1 })
    expect([stale.statusCode, stale.json().current]).toEqual([409, await read(agreement.id)])
    kontor.clock.advance({ days: 1 })
    const late = await phone(agreement.id, { action: 'accept' }, await kontor.asAdmin())
    kontor.clock.set(start)
    expect([late.statusCode, late.json().error]).toEqual([409, 'Fristen for å svare er ute.'])
    expect((await phone(agreement.id, { action: 'accept' })).statusCode).toBe(200)
    expect((await phone(agreement.id, { action: 'reject' })).json().error).toBe('Avtalen er allerede besvart.')
    expect((await phone(agreement.id, {})).statusCode).toBe(400)
  })
})

describe('50 concurrent answers', () => {
  test('have one winner: the others get 409 with the winning answer, and each party gets one receipt', async () => {
    const actions = ['accept', 'reject', 'contact'] as const
    for (let round = 0; round < rounds(100); round++) {
      const agreement = await createAndSend()
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          index % 10 === 9
            ? admin('POST', `/api/agreements/${agreement.id}/answer`, { action: 'accept', message: `${index}` })
            : answer(agreement, { action: actions[index % 3], message: `${index}` }),
        ),
      )
      const winners = answers.filter(({ statusCode }) => statusCode === 200)
      expect(winners).toHaveLength(1)
      expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(49)
      const { status, customerResponse } = winners[0]?.json().agreement ?? {}
      for (const loser of answers.filter(({ statusCode }) => statusCode === 409)) {
        const { current } = loser.json()
        expect(current.agreement ?? current).toMatchObject({ status, customerResponse })
      }
      const { rows } = await pool.query(
        `SELECT (SELECT count(*)::int FROM email_logs WHERE related_id = $1) AS mails,
          (SELECT count(*)::int FROM agreement_answers WHERE agreement_id = $1::uuid) AS answers,
          (SELECT count(*)::int FROM agreement_events WHERE agreement_id = $1::uuid AND kind = 'answered') AS events`,
        [agreement.id],
      )
      expect(rows).toEqual([{ mails: 3, answers: 1, events: 1 }])
    }
  }, 300_000)

  test('never answer a text that a concurrent edit replaced', async () => {
    for (let round = 0; round < rounds(20); round++) {
      const agreement = await createAndSend()
      const { etag } = (await kontor.call('GET', responsePath(agreement))).headers
      const [edit, answered] = await Promise.all([
        admin('PUT', `/api/agreements/${agreement.id}`, { title: 'Dyrere' }),
        answer(agreement, { action: 'accept' }, { 'if-match': String(etag) }),
      ])
      const { title, status } = (await view(agreement)).agreement
      expect([edit.statusCode, answered.statusCode, title, status]).toEqual(
        answered.statusCode === 200 ? [409, 200, 'Rådgivning', 'accepted'] : [200, 409, 'Dyrere', 'sent'],
      )
    }
  })
})

test('does not store the answer when its receipts cannot be queued, and responds 500', async () => {
  const agreement = await createAndSend()
  await pool.query('ALTER TABLE pgboss.job_common RENAME TO job_gone')
  const answered = await answer(agreement, { action: 'accept' })
  await pool.query('ALTER TABLE pgboss.job_gone RENAME TO job_common')
  expect(answered.statusCode).toBe(500)
  expect(answered.body).not.toContain(agreement.responseToken)
  expect(await read(agreement.id)).toMatchObject({ status: 'sent', evidence: null })
  expect(await events(agreement.id)).toHaveLength(3)
  expect((await answer(agreement, { action: 'accept' })).statusCode).toBe(200)
})

test('resending an answered agreement reopens it and keeps the earlier answer in the timeline', async () => {
  const agreement = await createAndSend()
  await answer(agreement, { action: 'contact', message: 'Ring meg' })
  await callOk('PUT', `/api/agreements/${agreement.id}`, { title: 'Bedre tilbud' })
  expect((await view(agreement)).agreement).toMatchObject({ title: 'Rådgivning', status: 'pending_contact' })
  await send(agreement.id)
  expect(await read(agreement.id)).toMatchObject({
    status: 'sent',
    respondedAt: null,
    customerResponse: null,
    evidence: null,
  })
  expect((await view(agreement)).agreement).toMatchObject({ title: 'Bedre tilbud', status: 'sent', evidence: null })
  await answer(agreement, { action: 'accept' })
  const answered = (await events(agreement.id)).filter(({ kind }) => kind === 'answered')
  expect(answered).toMatchObject([{ action: 'contact', detail: 'Ring meg' }, { action: 'accept' }])
})

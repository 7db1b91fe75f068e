import type { Agreement } from '@kontor/contract/agreements/agreements.schema'
import { addMinutes } from '@kontor/contract/shared/time'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { startAgreementApp } from '../../testing/agreement-app.ts'
import { knownBy } from '../../testing/evidence.ts'
import { startMailServer } from '../../testing/mail-server.ts'
import { verifyAgreement } from '../agreement-evidence/agreement-evidence.verification.service.ts'

const server = await startMailServer()
afterAll(() => server.stop())
const { kontor, callOk, createDraft, createAndSend, addLine, send, read, answer, responsePath, mails } =
  await startAgreementApp({ worker: 'on', smtpUrl: server.url })
const { pool, db } = kontor.database

beforeEach(() => {
  kontor.clock.set('2026-03-24T09:00:00.000Z')
})

const withCode = async (): Promise<Agreement> => {
  const { id } = await createDraft({ verification: 'code' })
  await addLine(id)
  return send(id)
}

const requestCode = (agreement: Pick<Agreement, 'responseToken'>) =>
  kontor.call('POST', `${responsePath(agreement)}/code`)

const codeMails = () => server.received.filter(({ mail }) => mail.subject?.startsWith('Kode'))

/** Requests a code and waits until it is delivered. */
const receiveCode = async (agreement: Agreement): Promise<string> => {
  const before = codeMails().length
  const requested = await requestCode(agreement)
  const expiresAt = addMinutes(kontor.clock.now().toISOString(), 10)
  expect([requested.statusCode, requested.json()]).toEqual([200, { sentTo: 'kari@kunde.example', expiresAt }])
  while (codeMails().length === before) await server.waitFor(server.received.length + 1)
  const [code] = /\b\d{6}\b/.exec(codeMails().at(-1)?.mail.text ?? '') ?? []
  if (!code) throw new Error('The mail has no code')
  return code
}

describe('an agreement that requires a code', () => {
  test('is answered with the code that was sent to the recipient, once', async () => {
    const agreement = await withCode()
    const code = await receiveCode(agreement)
    const answered = await answer(agreement, {
      action: 'accept',
      name: 'Kari',
      code: ` ${code.slice(0, 3)} ${code.slice(3)}`,
    })
    expect(answered.json().agreement).toMatchObject({ status: 'accepted', respondedBy: 'Kari' })
    const { rows } = await pool.query('SELECT record FROM agreement_answers WHERE agreement_id = $1', [agreement.id])
    expect(JSON.parse(rows[0].record).verification).toEqual({ method: 'code', sentTo: 'kari@kunde.example' })
    const verified = await verifyAgreement(db, agreement.id, knownBy(kontor.deps.signing))
    expect(verified).toMatchObject([{ faults: [] }])
  })

  test('refuses an answer without a code or with a wrong one, and a code after five tries', async () => {
    const agreement = await withCode()
    const missing = await answer(agreement, { action: 'accept' })
    expect([missing.statusCode, missing.json().fields]).toEqual([
      403,
      { code: 'Skriv koden som vi har sendt på e-post' },
    ])
    const code = await receiveCode(agreement)
    const wrong = code === '000000' ? '000001' : '000000'
    const tries = await Promise.all(
      Array.from({ length: 5 }, () => answer(agreement, { action: 'accept', code: wrong })),
    )
    expect(tries.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403, 403])
    const right = await answer(agreement, { action: 'accept', code })
    expect([right.statusCode, right.json().fields]).toEqual([
      403,
      { code: 'Koden stemmer ikke, eller den er ikke gyldig lenger. Be om en ny.' },
    ])
    expect(await read(agreement.id)).toMatchObject({ status: 'sent' })
  })

  test('refuses a code after ten minutes, and an older one than the newest', async () => {
    const agreement = await withCode()
    const first = await receiveCode(agreement)
    kontor.clock.advance({ minutes: 1 })
    const second = await receiveCode(agreement)
    expect((await answer(agreement, { action: 'reject', code: first })).statusCode).toBe(first === second ? 200 : 403)
    kontor.clock.advance({ minutes: 10 })
    expect((await answer(agreement, { action: 'reject', code: second })).statusCode).toBe(403)
  })

  test('needs none for contact, and none for an answer by phone', async () => {
    expect((await answer(await withCode(), { action: 'contact' })).statusCode).toBe(200)
    const { id } = await withCode()
    await callOk('POST', `/api/agreements/${id}/answer`, { action: 'accept' })
    expect(await read(id)).toMatchObject({ status: 'accepted', answerChannel: 'phone' })
  })

  test('sends three codes an hour, then says when the next one is possible', async () => {
    const agreement = await withCode()
    for (let sent = 0; sent < 3; sent++) expect((await requestCode(agreement)).statusCode).toBe(200)
    kontor.clock.advance({ minutes: 20 })
    const refused = await requestCode(agreement)
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '2400'])
    kontor.clock.advance({ minutes: 40 })
    expect((await requestCode(agreement)).statusCode).toBe(200)
  })

  test('never shows the code to the office: neither in the mail log nor in the database', async () => {
    const agreement = await withCode()
    const code = await receiveCode(agreement)
    const mail = (await mails()).find(({ subject }) => subject.startsWith('Kode'))
    const { htmlContent } = await callOk<{ htmlContent: string }>('GET', `/api/email-logs/${mail?.id}`)
    expect(htmlContent).toContain('••••••')
    expect(htmlContent).not.toContain(code)
    const { rows } = await pool.query(
      `SELECT agreement_codes::text || (SELECT string_agg(email_logs::text, '') FROM email_logs) AS all FROM agreement_codes`,
    )
    for (const row of rows) expect(row.all).not.toContain(code)
  })
})

test('no code is sent for another agreement, an answered one, an unknown link, or to flood a mailbox', async () => {
  const agreement = await createAndSend()
  const refused = await requestCode(agreement)
  expect([refused.statusCode, refused.json().error]).toEqual([409, 'Avtalen ber ikke om en kode.'])
  const answered = await withCode()
  await answer(answered, { action: 'contact' })
  expect((await requestCode(answered)).statusCode).toBe(409)
  expect((await requestCode({ responseToken: 'ukjent' })).statusCode).toBe(404)
})

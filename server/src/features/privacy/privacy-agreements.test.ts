import { expect, test } from 'vitest'
import { findTrail } from '../../platform/audit/personal-trail.ts'
import { startAgreementApp } from '../../testing/agreement-app.ts'

const { kontor, callOk, createAndSend, send, answer, responsePath } = await startAgreementApp()
const { db, pool } = kontor.database
const kari = 'kari@kunde.example'
const ola = 'ola@kunde.example'

const exported = (email: string) => callOk<Record<string, unknown>>('POST', '/api/privacy/export', { email })

test('exports and erases only events from the time when the agreement was sent to that person', async () => {
  const agreement = await createAndSend()
  const opened = () =>
    kontor.call('POST', `${responsePath(agreement)}/opened`, undefined, { 'user-agent': 'Nettleser/9' })
  kontor.clock.advance({ minutes: 1 })
  await opened()
  kontor.clock.advance({ minutes: 1 })
  await send(agreement.id, { recipientEmail: ola, cc: [kari] })
  kontor.clock.advance({ minutes: 1 })
  await answer(agreement, { action: 'accept', name: 'Ola' })
  const key = [agreement.id]
  const at = kontor.clock.now()
  await pool.query(
    `INSERT INTO agreement_codes (agreement_id, sent_to, created_at, expires_at) VALUES ($1, '${ola}', $2, $2)`,
    [...key, at],
  )
  await pool.query(
    `INSERT INTO agreement_identifications (state_hash, browser_hash, nonce, salt, code_verifier, name, agreement_id, created_at, expires_at)
     VALUES ('s', 'b', 'n', 's', 'v', 'Ola Nordmann', $1, $2, $2)`,
    [...key, at],
  )
  await pool.query(
    `INSERT INTO agreement_id_tokens SELECT id, 'a.b.c', '{"kty":"EC"}' FROM agreement_answers WHERE agreement_id = $1`,
    key,
  )
  expect(await exported(kari)).toMatchObject({
    agreementAnswers: [],
    agreementCodes: [],
    agreementIdentifications: [],
    agreementSendings: [{ copied: false }, { copied: true }],
  })
  expect(await exported(ola)).toMatchObject({
    agreementAnswers: [{ name: 'Ola', idToken: 'a.b.c' }],
    agreementCodes: [{ sentTo: ola }],
    agreementIdentifications: [{ name: 'Ola Nordmann' }],
    agreementSendings: [{ copied: false }],
  })

  const erase = (email: string) => callOk('POST', '/api/privacy/erase', { email })
  const left = async () => ({
    kinds: (await pool.query('SELECT kind FROM agreement_events WHERE address IS NOT NULL')).rows,
    codes: (await pool.query('SELECT FROM agreement_codes')).rowCount,
    tokens: (await pool.query('SELECT FROM agreement_id_tokens')).rowCount,
    answer: (await pool.query('SELECT address FROM agreement_answers')).rows,
    sendings: (await pool.query('SELECT sent_to, cc FROM agreement_sendings ORDER BY id')).rows,
  })
  await erase(kari)
  expect(await left()).toEqual({
    kinds: [{ kind: 'answered' }],
    codes: 1,
    tokens: 1,
    answer: [{ address: '127.0.0.1' }],
    sendings: [
      { sent_to: null, cc: [] },
      { sent_to: ola, cc: [] },
    ],
  })
  await erase(ola)
  expect(await left()).toEqual({
    kinds: [],
    codes: 0,
    tokens: 0,
    answer: [{ address: null }],
    sendings: [
      { sent_to: null, cc: [] },
      { sent_to: null, cc: [] },
    ],
  })
})

test('an agreement that is erased whole is masked whole, although its events name the address', async () => {
  const { id } = await createAndSend()
  const erased = { kind: 'agreement', id, whole: true, parts: true } as const
  expect((await findTrail(db, { email: kari, records: [erased] })).records).toContainEqual(erased)
})

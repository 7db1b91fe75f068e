import type { Agreement } from '@kontor/contract/agreements/agreements.schema'
import { describe, expect, test } from 'vitest'
import { readAttachments } from '../../platform/pdf/attachments.ts'
import { sha256 } from '../../platform/signing/canonical.ts'
import { startAgreementApp } from '../../testing/agreement-app.ts'
import { knownBy, sampleFiles } from '../../testing/evidence.ts'
import { openidClient, startOpenidProvider } from '../../testing/openid-provider.ts'
import { filesIn } from '../agreement-evidence/agreement-evidence.files.ts'
import type { EvidenceRecord } from '../agreement-evidence/agreement-evidence.record.ts'
import {
  verifyAgreement,
  verifyFiles,
  verifyPdf,
} from '../agreement-evidence/agreement-evidence.verification.service.ts'
import { deleteUselessProofs } from './agreement-answers.public.routes.ts'

const publicUrl = 'https://www.eksempel.example'
const provider = await startOpenidProvider(`${publicUrl}/api/eid/callback`)
const { kontor, admin, createDraft, createAndSend, addLine, send, read, answer, responsePath, view } =
  // The provider's clock is the real one.
  await startAgreementApp({ publicUrl, oidcIssuer: provider.issuer, ...openidClient }, new Date())
const { db, pool } = kontor.database
const known = knownBy(kontor.deps.signing)

const withEid = async (): Promise<Agreement> => {
  const { id } = await createDraft({ verification: 'eid' })
  await addLine(id)
  return send(id)
}

const begin = async (agreement: Pick<Agreement, 'responseToken'>) => {
  const begun = await kontor.call('POST', `${responsePath(agreement)}/eid`)
  expect(begun.statusCode).toBe(200)
  const [cookie] = begun.cookies
  // Only a host itself can set a cookie with this prefix, so no other host of the domain can plant one.
  const name = '__Host-kontor_eid'
  expect(cookie).toMatchObject({ name, path: '/', httpOnly: true, secure: true, sameSite: 'Lax' })
  return { url: begun.json().url as string, cookie: `${name}=${cookie?.value}` }
}

/** Goes to the provider and back, in the browser with that cookie. */
const comeBack = async (url: string, cookie: string) => {
  const { pathname, search } = new URL(await provider.follow(url))
  return kontor.call('GET', pathname + search, undefined, { cookie })
}

/** The identification, and the headers of the browser that it is bound to. */
const identify = async (agreement: Agreement) => {
  const { url, cookie } = await begin(agreement)
  const { statusCode, headers, cookies } = await comeBack(url, cookie)
  expect(statusCode).toBe(303)
  const back = new URL(String(headers.location), publicUrl)
  expect(back.pathname).toBe(`/agreement-response/${agreement.responseToken}`)
  const [own] = cookies
  return {
    identification: back.searchParams.get('eid') ?? '',
    headers: { cookie: `${own?.name}=${own?.value}` },
    begunAs: { cookie },
  }
}

describe('an agreement that requires eID', () => {
  test('is answered by the person whom the provider identified, with name and subject in the evidence', async () => {
    const agreement = await withEid()
    expect((await view(agreement)).agreement).toMatchObject({ verification: 'eid', eid: true })
    const { identification, headers } = await identify(agreement)
    const path = `${responsePath(agreement)}/eid/${identification}`
    expect((await kontor.call('GET', path, undefined, headers)).json()).toEqual({ name: 'Kari Nordmann' })
    const answered = await answer(agreement, { action: 'accept', name: 'Kari', identification }, headers)
    expect(answered.json().agreement).toMatchObject({
      status: 'accepted',
      respondedBy: 'Kari Nordmann, identifisert med eID; oppga navnet Kari',
    })
    const { rows } = await pool.query('SELECT record FROM agreement_answers WHERE agreement_id = $1', [agreement.id])
    expect(JSON.parse(rows[0].record).verification).toEqual({
      method: 'eid',
      issuer: provider.issuer,
      subject: 'kari-17',
      name: 'Kari Nordmann',
      audience: openidClient.oidcClientId,
      salt: expect.any(String),
      idToken: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/), keySha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    })
    expect(await verifyAgreement(db, agreement.id, known)).toMatchObject([{ verdict: 'holds' }])
  })

  test('attaches the signed ID token, valid for this text only, to the sealed PDF until an erasure', async () => {
    const agreement = await withEid()
    const { identification, headers } = await identify(agreement)
    await answer(agreement, { action: 'accept', identification }, headers)
    const download = async () => (await kontor.call('GET', `${responsePath(agreement)}/pdf`)).rawPayload
    const before = await download()
    const unchecked = [expect.stringMatching(/^who signed the eID's token is not checked: http.*, key [0-9a-f]{64}$/)]
    expect(await verifyPdf(before, known)).toMatchObject({ verdict: 'holds', notes: unchecked })
    const files = await filesIn(readAttachments(before))
    if (!files?.idToken) throw new Error('There is no ID token')
    const { idToken } = files
    const record: EvidenceRecord = JSON.parse(files.record)
    const { verification } = record
    if (verification.method !== 'eid') throw new Error('It was not by eID')
    const faultsOf = async (changes: Partial<EvidenceRecord>, token = idToken.token) => {
      const changed = sampleFiles({ ...record, ...changes, origin: null }, kontor.deps.signing.key)
      return (
        await verifyFiles({ ...changed, origin: null, idToken: { ...idToken, token } }, knownBy(kontor.deps.signing))
      ).faults
    }
    const other = 'the ID token of the eID is not the one that was used'
    const [header, , signature] = idToken.token.split('.')
    const payload = Buffer.from(JSON.stringify({ iss: provider.issuer, sub: 'ola-1' })).toString('base64url')
    const forged = `${header}.${payload}.${signature}`
    const named = { ...verification, idToken: { ...verification.idToken, sha256: sha256(forged), keySha256: '' } }
    expect(await faultsOf({ verification: named }, forged)).toEqual([other])
    expect(await faultsOf({ verification: { ...verification, subject: 'ola-1' } })).toEqual([other])
    // A person's token can't be attached to another text, service or time.
    expect(await faultsOf({})).toEqual([])
    expect(await faultsOf({ agreement: { ...record.agreement, totalAmount: 1 } })).toEqual([
      'the ID token of the eID is for another text',
    ])
    expect(await faultsOf({ verification: { ...verification, audience: 'en-annen' } })).toEqual([
      'the ID token of the eID is for another service',
    ])
    expect(await faultsOf({ answeredAt: '2024-01-01T00:00:00.000Z' })).toEqual([
      'the ID token of the eID is from another time',
    ])
    await pool.query('SELECT erase_person_from_agreement_events($1)', ['kari@kunde.example'])
    const after = await download()
    expect(await filesIn(readAttachments(after))).toMatchObject({ idToken: null, origin: null })
    expect(await verifyPdf(after, known)).toMatchObject({ verdict: 'holds' })
  })

  test('requires another identification if the text has changed since', async () => {
    const agreement = await withEid()
    const { identification, headers } = await identify(agreement)
    await admin('PUT', `/api/agreements/${agreement.id}`, { title: 'Dyrere' })
    const answered = await answer(agreement, { action: 'accept', identification }, headers)
    expect([answered.statusCode, answered.json().fields]).toEqual([
      403,
      { identification: 'Bekreft hvem du er med eID' },
    ])
  })

  test('cannot be answered in another browser than the one that was identified', async () => {
    const agreement = await withEid()
    const { identification, begunAs, headers: own } = await identify(agreement)
    const { cookie } = await begin(agreement)
    // An attacker who plants a cookie knows only the value at the beginning, and over https can plant only the unprefixed cookie.
    const planted = { cookie: own.cookie.replace('__Host-', '') }
    for (const headers of [{}, { cookie }, begunAs, planted, { cookie: '__Host-kontor_eid=' }]) {
      expect((await answer(agreement, { action: 'accept', identification }, headers)).statusCode).toBe(403)
      const path = `${responsePath(agreement)}/eid/${identification}`
      expect((await kontor.call('GET', path, undefined, headers)).statusCode).toBe(404)
    }
    expect(await read(agreement.id)).toMatchObject({ status: 'sent' })
  })

  test('begins under a new name each time, whatever the browser sends', async () => {
    const agreement = await withEid()
    const first = await begin(agreement)
    const again = await kontor.call('POST', `${responsePath(agreement)}/eid`, undefined, { cookie: first.cookie })
    expect(again.cookies[0]?.value).not.toBe(first.cookie.split('=')[1])
  })

  test('refuses an answer without an identification, with one for another agreement, or with one too old', async () => {
    const [agreement, other] = [await withEid(), await withEid()]
    const refused = await answer(agreement, { action: 'reject' })
    expect([refused.statusCode, refused.json().fields]).toEqual([403, { identification: 'Bekreft hvem du er med eID' }])
    const { identification, headers } = await identify(other)
    expect((await answer(agreement, { action: 'reject', identification }, headers)).statusCode).toBe(403)
    const path = `${responsePath(agreement)}/eid/${identification}`
    expect((await kontor.call('GET', path, undefined, headers)).statusCode).toBe(404)
    kontor.clock.advance({ minutes: 31 })
    expect((await answer(other, { action: 'reject', identification }, headers)).statusCode).toBe(403)
    expect(await read(agreement.id)).toMatchObject({ status: 'sent' })
  })

  test('refuses an identification in another browser than the one that began it, or a second time', async () => {
    const agreement = await withEid()
    const { url, cookie } = await begin(agreement)
    const stranger = await begin(agreement)
    expect((await comeBack(url, stranger.cookie)).statusCode).toBe(403)
    expect((await comeBack(url, '')).statusCode).toBe(403)
    const { pathname, search } = new URL(await provider.follow(url))
    expect((await kontor.call('GET', pathname + search, undefined, { cookie })).statusCode).toBe(303)
    expect((await kontor.call('GET', pathname + search, undefined, { cookie })).statusCode).toBe(403)
  })

  test('returns to the page with an error when the customer cancels or the provider fails', async () => {
    const agreement = await withEid()
    const { url, cookie } = await begin(agreement)
    const state = new URL(url).searchParams.get('state')
    for (const end of [`error=access_denied&state=${state}`, `code=feil&state=${state}`]) {
      const back = await kontor.call('GET', `/api/eid/callback?${end}`, undefined, { cookie })
      const page = `/agreement-response/${agreement.responseToken}?eid=failed`
      expect([back.statusCode, back.headers.location]).toEqual([303, page])
    }
  })

  test('deletes expired codes and identifications at night', async () => {
    const agreement = await withEid()
    const { identification, headers } = await identify(agreement)
    kontor.clock.advance({ minutes: 20 })
    await deleteUselessProofs(kontor.deps)
    const path = `${responsePath(agreement)}/eid/${identification}`
    expect((await kontor.call('GET', path, undefined, headers)).statusCode).toBe(200)
    await pool.query(
      `INSERT INTO agreement_codes (agreement_id, sent_to, created_at, expires_at) VALUES ($1, 'kari@kunde.example', $2, $2)`,
      [agreement.id, kontor.clock.now()],
    )
    kontor.clock.advance({ minutes: 61 })
    await deleteUselessProofs(kontor.deps)
    const { rows } = await pool.query(
      'SELECT state_hash FROM agreement_identifications UNION SELECT sent_to FROM agreement_codes',
    )
    expect(rows).toEqual([])
  })
})

test('no identification begins for another agreement, an answered one or an unknown link', async () => {
  const path = (agreement: Pick<Agreement, 'responseToken'>) => `${responsePath(agreement)}/eid`
  const refused = await kontor.call('POST', path(await createAndSend()))
  expect([refused.statusCode, refused.json().error]).toEqual([409, 'Avtalen ber ikke om eID.'])
  expect((await kontor.call('POST', path({ responseToken: 'ukjent' }))).statusCode).toBe(404)
  const answered = await withEid()
  await answer(answered, { action: 'contact' })
  expect((await kontor.call('POST', path(answered))).statusCode).toBe(409)
})

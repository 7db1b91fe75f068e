import type { Agreement } from '@kontor/contract/agreements/agreements.schema'
import { describe, expect, test } from 'vitest'
import { startAgreementApp } from '../../testing/agreement-app.ts'
import { openidClient, startOpenidProvider } from '../../testing/openid-provider.ts'

const publicUrl = 'https://www.eksempel.example'
const provider = await startOpenidProvider(`${publicUrl}/api/eid/callback`)
const { kontor, createDraft, createAndSend, addLine, send, read, answer, responsePath, view } = await startAgreementApp(
  {
    publicUrl,
    oidcIssuer: provider.issuer,
    ...openidClient,
  },
)
const { pool } = kontor.database

const withEid = async (): Promise<Agreement> => {
  const { id } = await createDraft({ verification: 'eid' })
  await addLine(id)
  return send(id)
}

const begin = async (agreement: Pick<Agreement, 'responseToken'>) => {
  const begun = await kontor.call('POST', `${responsePath(agreement)}/eid`)
  expect(begun.statusCode).toBe(200)
  const [cookie] = begun.cookies
  expect(cookie).toMatchObject({ name: 'kontor_eid', httpOnly: true, secure: true, sameSite: 'Lax' })
  return { url: begun.json().url as string, cookie: `kontor_eid=${cookie?.value}` }
}

/** Goes to the provider and back, in the browser with that cookie. */
const comeBack = async (url: string, cookie: string) => {
  const { pathname, search } = new URL(await provider.follow(url))
  return kontor.call('GET', pathname + search, undefined, { cookie })
}

const identify = async (agreement: Agreement): Promise<string> => {
  const { url, cookie } = await begin(agreement)
  const { statusCode, headers } = await comeBack(url, cookie)
  expect(statusCode).toBe(303)
  const back = new URL(String(headers.location), publicUrl)
  expect(back.pathname).toBe(`/agreement-response/${agreement.responseToken}`)
  return back.searchParams.get('eid') ?? ''
}

describe('an agreement that asks for eID', () => {
  test('is answered by whom the provider identified; its name and subject are in the evidence', async () => {
    const agreement = await withEid()
    expect((await view(agreement)).agreement).toMatchObject({ verification: 'eid', eid: true })
    const identification = await identify(agreement)
    const known = await kontor.call('GET', `${responsePath(agreement)}/eid/${identification}`)
    expect(known.json()).toEqual({ name: 'Kari Nordmann' })
    const answered = await answer(agreement, { action: 'accept', name: 'Kari Nordmann', identification })
    expect(answered.json().agreement).toMatchObject({ status: 'accepted' })
    const { rows } = await pool.query('SELECT record FROM agreement_answers WHERE agreement_id = $1', [agreement.id])
    expect(JSON.parse(rows[0].record).verification).toEqual({
      method: 'eid',
      issuer: provider.issuer,
      subject: 'kari-17',
      name: 'Kari Nordmann',
    })
  })

  test('refuses an answer without an identification, with one for another agreement, or with one too old', async () => {
    const [agreement, other] = [await withEid(), await withEid()]
    const refused = await answer(agreement, { action: 'reject' })
    expect([refused.statusCode, refused.json().fields]).toEqual([403, { identification: 'Bekreft hvem du er med eID' }])
    const identification = await identify(other)
    expect((await answer(agreement, { action: 'reject', identification })).statusCode).toBe(403)
    expect((await kontor.call('GET', `${responsePath(agreement)}/eid/${identification}`)).statusCode).toBe(404)
    kontor.clock.advance({ minutes: 31 })
    expect((await answer(other, { action: 'reject', identification })).statusCode).toBe(403)
    expect(await read(agreement.id)).toMatchObject({ status: 'sent' })
  })

  test('cannot be identified in another browser than the one that began, or twice', async () => {
    const agreement = await withEid()
    const { url, cookie } = await begin(agreement)
    const stranger = await begin(agreement)
    expect((await comeBack(url, stranger.cookie)).statusCode).toBe(403)
    expect((await comeBack(url, '')).statusCode).toBe(403)
    const { pathname, search } = new URL(await provider.follow(url))
    expect((await kontor.call('GET', pathname + search, undefined, { cookie })).statusCode).toBe(303)
    expect((await kontor.call('GET', pathname + search, undefined, { cookie })).statusCode).toBe(403)
  })

  test('goes back to the page without an identification when the customer gives up at the provider', async () => {
    const agreement = await withEid()
    const { url, cookie } = await begin(agreement)
    const state = new URL(url).searchParams.get('state')
    const back = await kontor.call('GET', `/api/eid/callback?error=access_denied&state=${state}`, undefined, { cookie })
    expect([back.statusCode, back.headers.location]).toEqual([303, `/agreement-response/${agreement.responseToken}`])
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

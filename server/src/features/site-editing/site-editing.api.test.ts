import { beforeEach, describe, expect, test } from 'vitest'
import { startTestApp } from '../../testing/app.ts'
import { clearTables } from '../../testing/database.ts'

const kontor = await startTestApp({ worker: 'off' })
const admin = await kontor.asAdmin()

const read = async () => (await admin('GET', '/api/site-texts')).json()
const change = (body: object) => admin('PUT', '/api/site-texts', body)
const lead = (language: 'no' | 'en', text: string | null) => ({ id: 'home.hero.lead', language, text })

beforeEach(async () => {
  await clearTables(kontor.database.pool, 'site_texts')
})

describe("the site's texts", () => {
  test('are the delivered ones until somebody changes them', async () => {
    expect(await read()).toEqual({ texts: { no: {}, en: {} }, version: 1, updatedAt: null })
  })

  test('change one by one, in one language at a time, and can be restored to the delivered texts', async () => {
    const first = await change({
      changes: [lead('no', ' Vi lager båter. '), lead('en', 'We build boats.')],
      version: 1,
    })
    expect(first.statusCode).toBe(200)
    expect(first.json()).toEqual({
      texts: { no: { 'home.hero.lead': 'Vi lager båter.' }, en: { 'home.hero.lead': 'We build boats.' } },
      version: 2,
      updatedAt: expect.stringMatching(/Z$/),
    })
    await change({ changes: [{ id: 'about.title', language: 'no', text: 'Om båtene' }], version: 2 })
    await change({ changes: [lead('no', null)], version: 3 })
    expect((await read()).texts).toEqual({
      no: { 'about.title': 'Om båtene' },
      en: { 'home.hero.lead': 'We build boats.' },
    })
  })

  test('rejects a stale change and returns the current version', async () => {
    await change({ changes: [lead('no', 'Først')], version: 1 })
    const answer = await change({ changes: [lead('no', 'For sent')], version: 1 })
    expect(answer.statusCode).toBe(409)
    expect(answer.json().current).toEqual(await read())
  })

  test('of concurrent changes without a version, none is lost', async () => {
    const ids = Array.from({ length: 8 }, (_, index) => `home.text.${index}`)
    await Promise.all(ids.map((id) => change({ changes: [{ id, language: 'no', text: id }] })))
    expect(await read()).toMatchObject({ texts: { no: Object.fromEntries(ids.map((id) => [id, id])) }, version: 9 })
  })

  test('reject all changes when one is invalid', async () => {
    expect((await change({ changes: [lead('en', 'Right'), lead('no', 'Hei <b>du</b>')] })).statusCode).toBe(400)
    expect((await read()).version).toBe(1)
  })
})

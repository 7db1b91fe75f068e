import type { Registration, Webinar } from '@kontor/contract/webinars/webinars.schema'
import { readXlsx } from 'hucre/xlsx'
import { beforeEach, describe, expect, test } from 'vitest'
import { startTestApp } from '../../testing/app.ts'
import { clearTables } from '../../testing/database.ts'
import { webinarRegistrations } from './webinars.table.ts'

// Mails stay queued here; webinar-news.test.ts tests delivery. The test clock stands at 2026-03-24T09:00:00.000Z.
const kontor = await startTestApp({ worker: 'off', publicFormLimit: 10_000 })
const admin = await kontor.asAdmin()
const sales = await kontor.asSales()
const { db, pool } = kontor.database

const unknownId = '11111111-1111-4111-8111-111111111111'
const webinarBody = { name: 'Åpenhetsloven i praksis', date: '2026-03-31T08:00:00.000Z', isActive: true }

const list = async (): Promise<Webinar[]> => (await admin('GET', '/api/webinars')).json()
const create = async (changes: object = {}): Promise<Webinar> => {
  const answer = await admin('POST', '/api/webinars', { ...webinarBody, ...changes })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const registrationsOf = async (id: string): Promise<Registration[]> =>
  (await admin('GET', `/api/webinars/${id}/registrations`)).json()
const register = async (id: string, changes: object = {}): Promise<Registration> => {
  const visitor = { name: 'Kari Nordmann', email: 'kari@nordmann.example', company: 'Nordmann AS', phone: '12345678' }
  expect((await kontor.call('POST', `/api/webinars/${id}/registrations`, { ...visitor, ...changes })).statusCode).toBe(
    200,
  )
  const [newest] = await registrationsOf(id)
  if (!newest) throw new Error('The registration was not stored')
  return newest
}
const addSuspect = (webinarId: string, email = 'robot@spam.example') =>
  db.insert(webinarRegistrations).values({ webinarId, name: 'Robot', email, suspect: true })

beforeEach(async () => {
  await clearTables(pool, 'webinars', 'webinar_registrations', 'email_logs')
})

describe('the list of webinars', () => {
  test('contains all webinars, latest first, with their numbers of registrations', async () => {
    const past = await create({ name: 'Utløpt', date: '2026-03-01T09:00:00.000Z' })
    const late = await create({ name: 'Sent', date: '2026-05-01T08:00:00.000Z', isActive: false })
    const soon = await create()
    await register(soon.id)
    await register(soon.id, { email: 'ola@nordmann.example' })
    await addSuspect(soon.id)
    expect(await list()).toEqual([late, { ...soon, registrationCount: 3, suspectCount: 1 }, past])
  })

  test('is empty when there are none', async () => {
    expect(await list()).toEqual([])
  })
})

describe('a new webinar', () => {
  test('is returned as it is stored', async () => {
    const webinar = await create()
    expect(webinar).toEqual({
      ...webinarBody,
      id: expect.any(String),
      registrationCount: 0,
      suspectCount: 0,
      version: 1,
      createdAt: expect.stringMatching(/Z$/),
    })
    expect(await list()).toEqual([webinar])
  })

  test('is active by default', async () => {
    for (const isActive of [undefined, null, true]) expect((await create({ isActive })).isActive).toBe(true)
    expect((await create({ isActive: false })).isActive).toBe(false)
  })

  test('accepts a date with any time zone, and defaults to Norwegian time', async () => {
    expect((await create({ date: '2026-03-31T12:00:00+04:00' })).date).toBe('2026-03-31T08:00:00.000Z')
    expect((await create({ date: '2026-03-31T10:00' })).date).toBe('2026-03-31T08:00:00.000Z')
  })

  test('may be in the past', async () => {
    expect((await create({ date: '2020-03-31T10:00' })).date).toBe('2020-03-31T08:00:00.000Z')
  })

  test('is rejected with a Norwegian message for each invalid field', async () => {
    const answer = await admin('POST', '/api/webinars', { name: ' ', isActive: 'ja' })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields).toEqual({
      name: 'Navn er påkrevd',
      date: 'Dato er påkrevd',
      isActive: 'Aktiv må være ja eller nei',
    })
    const long = await admin('POST', '/api/webinars', { name: 'x'.repeat(201), date: '31.03.2026 kl. ti' })
    expect(long.json().fields).toEqual({
      name: 'Navn kan ha høyst 200 tegn',
      date: 'Skriv datoen som dd.mm.åååå og klokkeslettet som tt:mm',
    })
    expect(await list()).toEqual([])
  })

  test('drops unknown and read-only fields', async () => {
    const webinar = await create({ id: unknownId, version: 9, registrationCount: 7, createdAt: '2001-01-01T00:00:00Z' })
    expect(webinar).toMatchObject({ version: 1, registrationCount: 0 })
    expect(webinar.id).not.toBe(unknownId)
  })
})

describe('a change of a webinar', () => {
  test('is stored; absent fields stay', async () => {
    const { id } = await create()
    await register(id)
    const answer = await admin('PUT', `/api/webinars/${id}`, { name: 'Nytt navn', isActive: null })
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      expect.objectContaining({ ...webinarBody, id, name: 'Nytt navn', version: 2, registrationCount: 1 }),
    ])
    expect(await list()).toEqual([answer.json()])
  })

  test('may contain the whole webinar; read-only fields stay', async () => {
    const webinar = await create()
    const body = { ...webinar, isActive: false, registrationCount: 40, createdAt: '2001-01-01T00:00:00.000Z' }
    const answer = await admin('PUT', `/api/webinars/${webinar.id}`, body)
    expect(answer.json()).toEqual({ ...webinar, isActive: false, version: 2 })
  })

  test('may omit the version or send null', async () => {
    const { id } = await create()
    expect((await admin('PUT', `/api/webinars/${id}`, { name: 'A', version: null })).json().version).toBe(2)
  })

  test('with a stale version gets 409 with the current webinar', async () => {
    const { id, version } = await create()
    await admin('PUT', `/api/webinars/${id}`, { name: 'Den første', version })
    const answer = await admin('PUT', `/api/webinars/${id}`, { name: 'Den andre', version })
    expect(answer.statusCode).toBe(409)
    expect(answer.json().error).toBe('Endret av en annen i mellomtiden. Last inn på nytt og prøv igjen.')
    expect(answer.json().current).toEqual((await list())[0])
  })

  test('succeeds for one of several concurrent editors; the others conflict', async () => {
    const { id, version } = await create()
    const answers = await Promise.all(
      ['A', 'B', 'C'].map((name) => admin('PUT', `/api/webinars/${id}`, { name, version })),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
  })

  test('is rejected with a message for each invalid field', async () => {
    const { id } = await create()
    const answer = await admin('PUT', `/api/webinars/${id}`, { name: '', date: '' })
    expect([answer.statusCode, answer.json().fields]).toEqual([
      400,
      { name: 'Navn er påkrevd', date: 'Dato er påkrevd' },
    ])
    expect((await admin('PUT', `/api/webinars/${id}?notify=kanskje`, {})).statusCode).toBe(400)
    expect((await admin('PUT', '/api/webinars/17', {})).statusCode).toBe(400)
    expect((await admin('PUT', `/api/webinars/${unknownId}`, {})).json()).toEqual({ error: 'Webinaret finnes ikke.' })
  })
})

describe('deleting a webinar', () => {
  test('deletes its registrations, and no others', async () => {
    const [gone, stays] = [await create(), await create({ name: 'Blir' })]
    await register(gone.id)
    await register(stays.id)
    expect((await admin('DELETE', `/api/webinars/${gone.id}`)).statusCode).toBe(204)
    expect(await list()).toEqual([{ ...stays, registrationCount: 1 }])
    expect(await db.select().from(webinarRegistrations)).toMatchObject([{ webinarId: stays.id }])
    expect((await admin('GET', `/api/webinars/${gone.id}/registrations`)).statusCode).toBe(404)
  })

  test('succeeds once', async () => {
    const { id } = await create()
    const answers = await Promise.all([admin('DELETE', `/api/webinars/${id}`), admin('DELETE', `/api/webinars/${id}`)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 404])
    expect((await admin('DELETE', '/api/webinars/17')).statusCode).toBe(400)
  })
})

describe('the registrations for a webinar', () => {
  test('are listed newest first, with only the fields of the contract', async () => {
    const { id } = await create()
    const first = await register(id)
    const second = await register(id, { name: 'Ola', email: 'ola@nordmann.example', company: null, phone: '' })
    expect(await registrationsOf(id)).toEqual([second, first])
    expect(first).toEqual({
      id: expect.any(String),
      webinarId: id,
      name: 'Kari Nordmann',
      email: 'kari@nordmann.example',
      company: 'Nordmann AS',
      phone: '12345678',
      suspect: false,
      version: 1,
      createdAt: expect.stringMatching(/Z$/),
    })
    expect(second).toMatchObject({ company: null, phone: null })
  })

  test('are an empty list, or 404 when the webinar is unknown', async () => {
    expect(await registrationsOf((await create()).id)).toEqual([])
    const answer = await admin('GET', `/api/webinars/${unknownId}/registrations`)
    expect([answer.statusCode, answer.json()]).toEqual([404, { error: 'Webinaret finnes ikke.' }])
    expect((await admin('GET', '/api/webinars/17/registrations')).statusCode).toBe(400)
  })

  test('can be changed; absent fields stay', async () => {
    const registration = await register((await create()).id)
    const answer = await admin('PUT', `/api/registrations/${registration.id}`, { name: 'Kari Åsen', phone: '' })
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { ...registration, name: 'Kari Åsen', phone: null, version: 2 },
    ])
  })

  test('accept the whole registration back, and keep their webinar', async () => {
    const registration = await register((await create()).id)
    const body = { ...registration, webinarId: unknownId, suspect: true, company: 'Ny AS' }
    const answer = await admin('PUT', `/api/registrations/${registration.id}`, body)
    expect(answer.json()).toEqual({ ...registration, company: 'Ny AS', version: 2 })
  })

  test('reject changes with a stale version', async () => {
    const { id, version } = await register((await create()).id)
    const answers = await Promise.all(
      ['A', 'B', 'C'].map((name) => admin('PUT', `/api/registrations/${id}`, { name, version })),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json().current).toMatchObject({ id, version: 2 })
  })

  test('have unique addresses per webinar', async () => {
    const { id } = await create()
    await register(id)
    const second = await register(id, { email: 'ola@nordmann.example' })
    const answer = await admin('PUT', `/api/registrations/${second.id}`, { email: 'KARI@nordmann.example' })
    const sentence = 'Adressen er allerede påmeldt dette webinaret'
    expect([answer.statusCode, answer.json()]).toEqual([409, { error: sentence, fields: { email: sentence } }])
    expect((await admin('PUT', `/api/registrations/${second.id}`, { email: 'OLA@nordmann.example' })).statusCode).toBe(
      200,
    )
  })

  test('return a message for each invalid field of a change', async () => {
    const { id } = await register((await create()).id)
    const answer = await admin('PUT', `/api/registrations/${id}`, { name: '', email: 'nei', phone: '1'.repeat(51) })
    expect([answer.statusCode, answer.json().fields]).toEqual([
      400,
      { name: 'Navn er påkrevd', email: 'Ugyldig e-postadresse', phone: 'Telefon kan ha høyst 50 tegn' },
    ])
    expect((await admin('PUT', `/api/registrations/${unknownId}`, {})).json()).toEqual({
      error: 'Påmeldingen finnes ikke.',
    })
  })

  test('are exported as a spreadsheet, with formulas as text', async () => {
    const { id } = await create()
    await register(id, { name: '=1+1', phone: '+47 01 23 45 67', company: 'Fisk & Sønner <AS>' })
    await register(id, { name: 'Åse Øst', email: 'aase@nordmann.example', company: null, phone: '00479' })
    await addSuspect(id)
    await pool.query("UPDATE webinar_registrations SET created_at = '2026-03-24T12:30:00Z'")
    const answer = await admin('GET', `/api/webinars/${id}/registrations/export`)
    expect([answer.statusCode, answer.headers['content-type'], answer.headers['content-disposition']]).toEqual([
      200,
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'attachment; filename="paameldinger.xlsx"',
    ])
    const [head, ...rows] = (await readXlsx(answer.rawPayload)).sheets[0]?.rows ?? []
    expect(head).toEqual(['Navn', 'E-post', 'Bedrift', 'Telefon', 'Påmeldt', 'Mistenkelig'])
    const at = new Date('2026-03-24T13:30:00.000Z')
    expect(rows).toHaveLength(3)
    expect(rows).toContainEqual(['=1+1', 'kari@nordmann.example', 'Fisk & Sønner <AS>', '+47 01 23 45 67', at, 'Nei'])
    expect(rows).toContainEqual(['Åse Øst', 'aase@nordmann.example', null, '00479', at, 'Nei'])
    expect(rows).toContainEqual(['Robot', 'robot@spam.example', null, null, at, 'Ja'])
  })

  test('are exported as headers only when there are none, and as 404 for an unknown webinar', async () => {
    const answer = await admin('GET', `/api/webinars/${(await create()).id}/registrations/export`)
    expect((await readXlsx(answer.rawPayload)).sheets[0]?.rows).toHaveLength(1)
    const unknown = await admin('GET', `/api/webinars/${unknownId}/registrations/export`)
    expect([unknown.statusCode, unknown.json()]).toEqual([404, { error: 'Webinaret finnes ikke.' }])
  })

  test('are deleted once', async () => {
    const { id, webinarId } = await register((await create()).id)
    expect((await admin('DELETE', `/api/registrations/${id}`)).statusCode).toBe(204)
    expect((await admin('DELETE', `/api/registrations/${id}`)).statusCode).toBe(404)
    expect((await admin('DELETE', '/api/registrations/17')).statusCode).toBe(400)
    expect(await registrationsOf(webinarId)).toEqual([])
  })
})

test('only the administrator may read and change webinars', async () => {
  const { id } = await create()
  for (const [method, url] of [
    ['GET', '/api/webinars'],
    ['POST', '/api/webinars'],
    ['PUT', `/api/webinars/${id}`],
    ['DELETE', `/api/webinars/${id}`],
    ['GET', `/api/webinars/${id}/registrations`],
    ['GET', `/api/webinars/${id}/registrations/export`],
    ['PUT', `/api/registrations/${id}`],
    ['DELETE', `/api/registrations/${id}`],
  ] as const) {
    const body = method === 'PUT' || method === 'POST' ? {} : undefined
    expect((await kontor.call(method, url, body)).statusCode).toBe(401)
    expect((await sales(method, url, body)).statusCode).toBe(403)
  }
  expect(await list()).toHaveLength(1)
})

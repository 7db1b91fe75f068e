import { randomUUID } from 'node:crypto'
import type { Registration } from '@kontor/contract/webinars/webinars.schema'
import { readXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { startWebinarApp } from '../../testing/webinar-app.ts'

const { pool, admin, create, register, registrationsOf, wait } = await startWebinarApp()

const unknownId = randomUUID()
const readOnly = { id: unknownId, registrationCount: 40, createdAt: '2001-01-01T00:00:00.000Z', suspect: true }
const list = async () => (await admin('GET', '/api/webinars')).json()
const registered = async (id: string, person: string, body: object = {}): Promise<Registration> => {
  await register(id, person, body)
  const [newest] = await registrationsOf(id)
  if (!newest) throw new Error('The registration was not stored')
  return newest
}
const addSuspect = (webinarId: string) =>
  pool.query(
    `INSERT INTO webinar_registrations (webinar_id, name, email, suspect) VALUES ($1, 'Robot', 'robot@spam.example', true)`,
    [webinarId],
  )

test('lists all webinars, latest first, with their numbers of registrations', async () => {
  const past = await create({ name: 'Utløpt', date: '2026-03-01T09:00:00.000Z' })
  const late = await create({ name: 'Sent', date: '2026-05-01T08:00:00.000Z', isActive: false })
  const soon = await create()
  for (const person of ['Kari', 'Ola']) await register(soon.id, person)
  await addSuspect(soon.id)
  expect(await list()).toEqual([late, { ...soon, registrationCount: 3, suspectCount: 1 }, past])
})

test('returns a new webinar as it is stored, without unknown fields and options that are not given', async () => {
  const webinar = await create({ ...readOnly, version: 9 })
  expect(webinar).toEqual({
    name: 'Åpenhetsloven',
    date: '2026-03-31T08:00:00.000Z',
    isActive: true,
    id: expect.any(String),
    registrationCount: 0,
    suspectCount: 0,
    version: 1,
    createdAt: expect.stringMatching(/^20[^0]/),
  })
  expect(webinar.id).not.toBe(unknownId)
  expect(await list()).toEqual([webinar])
})

test('deletes a webinar with its registrations and no others', async () => {
  const [gone, stays] = [await create(), await create({ name: 'Blir' })]
  for (const { id } of [gone, stays]) await register(id, 'Kari')
  await admin('DELETE', `/api/webinars/${gone.id}`)
  expect(await list()).toEqual([{ ...stays, registrationCount: 1 }])
  expect((await pool.query('SELECT webinar_id FROM webinar_registrations')).rows).toEqual([{ webinar_id: stays.id }])
})

describe('the registrations for a webinar', () => {
  test('are listed newest first, with only the fields of the contract', async () => {
    const { id } = await create()
    expect(await registrationsOf(id)).toEqual([])
    const first = await registered(id, 'Kari', { company: 'Nordmann AS', phone: '12345678' })
    const second = await registered(id, 'Ola', { company: null, phone: '' })
    expect(await registrationsOf(id)).toEqual([second, first])
    expect(first).toEqual({
      id: expect.any(String),
      webinarId: id,
      name: 'Kari',
      email: 'kari@nordmann.example',
      company: 'Nordmann AS',
      phone: '12345678',
      suspect: false,
      version: 1,
      createdAt: expect.stringMatching(/Z$/),
    })
  })

  test('keep absent and read-only fields and their webinar when they are changed', async () => {
    const registration = await registered((await create()).id, 'Kari', { company: 'Nordmann AS', phone: '12345678' })
    const body = { ...readOnly, webinarId: unknownId, name: 'Kari Åsen', phone: '' }
    const answer = await admin('PUT', `/api/registrations/${registration.id}`, body)
    expect(answer.json()).toEqual({ ...registration, name: 'Kari Åsen', phone: null, version: 2 })
    expect(await registrationsOf(registration.webinarId)).toEqual([answer.json()])
  })

  test('have unique addresses per webinar', async () => {
    const { id } = await create()
    await register(id, 'Kari')
    const ola = await registered(id, 'Ola')
    const setAddress = (email: string) => admin('PUT', `/api/registrations/${ola.id}`, { email })
    const answer = await setAddress('KARI@nordmann.example')
    const sentence = 'Adressen er allerede påmeldt dette webinaret'
    expect([answer.statusCode, answer.json()]).toEqual([409, { error: sentence, fields: { email: sentence } }])
    expect((await setAddress('OLA@nordmann.example')).statusCode).toBe(200)
  })
})

describe('the export of registrations', () => {
  const exportOf = (id: string, query = '') => admin('GET', `/api/webinars/${id}/registrations/export${query}`)
  const columns = ['Navn', 'E-post', 'Bedrift', 'Telefon', 'Påmeldt', 'Mistenkelig']

  test('is refused to a page of another site', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' }
    const answer = await admin('GET', `/api/webinars/${(await create()).id}/registrations/export`, undefined, headers)
    expect(answer.statusCode).toBe(403)
  })

  test('is a spreadsheet, with formulas as text', async () => {
    const { id } = await create()
    await register(id, 'Kari', { name: '=1+1', phone: '+47 01 23 45 67', company: 'Fisk & Sønner <AS>' })
    await register(id, 'Ola', { phone: '00479' })
    await addSuspect(id)
    await pool.query("UPDATE webinar_registrations SET created_at = '2026-03-24T12:30:00Z'")
    const answer = await exportOf(id)
    expect([answer.statusCode, answer.headers['content-type'], answer.headers['content-disposition']]).toEqual([
      200,
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'attachment; filename="paameldinger.xlsx"',
    ])
    const [head, ...rows] = (await readXlsx(answer.rawPayload)).sheets[0]?.rows ?? []
    expect(head).toEqual(columns)
    const at = new Date('2026-03-24T13:30:00.000Z')
    expect(rows).toHaveLength(3)
    expect(rows).toContainEqual(['=1+1', 'kari@nordmann.example', 'Fisk & Sønner <AS>', '+47 01 23 45 67', at, 'Nei'])
    expect(rows).toContainEqual(['Ola', 'ola@nordmann.example', null, '00479', at, 'Nei'])
    expect(rows).toContainEqual(['Robot', 'robot@spam.example', null, null, at, 'Ja'])
  })

  test('is CSV on request, and has a column for states once somebody waits', async () => {
    const { id } = await create({ capacity: 1 })
    const lines = async () => (await exportOf(id, '?format=csv')).body.trim().split('\r\n')
    expect(await lines()).toEqual([columns.join(';')])
    await register(id, 'Kari')
    await wait(id, 'Ola')
    const [head, ...rows] = await lines()
    expect(head).toBe([...columns, 'Status'].join(';'))
    expect(rows.map((row) => row.split(';').at(-1))).toEqual(['Påmeldt', 'Venteliste'])
  })
})

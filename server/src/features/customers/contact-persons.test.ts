import type { ContactPerson } from '@kontor/contract/customers/customers.schema'
import { beforeEach, describe, expect, test } from 'vitest'
import { startTestApp } from '../../testing/app.ts'
import { clearTables } from '../../testing/database.ts'

const kontor = await startTestApp({ worker: 'off' })
const admin = await kontor.asAdmin()
const { pool } = kontor.database

const create = async (): Promise<{ id: number }> =>
  (await admin('POST', '/api/customers', { name: 'Kunde AS', email: 'post@kunde.example' })).json()

const person = { firstName: 'Kari', lastName: 'Nordmann', email: 'kari@kunde.example' }
const addPerson = async (customerId: number, changes: object = {}): Promise<ContactPerson> => {
  const answer = await admin('POST', '/api/contact-persons', { ...person, customerId, ...changes })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json()
}
const personsOf = async (customerId: number): Promise<ContactPerson[]> =>
  (await admin('GET', `/api/customers/${customerId}/contact-persons`)).json()

beforeEach(async () => {
  await clearTables(pool, 'agreements', 'contact_persons', 'customers')
})

describe('a contact person', () => {
  test('belongs to a customer; the list is sorted by name', async () => {
    const { id } = await create()
    const other = await create()
    await addPerson(other.id)
    const answer = await admin('POST', '/api/contact-persons', { ...person, customerId: id })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({
      ...person,
      id: expect.any(Number),
      customerId: id,
      telephone: null,
      mobilePhone: null,
      note: null,
      isActive: true,
      version: 1,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
    })
    await addPerson(id, { firstName: 'Åse', lastName: 'Berg' })
    await addPerson(id, { firstName: 'Anne', lastName: 'Berg' })
    expect((await personsOf(id)).map(({ firstName }) => firstName)).toEqual(['Anne', 'Åse', 'Kari'])
  })

  test('stores all its fields', async () => {
    const { id } = await create()
    const fields = { telephone: '12 34 56 78', mobilePhone: '+47 98 76 54 32', note: 'En\nto', isActive: false }
    expect(await addPerson(id, fields)).toMatchObject(fields)
    expect(await personsOf(id)).toMatchObject([fields])
    expect(await addPerson(id, { telephone: '', mobilePhone: null, note: ' ' })).toMatchObject({
      telephone: null,
      mobilePhone: null,
      note: null,
    })
  })

  test('is rejected with a message for each invalid field', async () => {
    const answer = await admin('POST', '/api/contact-persons', { firstName: ' ', email: 'nei' })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields).toEqual({
      customerId: 'Kunde ID er påkrevd',
      firstName: 'Fornavn er påkrevd',
      lastName: 'Etternavn er påkrevd',
      email: 'Ugyldig e-postadresse',
    })
    for (const customerId of [0, -1, 1.5, '7', null]) {
      const refused = await admin('POST', '/api/contact-persons', { ...person, customerId })
      expect([refused.statusCode, refused.json().fields]).toEqual([400, { customerId: 'Kunde ID er påkrevd' }])
    }
  })

  test('gets 404 for an unknown customer', async () => {
    const answer = await admin('POST', '/api/contact-persons', { ...person, customerId: 999_999 })
    expect([answer.statusCode, answer.json()]).toEqual([404, { error: 'Kunden finnes ikke.' }])
    expect((await admin('GET', '/api/customers/999999/contact-persons')).statusCode).toBe(404)
  })

  test('lists none for a customer without contact persons', async () => {
    expect(await personsOf((await create()).id)).toEqual([])
  })

  test('is changed, keeping its customer and absent fields', async () => {
    const { id } = await create()
    const other = await create()
    const added = await addPerson(id, { telephone: '123', note: 'Slutter i mai' })
    const body = { ...added, lastName: 'Ås', note: null, customerId: other.id }
    const answer = await admin('PUT', `/api/contact-persons/${added.id}`, body)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ customerId: id, lastName: 'Ås', telephone: '123', note: null, version: 2 })
    expect((await admin('PUT', `/api/contact-persons/${added.id}`, { isActive: false })).json()).toMatchObject({
      lastName: 'Ås',
      isActive: false,
    })
    expect(await personsOf(other.id)).toEqual([])
  })

  test('gets a message for each invalid field of a change', async () => {
    const { id } = await addPerson((await create()).id)
    const answer = await admin('PUT', `/api/contact-persons/${id}`, { firstName: '', lastName: null, email: '' })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields).toEqual({
      firstName: 'Fornavn er påkrevd',
      lastName: 'Etternavn er påkrevd',
      email: 'Ugyldig e-postadresse',
    })
  })

  test('rejects a change with a stale version', async () => {
    const { id, version, customerId } = await addPerson((await create()).id)
    await admin('PUT', `/api/contact-persons/${id}`, { note: 'Den første', version })
    const answer = await admin('PUT', `/api/contact-persons/${id}`, { note: 'Den andre', version })
    expect(answer.statusCode).toBe(409)
    expect(answer.json().current).toEqual((await personsOf(customerId))[0])
    expect(answer.json().current).toMatchObject({ note: 'Den første', version: 2 })
  })

  test('is deleted once, and cleared from agreements that name it', async () => {
    const { id, customerId } = await addPerson((await create()).id)
    await pool.query(
      `INSERT INTO agreements (customer_id, contact_person_id, title, reference, response_token) VALUES ($1, $2, 'Avtale', 'A-2026-0001', 'token')`,
      [customerId, id],
    )
    expect((await admin('DELETE', `/api/contact-persons/${id}`)).statusCode).toBe(204)
    expect((await pool.query('SELECT contact_person_id FROM agreements')).rows).toEqual([{ contact_person_id: null }])
    const again = await admin('DELETE', `/api/contact-persons/${id}`)
    expect([again.statusCode, again.json()]).toEqual([404, { error: 'Kontaktpersonen finnes ikke.' }])
    expect((await admin('PUT', `/api/contact-persons/${id}`, {})).statusCode).toBe(404)
    expect((await admin('DELETE', '/api/contact-persons/x')).statusCode).toBe(400)
  })
})

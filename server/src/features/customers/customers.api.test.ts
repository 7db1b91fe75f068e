import type { ContactPerson, Customer } from '@kontor/contract/customers/customers.schema'
import { beforeEach, describe, expect, test } from 'vitest'
import { startTestApp } from '../../testing/app.ts'
import { clearTables } from '../../testing/database.ts'
import { callDuring } from '../../testing/locks.ts'

const kontor = await startTestApp({ worker: 'off' })
const admin = await kontor.asAdmin()
const { pool } = kontor.database

const emptyOptionalFields = {
  phone: null,
  website: null,
  organizationNumber: null,
  industry: null,
  description: null,
  customer_Type: null,
  address: null,
  postCode: null,
  city: null,
  location: null,
}

const full = {
  name: 'Åsgård Bakeri AS',
  email: 'post@bakeri.example',
  phone: '+47 12 34 56 78',
  website: 'https://bakeri.example',
  organizationNumber: '974760673',
  industry: 'Produksjon av brød og ferske konditorvarer',
  description: 'Baker om natten.\nRing etter ti.',
  isActive: false,
  customer_Type: 'bedrift',
  address: 'Storgata 1',
  postCode: '0150',
  city: 'Oslo',
  location: '2. etasje',
}

const create = async (customer: object = {}): Promise<Customer> => {
  const answer = await admin('POST', '/api/customers', { name: 'Kunde AS', email: 'post@kunde.example', ...customer })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json()
}
const stored = async (): Promise<Customer[]> => (await admin('GET', '/api/customers')).json()

const person = { firstName: 'Kari', lastName: 'Nordmann', email: 'kari@kunde.example' }
const addPerson = async (customerId: number, changes: object = {}): Promise<ContactPerson> => {
  const answer = await admin('POST', '/api/contact-persons', { ...person, customerId, ...changes })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json()
}
const personsOf = async (customerId: number): Promise<ContactPerson[]> =>
  (await admin('GET', `/api/customers/${customerId}/contact-persons`)).json()

/** Adds an accepted agreement, which the bookkeeping law protects. */
const addAcceptedAgreement = (customerId: number, contactPersonId: number | null = null) =>
  pool.query(
    `INSERT INTO agreements (customer_id, contact_person_id, title, reference, response_token, status, responded_at)
     VALUES ($1, $2, 'Avtale', gen_random_uuid()::text, gen_random_uuid()::text, 'accepted', now())`,
    [customerId, contactPersonId],
  )

beforeEach(async () => {
  await clearTables(pool, 'agreements', 'contact_persons', 'customers')
})

describe('a customer', () => {
  test('requires only a name and an e-mail address', async () => {
    const customer = await create()
    expect(customer).toEqual({
      ...emptyOptionalFields,
      register: null,
      id: expect.any(Number),
      name: 'Kunde AS',
      email: 'post@kunde.example',
      isActive: true,
      version: 1,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
    })
    expect(await stored()).toEqual([customer])
  })

  test('stores all its fields, also when another customer has the same', async () => {
    expect(await create({ ...full, organizationNumber: '974 760 673' })).toMatchObject(full)
    await create(full)
    expect(await stored()).toMatchObject([full, full])
  })

  test('accepts null and empty optional fields', async () => {
    for (const empty of [null, '', '   ']) {
      const fields = Object.fromEntries(Object.keys(emptyOptionalFields).map((name) => [name, empty]))
      expect(await create(fields)).toMatchObject(emptyOptionalFields)
    }
    expect(await create({ isActive: null })).toMatchObject({ isActive: true })
  })

  test('is rejected with a message for each invalid field', async () => {
    const answer = await admin('POST', '/api/customers', { ...full, name: ' ', email: null, city: 'x\0' })
    expect([answer.statusCode, answer.json().fields]).toEqual([
      400,
      {
        name: 'Navn er påkrevd',
        email: 'Ugyldig e-postadresse',
        city: 'Poststed inneholder et tegn som ikke kan lagres',
      },
    ])
  })
})

test('lists customers by name, in Norwegian order', async () => {
  for (const name of ['Østby', 'Ås', 'Zeta', 'Ærlig', 'alfa', 'Alfa']) await create({ name })
  expect((await stored()).map(({ name }) => name)).toEqual(['alfa', 'Alfa', 'Zeta', 'Ærlig', 'Østby', 'Ås'])
})

describe('deleting a customer', () => {
  test('deletes its contact persons too, once, also of two requests', async () => {
    const { id } = await create()
    const other = await create()
    await addPerson(id)
    await addPerson(other.id)
    expect((await admin('DELETE', `/api/customers/${id}`)).statusCode).toBe(204)
    expect(await stored()).toEqual([other])
    expect((await pool.query('SELECT customer_id FROM contact_persons')).rows).toEqual([{ customer_id: other.id }])
    expect((await admin('GET', `/api/customers/${id}/contact-persons`)).statusCode).toBe(404)
  })

  test('with an accepted agreement archives the customer and keeps its contact persons and agreement', async () => {
    const { id } = await create()
    const { id: personId } = await addPerson(id)
    await addAcceptedAgreement(id, personId)
    expect((await admin('DELETE', `/api/customers/${id}`)).statusCode).toBe(204)
    expect(await stored()).toEqual([])
    const { rows } = await pool.query(
      'SELECT c.archived_at, a.contact_person_id FROM customers c JOIN agreements a ON a.customer_id = c.id',
    )
    expect(rows).toEqual([{ archived_at: expect.any(Date), contact_person_id: personId }])
    expect(await personsOf(id)).toMatchObject([person])
    expect((await admin('PUT', `/api/customers/${id}`, { name: 'Borte' })).statusCode).toBe(404)
  })

  test('deletes agreements too, unless one is accepted', async () => {
    const draft = (customerId: number) =>
      pool.query(
        `INSERT INTO agreements (customer_id, title, reference, response_token) VALUES ($1, 'Utkast', gen_random_uuid()::text, gen_random_uuid()::text)`,
        [customerId],
      )
    const [undecided, withAccepted] = [await create(), await create()]
    for (const { id } of [undecided, withAccepted]) await draft(id)
    await addAcceptedAgreement(withAccepted.id)
    for (const { id } of [undecided, withAccepted]) await admin('DELETE', `/api/customers/${id}`)
    expect(await stored()).toEqual([])
    const { rows } = await pool.query('SELECT customer_id, status FROM agreements ORDER BY status')
    expect(rows).toEqual([
      { customer_id: withAccepted.id, status: 'accepted' },
      { customer_id: withAccepted.id, status: 'draft' },
    ])
  })

  test('concurrent with a new accepted agreement archives the customer instead', async () => {
    const { id } = await create()
    const insert = `INSERT INTO agreements (customer_id, title, reference, response_token, status) VALUES ($1, 'Ny', 'A-2026-0001', 't', 'accepted')`
    const deletion = await callDuring(pool, [insert, id], () => admin('DELETE', `/api/customers/${id}`))
    expect(deletion.statusCode).toBe(204)
    const { rows } = await pool.query('SELECT archived_at FROM customers')
    expect(rows).toEqual([{ archived_at: expect.any(Date) }])
  })
})

describe('a contact person', () => {
  test('belongs to a customer; the list is sorted by name', async () => {
    const { id } = await create()
    const other = await create()
    expect(await personsOf(id)).toEqual([])
    await addPerson(other.id)
    expect(await addPerson(id)).toEqual({
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
    const empty = { telephone: null, mobilePhone: null, note: null }
    expect(await addPerson(id, { telephone: '', mobilePhone: null, note: ' ' })).toMatchObject(empty)
  })

  test('gets 404 for an unknown customer', async () => {
    const answer = await admin('POST', '/api/contact-persons', { ...person, customerId: 999_999 })
    expect([answer.statusCode, answer.json()]).toEqual([404, { error: 'Kunden finnes ikke.' }])
  })

  test('keeps its customer when it is changed', async () => {
    const [{ id }, other] = [await create(), await create()]
    const added = await addPerson(id)
    const body = { ...added, lastName: 'Ås', customerId: other.id }
    const answer = await admin('PUT', `/api/contact-persons/${added.id}`, body)
    expect(answer.json()).toMatchObject({ customerId: id, lastName: 'Ås', version: 2 })
  })

  test('is deleted once, and cleared from agreements that name it', async () => {
    const { id, customerId } = await addPerson((await create()).id)
    await addAcceptedAgreement(customerId, id)
    expect((await admin('DELETE', `/api/contact-persons/${id}`)).statusCode).toBe(204)
    expect((await pool.query('SELECT contact_person_id FROM agreements')).rows).toEqual([{ contact_person_id: null }])
  })
})

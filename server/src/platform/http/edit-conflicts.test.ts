import { expect, test } from 'vitest'
import { startAgreementApp } from '../../testing/agreement-app.ts'
import { insertRow } from '../../testing/rows.ts'

const { kontor, admin, callOk, customer, createDraft, addLine } = await startAgreementApp()
const { pool } = kontor.database

const add = async (path: string, body: object): Promise<string> => {
  const { id } = await callOk<{ id: string | number }>('POST', `/api/${path}`, body)
  return `${path}/${id}`
}
const person = { name: 'Kari', email: 'kari@kunde.example' }
let users = 0

/** Every entity that is edited as a whole: one of its fields, and the path of a new entity. */
const records: readonly (readonly [string, string, () => Promise<string>])[] = [
  ['a customer', 'name', () => add('customers', person)],
  [
    'a contact person',
    'firstName',
    () => add('contact-persons', { ...person, firstName: 'Kari', lastName: 'Ås', customerId: customer.id }),
  ],
  ['a product', 'name', () => add('products', { number: '1', name: 'Kurs', salesPrice: 1999.99 })],
  ['a condition', 'name', () => add('conditions', { name: 'Betaling', content: 'Netto 14' })],
  ['a lead', 'city', () => add('leads', { company_name: 'Prøve AS' })],
  ['a webinar', 'name', () => add('webinars', { name: 'Kurs', date: '2026-05-01T10:00' })],
  ['an e-mail template', 'subject', () => add('email-templates', { type: 'contact', subject: 'Takk', content: 'Hei' })],
  ['a user', 'username', () => add('users', { username: `kari-${++users}`, password: 'vindauge-kanel-fjelltopp' })],
  ['the e-mail settings', 'fromName', async () => 'email-settings'],
  ['the company', 'shortName', async () => 'company'],
  ['an agreement', 'title', async () => `agreements/${(await createDraft()).id}`],
  [
    'a line of an agreement',
    'description',
    async () => {
      const { id } = await createDraft()
      return `agreements/${id}/products/${(await addLine(id)).id}`
    },
  ],
  [
    'a condition of an agreement',
    'customContent',
    async () => {
      const { id } = await createDraft()
      const condition = await callOk<{ id: number }>('POST', '/api/conditions', {
        name: 'Betaling',
        content: 'Netto 14',
      })
      return add(`agreements/${id}/conditions`, { conditionId: condition.id })
    },
  ],
  [
    'an enquiry',
    'name',
    async () => `contacts/${await insertRow(pool, 'contacts', { ...person, subject: 'product', message: 'Hei' })}`,
  ],
  [
    'a registration',
    'name',
    async () => {
      const webinar = await insertRow(pool, 'webinars', { name: 'Kurs', date: '2026-05-01T10:00Z' })
      return `registrations/${await insertRow(pool, 'webinar_registrations', { ...person, webinar_id: webinar })}`
    },
  ],
]

test.each(records)(
  'of three concurrent changes of %s one succeeds; the others get the current version',
  async (...record) => {
    const [, field, create] = record
    const path = `/api/${await create()}`
    const change = (text: string, version?: number) => admin('PUT', path, { [field]: text, version })
    const answers = await Promise.all(['A', 'B', 'C'].map((text) => change(text, 1)))
    const [stored, ...conflicts] = answers.toSorted((one, other) => one.statusCode - other.statusCode)
    const current = stored?.json().agreement ?? stored?.json()
    expect([stored?.statusCode, current]).toEqual([200, expect.objectContaining({ version: 2 })])
    for (const conflict of conflicts) {
      const error = 'Endret av en annen i mellomtiden. Last inn på nytt og prøv igjen.'
      expect([conflict.statusCode, conflict.json()]).toEqual([409, { error, current }])
    }
    const later = (await change('D')).json()
    expect(later.agreement ?? later).toMatchObject({ [field]: 'D', version: 3 })
  },
)

test.each(records)(
  '%s keeps absent fields, accepts itself back whole, and ignores a creation time',
  async (...record) => {
    const [, , create] = record
    const path = `/api/${await create()}`
    const change = async (body: object) => {
      const answer = await admin('PUT', path, body)
      expect(answer.statusCode, answer.body).toBe(200)
      const { version, updatedAt, updated_at, last_touched_at, ...fields } = answer.json().agreement ?? answer.json()
      return { version, fields }
    }
    const { version, fields } = await change({})
    const outside = { createdAt: '2001-01-01T00:00:00.000Z', created_at: '2001-01-01T00:00:00.000Z' }
    expect((await change({ ...fields, ...outside, version })).fields).toEqual(fields)
  },
)

const deletable: typeof records = [
  ...records.filter(([what]) => what !== 'the e-mail settings' && what !== 'the company'),
  ['a template', '', async () => add('agreement-templates', { name: 'Kurs', agreementId: (await createDraft()).id })],
]

test.each(deletable)(
  'a stale deletion of %s is a conflict; of two deletions one succeeds; later changes are refused',
  async (...record) => {
    const [, , create] = record
    const path = `/api/${await create()}`
    const stale = await admin('DELETE', `${path}?version=7`)
    expect([stale.statusCode, stale.json().current.version]).toEqual([409, 1])
    // Some clients send this header without a body.
    const json = { 'content-type': 'application/json' }
    const answers = await Promise.all(['', '?version=1'].map((read) => admin('DELETE', path + read, undefined, json)))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 404])
    expect((await admin('PUT', path, {})).statusCode).toBe(404)
  },
)

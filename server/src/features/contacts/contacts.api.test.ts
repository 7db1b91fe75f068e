import { randomUUID } from 'node:crypto'
import type { Contact } from '@kontor/contract/contacts/contacts.schema'
import type { EmailLog } from '@kontor/contract/emails/emails.schema'
import { beforeEach, describe, expect, test } from 'vitest'
import { startTestApp } from '../../testing/app.ts'
import { clearTables } from '../../testing/database.ts'

// Mails stay queued here; emails.api.test.ts tests delivery.
const kontor = await startTestApp({ worker: 'off', publicFormLimit: 10_000, notifyEmail: 'varsel@eksempel.example' })
const admin = await kontor.asAdmin()
const sales = await kontor.asSales()

const enquiry = {
  name: 'Kari Nordmann',
  email: 'kari@nordmann.example',
  company: 'Nordmann AS',
  subject: 'product',
  message: 'Hei!\nHva koster det?',
}
const unknownId = '11111111-1111-4111-8111-111111111111'

const send = (body: unknown = enquiry) => kontor.call('POST', '/api/contacts', body)
const stored = async (): Promise<Contact[]> => (await admin('GET', '/api/contacts')).json()
const mails = async (): Promise<EmailLog[]> => (await admin('GET', '/api/email-logs')).json()
const storedOne = async (body: unknown = enquiry): Promise<Contact> => {
  await send(body)
  const [contact] = await stored()
  if (!contact) throw new Error('The enquiry was not stored')
  return contact
}

beforeEach(async () => {
  await clearTables(kontor.database.pool, 'contacts', 'email_logs')
})

describe('a visitor sends an enquiry', () => {
  test('converts an internationalized domain to its ASCII form', async () => {
    expect((await send({ ...enquiry, email: 'post@blåbær.example' })).statusCode).toBe(200)
    expect((await stored()).map(({ email }) => email)).toEqual(['post@xn--blbr-roah.example'])
    expect((await mails()).map(({ to }) => to)).toContain('post@xn--blbr-roah.example')
  })

  test('stores it, confirms it to the visitor and notifies the company', async () => {
    const answer = await send()
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ success: true })
    const [contact] = await stored()
    expect(contact).toEqual({
      ...enquiry,
      id: expect.any(String),
      language: 'no',
      state: 'new',
      suspect: false,
      version: 1,
      createdAt: expect.stringMatching(/Z$/),
    })
    const log = await mails()
    expect(log).toHaveLength(2)
    expect(log).toContainEqual(
      expect.objectContaining({
        to: 'kari@nordmann.example',
        from: 'post@eksempel.example',
        subject: 'Takk for din henvendelse',
        type: 'contact',
        status: 'other',
        delivery: 'queued',
        relatedId: contact?.id,
      }),
    )
    expect(log).toContainEqual(
      expect.objectContaining({
        to: 'varsel@eksempel.example',
        subject: 'Ny henvendelse fra Kari Nordmann: Produktinformasjon',
        type: 'contact',
        relatedId: contact?.id,
      }),
    )
  })

  test('confirms in English when the form was English', async () => {
    await send({ ...enquiry, language: 'en' })
    const confirmation = (await mails()).find(({ to }) => to === enquiry.email)
    expect(confirmation?.subject).toBe('Thank you for your enquiry')
    const { htmlContent } = (await admin('GET', `/api/email-logs/${confirmation?.id}`)).json()
    expect(htmlContent).toContain('<html lang="en">')
    expect(htmlContent).toContain('Product information')
  })

  test('uses the subject and sender from the e-mail settings', async () => {
    const { pool } = kontor.database
    await pool.query(
      `INSERT INTO email_settings (contact_subject, from_email, from_name) VALUES ('Vi har fått brevet', 'hei@firma.example', 'Firma')`,
    )
    await send()
    await pool.query('DELETE FROM email_settings')
    expect(await mails()).toContainEqual(
      expect.objectContaining({ to: enquiry.email, from: 'hei@firma.example', subject: 'Vi har fått brevet' }),
    )
  })

  test('accepts an absent, null or empty company', async () => {
    for (const company of [undefined, null, '', '  ']) await send({ ...enquiry, company })
    expect((await stored()).map(({ company }) => company)).toEqual([null, null, null, null])
  })

  test('stores a subject that the form does not offer', async () => {
    expect(await storedOne({ ...enquiry, subject: 'Lærling til høsten?' })).toMatchObject({
      subject: 'Lærling til høsten?',
    })
  })

  test('drops unknown fields', async () => {
    const body = {
      ...enquiry,
      id: unknownId,
      version: 9,
      createdAt: '2001-01-01T00:00:00.000Z',
      suspect: true,
      admin: 1,
    }
    const contact = await storedOne(body)
    expect(contact).toMatchObject({ suspect: false, version: 1 })
    expect(contact.id).not.toBe(unknownId)
    expect(contact).not.toHaveProperty('admin')
  })

  test('keeps line breaks in the message only', async () => {
    const contact = await storedOne({
      ...enquiry,
      name: 'Kari\r\nNordmann',
      subject: 'Emne \n Bcc: ola@nordmann.example',
      message: 'En\n\nto',
    })
    expect(contact).toMatchObject({
      name: 'Kari Nordmann',
      subject: 'Emne Bcc: ola@nordmann.example',
      message: 'En\n\nto',
    })
  })

  test('rejects invalid fields with a Norwegian message each', async () => {
    const answer = await send({ name: ' ', email: 'kari', message: 'x'.repeat(10_001) })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields).toEqual({
      name: 'Navn er påkrevd',
      email: 'Ugyldig e-postadresse',
      subject: 'Emne er påkrevd',
      message: 'Melding kan ha høyst 10000 tegn',
    })
    expect(await stored()).toEqual([])
  })

  test.each(['https://spam.example', 'Kari www.spam.example', 'spam.example/tilbud'])(
    'rejects a name with the URL %s, since the confirmation greets by name',
    async (name) => {
      const answer = await send({ ...enquiry, name })
      expect(answer.statusCode).toBe(400)
      expect(answer.json().fields).toEqual({ name: 'Navn kan ikke inneholde en nettadresse' })
    },
  )

  test('rejects a character that the database cannot store', async () => {
    const answer = await send({ ...enquiry, message: 'Hei\0' })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields).toEqual({ message: 'Melding inneholder et tegn som ikke kan lagres' })
  })

  test('rejects a body that is not JSON', async () => {
    const answer = await kontor.call('POST', '/api/contacts', undefined, { 'content-type': 'text/plain' })
    expect(answer.statusCode).toBe(415)
    expect(await stored()).toEqual([])
  })
})

describe('spam and repeated submissions', () => {
  test.each([
    { why: 'a filled honeypot', fields: { website: 'https://spam.example', elapsedMs: 60_000 } },
    { why: 'a form that was sent at once', fields: { website: '', elapsedMs: 300 } },
  ])('$why gets a success response, is stored as suspect and sends no mail', async ({ fields }) => {
    const answer = await send({ ...enquiry, ...fields })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ success: true })
    expect(await stored()).toMatchObject([{ suspect: true, message: enquiry.message }])
    expect(await mails()).toEqual([])
  })

  test('does not mark a slow form with an empty honeypot as suspect', async () => {
    expect(await storedOne({ ...enquiry, website: '', elapsedMs: 12_000 })).toMatchObject({ suspect: false })
  })

  test('stores a double click as one enquiry, also when concurrent', async () => {
    const body = { ...enquiry, submissionId: randomUUID() }
    const answers = await Promise.all([send(body), send(body), send(body)])
    expect([...answers, await send(body)].map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
    expect(await stored()).toHaveLength(1)
    expect(await mails()).toHaveLength(2)
  })

  test('stores a changed text with the same submission id as a new enquiry', async () => {
    const submissionId = randomUUID()
    await send({ ...enquiry, submissionId })
    await send({ ...enquiry, submissionId, message: 'Jeg glemte noe.' })
    expect(await stored()).toHaveLength(2)
  })

  test('does not dedupe without a submission id', async () => {
    await send()
    await send()
    expect(await stored()).toHaveLength(2)
  })

  test('limits confirmations per address, but notifies the company of every enquiry', async () => {
    for (const email of Array.from({ length: 8 }, (_, n) =>
      n % 2 ? 'ola@nordmann.example' : 'OLA@nordmann.example',
    )) {
      expect((await send({ ...enquiry, email })).statusCode).toBe(200)
    }
    const log = await mails()
    expect(log.filter(({ to }) => to.toLowerCase() === 'ola@nordmann.example')).toHaveLength(5)
    expect(log.filter(({ to }) => to === 'varsel@eksempel.example')).toHaveLength(8)
    expect(await stored()).toHaveLength(8)
  })

  test('limits requests per IP address', async () => {
    const limited = await startTestApp({ worker: 'off', publicFormLimit: 3 })
    const statuses = []
    for (let sent = 0; sent < 4; sent++) statuses.push(await limited.call('POST', '/api/contacts', enquiry))
    expect(statuses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 429])
    expect(statuses[3]?.headers['retry-after']).toBeDefined()
  })
})

test('does not store the enquiry when its mails cannot be queued, and responds 500', async () => {
  const { pool } = kontor.database
  await pool.query('ALTER TABLE pgboss.job_common RENAME TO job_gone')
  const answer = await send()
  await pool.query('ALTER TABLE pgboss.job_gone RENAME TO job_common')
  expect(answer.statusCode).toBe(500)
  expect(await stored()).toEqual([])
  expect(await mails()).toEqual([])
})

describe('the administrator', () => {
  test('lists all enquiries, newest first', async () => {
    for (const name of ['Første', 'Andre', 'Tredje']) await send({ ...enquiry, name })
    expect((await stored()).map(({ name }) => name)).toEqual(['Tredje', 'Andre', 'Første'])
  })

  test('changes an enquiry and keeps absent fields', async () => {
    const { id } = await storedOne()
    const answer = await admin('PUT', `/api/contacts/${id}`, { name: 'Kari Åsen', company: '' })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ ...enquiry, id, name: 'Kari Åsen', company: null, version: 2 })
    expect(await stored()).toEqual([answer.json()])
  })

  test('may send the whole enquiry back; read-only fields stay', async () => {
    const contact = await storedOne()
    const body = { ...contact, message: 'Rettet', createdAt: '2001-01-01T00:00:00.000Z', suspect: true }
    const answer = await admin('PUT', `/api/contacts/${contact.id}`, body)
    expect(answer.json()).toEqual({ ...contact, message: 'Rettet', version: 2 })
  })

  test('may omit the version or send null', async () => {
    const { id } = await storedOne()
    const answer = await admin('PUT', `/api/contacts/${id}`, { name: 'Uten versjon', version: null })
    expect([answer.statusCode, answer.json().version]).toEqual([200, 2])
  })

  test('gets 400 for an invalid version', async () => {
    const { id } = await storedOne()
    for (const version of [0, 2_147_483_648, 1.5, '1']) {
      const answer = await admin('PUT', `/api/contacts/${id}`, { name: 'Ny', version })
      expect([answer.statusCode, answer.json().fields]).toEqual([400, { version: expect.any(String) }])
    }
  })

  test('gets a conflict for a stale version', async () => {
    const { id, version } = await storedOne()
    await admin('PUT', `/api/contacts/${id}`, { name: 'Den første', version })
    const answer = await admin('PUT', `/api/contacts/${id}`, { name: 'Den andre', version })
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({ error: expect.any(String), current: { id, name: 'Den første', version: 2 } })
    expect(answer.json().current).toEqual((await stored())[0])
  })

  test('succeeds with one of several concurrent changes; the others conflict', async () => {
    const { id, version } = await storedOne()
    const answers = await Promise.all(
      ['A', 'B', 'C'].map((name) => admin('PUT', `/api/contacts/${id}`, { name, version })),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
  })

  test('gets a message for each invalid field of a change', async () => {
    const { id } = await storedOne()
    const answer = await admin('PUT', `/api/contacts/${id}`, { name: '', email: 'nei' })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields).toEqual({ name: 'Navn er påkrevd', email: 'Ugyldig e-postadresse' })
  })

  test('deletes an enquiry once', async () => {
    const { id } = await storedOne()
    expect((await admin('DELETE', `/api/contacts/${id}`)).statusCode).toBe(204)
    expect((await admin('DELETE', `/api/contacts/${id}`)).statusCode).toBe(404)
    expect((await admin('PUT', `/api/contacts/${id}`, { name: 'Borte' })).statusCode).toBe(404)
    expect(await stored()).toEqual([])
  })

  test('deletes with a JSON content type and no body', async () => {
    const { id } = await storedOne()
    const json = { 'content-type': 'application/json' }
    expect((await admin('DELETE', `/api/contacts/${id}`, undefined, json)).statusCode).toBe(204)
    expect(await stored()).toEqual([])
    expect((await admin('PUT', `/api/contacts/${id}`, undefined, json)).statusCode).toBe(400)
  })

  test('gets 400 for an invalid id and 404 for an unknown one', async () => {
    expect((await admin('DELETE', '/api/contacts/17')).statusCode).toBe(400)
    expect((await admin('PUT', `/api/contacts/${unknownId}`, {})).statusCode).toBe(404)
  })
})

test('only the administrator may read, change or delete', async () => {
  for (const [method, url] of [
    ['GET', '/api/contacts'],
    ['PUT', `/api/contacts/${unknownId}`],
    ['DELETE', `/api/contacts/${unknownId}`],
  ] as const) {
    const body = method === 'PUT' ? {} : undefined
    expect((await kontor.call(method, url, body)).statusCode).toBe(401)
    expect((await sales(method, url, body)).statusCode).toBe(403)
  }
})

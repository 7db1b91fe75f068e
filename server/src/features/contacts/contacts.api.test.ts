import { randomUUID } from 'node:crypto'
import type { Contact } from '@kontor/contract/contacts/contacts.schema'
import type { EmailLog } from '@kontor/contract/emails/emails.schema'
import { beforeEach, describe, expect, test } from 'vitest'
import { startTestApp } from '../../testing/app.ts'
import { clearTables } from '../../testing/database.ts'

// Mails stay queued here; emails.api.test.ts tests delivery.
const kontor = await startTestApp({ worker: 'off', publicFormLimit: 10_000, notifyEmail: 'varsel@eksempel.example' })
const admin = await kontor.asAdmin()
const { pool } = kontor.database

const enquiry = {
  name: 'Kari Nordmann',
  email: 'kari@nordmann.example',
  company: 'Nordmann AS',
  subject: 'product',
  message: 'Hei!\nHva koster det?',
}
const readOnly = { id: randomUUID(), version: 9, createdAt: '2001-01-01T00:00:00.000Z', suspect: true, admin: 1 }

const send = (body: unknown = enquiry) => kontor.call('POST', '/api/contacts', body)
const stored = async (): Promise<Contact[]> => (await admin('GET', '/api/contacts')).json()
const mails = async (): Promise<EmailLog[]> => (await admin('GET', '/api/email-logs')).json()
const htmlTo = async (address: string): Promise<string> =>
  (await pool.query('SELECT html_content AS html FROM email_logs WHERE to_address = $1', [address])).rows[0].html

beforeEach(async () => {
  await clearTables(pool, 'contacts', 'email_logs', 'email_settings', 'email_templates', 'form_posts')
})

describe('a visitor sends an enquiry', () => {
  test('stores it without unknown fields, confirms it to the visitor and notifies the company', async () => {
    const answer = await send({ ...readOnly, ...enquiry })
    expect([answer.statusCode, answer.json()]).toEqual([200, { success: true }])
    const [contact] = await stored()
    expect(contact).toEqual({
      ...enquiry,
      id: expect.any(String),
      language: 'no',
      state: 'new',
      suspect: false,
      version: 1,
      createdAt: expect.stringMatching(/^20[^0]/),
    })
    expect(contact?.id).not.toBe(readOnly.id)
    const mail = { type: 'contact', status: 'other', delivery: 'queued', relatedId: contact?.id }
    const confirmation = { to: enquiry.email, from: 'post@eksempel.example', subject: 'Takk for din henvendelse' }
    const subject = 'Ny henvendelse fra Kari Nordmann: Produktinformasjon'
    expect((await mails()).toSorted((one, other) => one.to.localeCompare(other.to))).toMatchObject([
      { ...mail, ...confirmation },
      { ...mail, to: 'varsel@eksempel.example', subject },
    ])
  })

  test('stores nothing and responds 500 when its mails cannot be queued', async () => {
    await pool.query('ALTER TABLE pgboss.job_common RENAME TO job_gone')
    const answer = await send()
    await pool.query('ALTER TABLE pgboss.job_gone RENAME TO job_common')
    expect(answer.statusCode).toBe(500)
    expect([await stored(), await mails()]).toEqual([[], []])
  })
})

describe('URLs typed by a visitor', () => {
  /** Matches texts that mail clients turn into links: URLs with or without a scheme, including dots that browsers treat as such. */
  const linked = /[\p{L}\p{N}][.\u3002\uff0e\uff61]\p{L}|:\/\//u
  const typed =
    'Se https://lure.example/x, www.lure.example, lure。example og lure.example/?a=1. F.eks. kl. 10.30 den 24.03.2026.'
  const broken =
    'Se https: //lure. example/x, www. lure. example, lure。 example og lure. example/?a=1. F. eks. kl. 10.30 den 24.03.2026.'

  test('are in the notice to the company, but the confirmation repeats nothing of the visitor’s own', async () => {
    const own = { name: 'Kjøp Hos Oss', company: 'lure.example', subject: 'Billig hos lure.example', message: typed }
    await send({ ...enquiry, ...own })
    const confirmation = await htmlTo(enquiry.email)
    for (const text of [...Object.values(own), broken]) expect(confirmation).not.toContain(text)
    expect(await htmlTo('varsel@eksempel.example')).toContain('https://lure.example/x')
    expect(broken).not.toMatch(linked)
  })

  test('are also broken up in the office’s own template', async () => {
    const template = { type: 'contact', subject: 'Takk, {name}', content: '<p>{company}: {message}</p>' }
    expect((await admin('POST', '/api/email-templates', template)).statusCode).toBe(200)
    await send({ ...enquiry, company: 'www.lure.example', message: typed })
    expect(await htmlTo(enquiry.email)).toContain(`www. lure. example: ${broken}`)
  })
})

describe('spam and repeated submissions', () => {
  test.each([
    ['an address', { aside: 'https://spam.example', elapsedMs: 60_000 }],
    ['a company, by a password manager', { aside: 'Autofyll AS' }],
    ['a telephone, in English', { aside: '22 33 44 55', language: 'en' }],
    ['nothing, but too fast', { aside: '', elapsedMs: 300 }],
  ])('a suspect enquiry is answered and stored, but mailed only to the company: %s', async (_, marks) => {
    const answer = await send({ ...enquiry, ...marks })
    expect([answer.statusCode, answer.json()]).toEqual([200, { success: true }])
    expect(await stored()).toMatchObject([{ suspect: true, message: enquiry.message }])
    const subject = 'Mistenkelig henvendelse fra Kari Nordmann: Produktinformasjon'
    expect(await mails()).toMatchObject([{ to: 'varsel@eksempel.example', subject }])
    expect((await pool.query('SELECT reply_to FROM email_logs')).rows).toEqual([{ reply_to: enquiry.email }])
    expect(await htmlTo('varsel@eksempel.example')).toMatch(/href="[^"]*\/admin\/kontakter\/[^>]*>Åpne henvendelsen/)
  })

  test('an enquiry with a website is not suspect', async () => {
    await send({ ...enquiry, website: 'https://autofyll.example', elapsedMs: 60_000 })
    expect(await stored()).toMatchObject([{ suspect: false }])
    expect(await mails()).toHaveLength(2)
  })

  test('a flood of suspect enquiries notifies the company five times an hour', async () => {
    const flood = () => Promise.all(Array.from({ length: 8 }, () => send({ ...enquiry, aside: 'x' })))
    const start = kontor.clock.now().toISOString()
    await flood()
    expect(await mails()).toHaveLength(5)
    kontor.clock.advance({ minutes: 59 })
    await send({ ...enquiry, aside: 'x' })
    expect(await mails()).toHaveLength(5)
    kontor.clock.advance({ minutes: 1 })
    await flood()
    kontor.clock.set(start)
    expect(await mails()).toHaveLength(10)
    expect(await stored()).toHaveLength(17)
  })

  test('stores a double click as one enquiry, also when concurrent', async () => {
    const body = { ...enquiry, submissionId: randomUUID() }
    const answers = await Promise.all([send(body), send(body), send(body)])
    expect([...answers, await send(body)].map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
    expect(await stored()).toHaveLength(1)
    expect(await mails()).toHaveLength(2)
  })

  test('stores a changed text with the same submission id, and all without an id; lists newest first', async () => {
    const submissionId = randomUUID()
    for (const message of ['Første', 'Andre']) await send({ ...enquiry, submissionId, message })
    for (const message of ['Uten id', 'Uten id']) await send({ ...enquiry, message })
    expect((await stored()).map(({ message }) => message)).toEqual(['Uten id', 'Uten id', 'Andre', 'Første'])
  })

  test.each([
    ['capitals and tags', ['ola@nordmann.example', 'OLA@nordmann.example', 'ola+1@nordmann.example']],
    ['dots of Gmail', ['o.la@gmail.com', 'ola@googlemail.com', 'ola+x@gmail.com']],
  ])('limits confirmations per mailbox, whatever its %s, but no notices to the company', async (_what, addresses) => {
    for (let count = 0; count < 6; count++) await send({ ...enquiry, email: addresses[count % 3] })
    const log = await mails()
    expect(log.filter(({ to }) => addresses.includes(to))).toHaveLength(5)
    expect(log.filter(({ to }) => to === 'varsel@eksempel.example')).toHaveLength(6)
  })

  test('limits them further where the office’s template repeats the visitor’s text', async () => {
    await admin('POST', '/api/email-templates', { type: 'contact', subject: 'Takk', content: '<p>{message}</p>' })
    for (let count = 0; count < 3; count++) await send(enquiry)
    expect((await mails()).filter(({ to }) => to === enquiry.email)).toHaveLength(2)
  })

  test('pauses all confirmations after 200 an hour, and notifies the company once', async () => {
    const { pool } = kontor.database
    await pool.query(
      `INSERT INTO email_logs (to_address, from_address, from_name, subject, type, message_id, delivery)
       SELECT n || '@kunde.example', 'a@b.example', 'A', 'Takk', 'webinar', 'flood-' || n, 'sent' FROM generate_series(1, 200) n`,
    )
    for (let count = 0; count < 2; count++) await send(enquiry)
    const log = (await mails()).filter(({ subject }) => subject !== 'Takk')
    expect(log.filter(({ to }) => to === enquiry.email)).toEqual([])
    const told = log.filter(({ subject }) => subject === 'Mange bekreftelser fra skjemaene')
    expect(told.map(({ to }) => to)).toEqual(['varsel@eksempel.example'])
    expect(await stored()).toHaveLength(2)
  })
})

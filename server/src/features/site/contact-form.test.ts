import type { Contact } from '@kontor/contract/contacts/contacts.schema'
import type { EmailLog } from '@kontor/contract/emails/emails.schema'
import type { RefusedForm } from '@kontor/contract/shared/public-form'
import { beforeEach, expect, test } from 'vitest'
import { fileResource, type StaticFile } from '../../platform/http/assets.ts'
import type { SiteDocuments } from '../../platform/pages/built-site.ts'
import { startTestApp } from '../../testing/app.ts'
import { clearTables } from '../../testing/database.ts'

// The form of a page without scripts. Stands in for the build's renderer: shows what it is given.
const kontor = await startTestApp({ worker: 'off', publicFormLimit: 10_000 })
const fileOf = (text: string): StaticFile => ({
  resource: fileResource(Buffer.from(text), 'text/html; charset=utf-8'),
  headers: { 'content-security-policy': "default-src 'self'" },
})
const ready = (name: string) => ({ no: fileOf(`ready ${name} no`), en: fileOf(`ready ${name} en`) })
const documents: SiteDocuments = {
  pages: new Map(),
  notFound: ready('not-found'),
  refusals: { failed: ready('failed'), 'too-many': ready('too-many') },
  files: new Map(),
  content: null,
  tagHosts: { script: [], connect: [], image: [] },
}
let isBusy = false
const refusedForms = {
  current: () => documents,
  refusedForm: async (language: string, refused: RefusedForm) => {
    if (isBusy) throw new Error('Too many visitors wait')
    return fileOf(JSON.stringify({ language, refused }))
  },
}
kontor.app.refusedForms = refusedForms
const admin = await kontor.asAdmin()

const enquiry = {
  name: 'Kari Nordmann',
  email: 'kari@nordmann.example',
  company: '',
  subject: 'product',
  message: 'Hei!\r\nHva koster det?',
  aside: '',
}

const post = (fields: Record<string, string>, url = '/', headers: Record<string, string> = {}, { app } = kontor) =>
  app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields).toString(),
  })
const shown = (body: string): { language: string; refused: RefusedForm } => JSON.parse(body)
const stored = async (): Promise<Contact[]> => (await admin('GET', '/api/contacts')).json()
const mails = async (): Promise<EmailLog[]> => (await admin('GET', '/api/email-logs')).json()

beforeEach(async () => {
  await clearTables(kontor.database.pool, 'contacts', 'email_logs')
})

test('stores the enquiry with its mails and redirects to the page that says so', async () => {
  const answer = await post(enquiry)
  expect(answer.statusCode).toBe(303)
  expect(answer.headers.location).toBe('/#message-sent')
  expect(await stored()).toMatchObject([{ name: 'Kari Nordmann', company: null, suspect: false }])
  expect(await mails()).toContainEqual(
    expect.objectContaining({ to: enquiry.email, subject: 'Takk for din henvendelse', delivery: 'queued' }),
  )
})

test('answers and confirms in English on the English page', async () => {
  expect((await post(enquiry, '/en/')).headers.location).toBe('/en/#message-sent')
  expect((await mails()).map(({ subject }) => subject)).toContain('Thank you for your enquiry')
})

test('shows missing and invalid fields with the typed text', async () => {
  const answer = await post({ ...enquiry, name: ' ', email: 'kari', message: 'x'.repeat(10_001) }, '/en/')
  expect(answer.statusCode).toBe(400)
  expect(answer.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'self'",
  })
  const { language, refused } = shown(answer.body)
  expect(language).toBe('en')
  expect(refused.values).toMatchObject({ email: 'kari', subject: 'product' })
  expect(refused.problems).toEqual({
    name: 'missing',
    email: 'invalid',
    message: { sentence: 'Melding kan ha høyst 10000 tegn', max: 10_000 },
  })
  expect(refused.result).toEqual({ kind: 'missing' })
  expect(await stored()).toEqual([])
  const { subject: _, ...withoutSubject } = enquiry
  expect(shown((await post(withoutSubject)).body).refused.problems).toEqual({ subject: 'missing' })
  const advertising = shown((await post({ ...enquiry, name: 'https://spam.example' })).body).refused
  expect(advertising).toMatchObject({ problems: { name: 'invalid' }, result: { kind: 'check' } })
})

test('thanks a robot that fills in the hidden field, marks the enquiry and sends it no mail', async () => {
  expect((await post({ ...enquiry, aside: 'https://spam.example' })).statusCode).toBe(303)
  expect(await stored()).toMatchObject([{ suspect: true }])
  expect(await mails()).toMatchObject([{ subject: expect.stringMatching(/^Mistenkelig henvendelse/) }])
})

test('stores the same text within ten minutes once, whatever the clock says, and again later', async () => {
  kontor.clock.set('2026-03-24T09:59:00.000Z')
  await Promise.all([post(enquiry), post(enquiry)])
  kontor.clock.set('2026-03-24T10:01:00.000Z')
  await Promise.all([post(enquiry), post(enquiry)])
  expect(await stored()).toHaveLength(1)
  await post({ ...enquiry, message: 'Noe annet' })
  expect(await stored()).toHaveLength(2)
  kontor.clock.set('2026-03-24T10:10:00.000Z')
  await post(enquiry)
  expect(await stored()).toHaveLength(3)
})

test('counts a line break as one character, as browsers do', async () => {
  const lines = (count: number) => 'x\r\n'.repeat(count)
  expect((await post({ ...enquiry, message: `${lines(4_999)}xy` })).statusCode).toBe(303)
  const [{ message = '' } = {}] = await stored()
  expect(message).toHaveLength(10_000)
  expect(message).not.toContain('\r')
  expect((await post({ ...enquiry, message: `${lines(5_000)}x` })).statusCode).toBe(400)
})

test('rejects a form that another site sends, and stores nothing', async () => {
  const answer = await post(enquiry, '/', { 'sec-fetch-site': 'cross-site' })
  expect([answer.statusCode, answer.body]).toEqual([403, 'ready failed no'])
  expect(await stored()).toEqual([])
})

test('has one limit with all public forms of the API, counted before the body is read', async () => {
  const limited = await startTestApp({ worker: 'off', publicFormLimit: 1 })
  limited.app.refusedForms = refusedForms
  expect((await limited.call('POST', '/api/contacts', enquiry)).statusCode).toBe(200)
  const id = '11111111-1111-4111-8111-111111111111'
  for (const path of [
    'contacts',
    'agreement-response/x',
    `webinars/${id}/registrations`,
    `webinar-registration/${'a'.repeat(64)}/cancel`,
  ]) {
    expect((await limited.call('POST', `/api/${path}`, enquiry)).statusCode, path).toBe(429)
  }
  const answer = await post({ ...enquiry, message: 'x'.repeat(200_000) }, '/', {}, limited)
  expect([answer.statusCode, answer.body]).toEqual([429, 'ready too-many no'])
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
})

test('answers a form that is too large, and any while others are being drawn, with a page that is ready', async () => {
  const large = await post({ ...enquiry, message: 'x'.repeat(200_000) }, '/en/')
  expect([large.statusCode, large.body]).toEqual([413, 'ready failed en'])
  isBusy = true
  const answer = await post({ ...enquiry, name: '' })
  isBusy = false
  expect([answer.statusCode, answer.body]).toEqual([400, 'ready failed no'])
})

test('keeps what was typed when the enquiry cannot be stored', async () => {
  const { pool } = kontor.database
  await pool.query('ALTER TABLE contacts RENAME TO contacts_away')
  const answer = await post(enquiry)
  await pool.query('ALTER TABLE contacts_away RENAME TO contacts')
  expect(answer.statusCode).toBe(500)
  expect(shown(answer.body).refused).toMatchObject({ values: { name: enquiry.name }, result: { kind: 'failed' } })
})

test('takes no form where there is only the API call', async () => {
  expect((await post(enquiry, '/api/contacts')).statusCode).toBe(415)
})

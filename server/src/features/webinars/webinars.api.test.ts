import { randomUUID } from 'node:crypto'
import type { EmailLog } from '@kontor/contract/emails/emails.schema'
import { beforeEach, describe, expect, test } from 'vitest'
import { startTestApp } from '../../testing/app.ts'
import { clearTables } from '../../testing/database.ts'
import { waitForBlockedTransaction } from '../../testing/locks.ts'
import { webinarRegistrations, webinars } from './webinars.table.ts'

// Mails stay queued here; registration-mails.test.ts tests delivery.
const kontor = await startTestApp({ worker: 'off', publicFormLimit: 10_000, notifyEmail: 'varsel@eksempel.example' })
const admin = await kontor.asAdmin()
const { db, pool } = kontor.database
// The test clock stands at 2026-03-24T09:00:00.000Z.
const now = kontor.clock.now().toISOString()

const visitor = {
  name: 'Kari Nordmann',
  email: 'kari@nordmann.example',
  company: 'Nordmann AS',
  phone: '+47 12 34 56 78',
}
const unknownId = '11111111-1111-4111-8111-111111111111'

const addWebinar = async (webinar: Partial<typeof webinars.$inferInsert> = {}) => {
  const [added] = await db
    .insert(webinars)
    .values({ name: 'Åpenhetsloven i praksis', date: '2026-03-31T08:00:00.000Z', ...webinar })
    .returning()
  if (!added) throw new Error('No webinar was added')
  return added
}
const register = (id: string, body: unknown = visitor) => kontor.call('POST', `/api/webinars/${id}/registrations`, body)
const stored = () => db.select().from(webinarRegistrations)
const mails = async (): Promise<EmailLog[]> => (await admin('GET', '/api/email-logs')).json()
const mailsTo = async (address: string): Promise<EmailLog[]> =>
  (await mails()).filter(({ to }) => to.toLowerCase() === address)
const htmlOf = async (mail: EmailLog | undefined): Promise<string> =>
  (await admin('GET', `/api/email-logs/${mail?.id}`)).json().htmlContent

beforeEach(async () => {
  await clearTables(pool, 'webinars', 'webinar_registrations', 'email_logs')
})

describe('the list of open webinars', () => {
  const list = async () => (await kontor.call('GET', '/api/webinars/active')).json()

  test('contains active and upcoming webinars, soonest first, with only their public fields', async () => {
    const later = await addWebinar({ name: 'Senere', date: '2026-05-05T10:00:00.000Z' })
    await addWebinar({ name: 'Inaktiv', isActive: false })
    await addWebinar({ name: 'Utløpt', date: '2026-03-24T08:59:59.999Z' })
    const sooner = await addWebinar({ name: 'Snart', date: now })
    expect(await list()).toEqual([
      { id: sooner.id, name: 'Snart', date: now },
      { id: later.id, name: 'Senere', date: '2026-05-05T10:00:00.000Z' },
    ])
  })

  test('is empty when there are none', async () => {
    expect(await list()).toEqual([])
  })
})

describe('a visitor registers for a webinar', () => {
  test('stores it, confirms it to the visitor and notifies the company', async () => {
    const webinar = await addWebinar()
    const answer = await register(webinar.id, { ...visitor, webinarId: webinar.id })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ success: true })
    const [registration] = await stored()
    expect(registration).toMatchObject({ ...visitor, webinarId: webinar.id, suspect: false, version: 1 })
    const log = await mails()
    expect(log).toHaveLength(2)
    expect(log).toContainEqual(
      expect.objectContaining({
        to: 'kari@nordmann.example',
        from: 'post@eksempel.example',
        subject: 'Bekreftelse på webinar-påmelding',
        type: 'webinar',
        delivery: 'queued',
        relatedId: registration?.id,
      }),
    )
    expect(log).toContainEqual(
      expect.objectContaining({
        to: 'varsel@eksempel.example',
        subject: 'Ny påmelding fra Kari Nordmann: Åpenhetsloven i praksis',
        type: 'webinar',
        relatedId: registration?.id,
      }),
    )
  })

  test('confirms with the time in Norwegian time, in words', async () => {
    const { id } = await addWebinar({ date: '2026-03-31T08:00:00.000Z' })
    await register(id)
    const html = await htmlOf((await mailsTo(visitor.email))[0])
    expect(html).toContain('<html lang="nb">')
    expect(html).toContain('tirsdag 31. mars 2026 kl. 10:00 (norsk tid)')
    expect(html).toContain('Du er påmeldt.')
  })

  test('confirms in English when the form was English, but not the notice', async () => {
    const { id } = await addWebinar({ date: '2026-03-26T09:00:00.000Z' })
    await register(id, { ...visitor, language: 'en' })
    const [confirmation] = await mailsTo(visitor.email)
    expect(confirmation?.subject).toBe('Confirmation of your webinar registration')
    const html = await htmlOf(confirmation)
    expect(html).toContain('<html lang="en">')
    expect(html).toContain('Thursday, 26 March 2026 at 10:00 (Norwegian time)')
    expect(await htmlOf((await mailsTo('varsel@eksempel.example'))[0])).toContain('torsdag 26. mars 2026 kl. 10:00')
  })

  test('uses the subject and sender from the e-mail settings', async () => {
    const { id } = await addWebinar()
    await pool.query(
      `INSERT INTO email_settings (webinar_subject, from_email, from_name) VALUES ('Du er med', 'hei@firma.example', 'Firma')`,
    )
    await register(id)
    await pool.query('DELETE FROM email_settings')
    expect(await mailsTo(visitor.email)).toMatchObject([{ from: 'hei@firma.example', subject: 'Du er med' }])
  })

  test('accepts absent, null or empty company and phone', async () => {
    const { id } = await addWebinar()
    for (const [index, empty] of [undefined, null, '', '  '].entries()) {
      const body = { name: 'Kari', email: `kari${index}@nordmann.example`, company: empty, phone: empty }
      expect((await register(id, body)).statusCode).toBe(200)
    }
    for (const { company, phone } of await stored()) expect([company, phone]).toEqual([null, null])
    expect(await stored()).toHaveLength(4)
  })

  test('takes the webinar from the URL and drops unknown fields', async () => {
    const { id } = await addWebinar()
    const body = { ...visitor, webinarId: unknownId, id: unknownId, version: 9, createdAt: now, suspect: true }
    expect((await register(id, body)).statusCode).toBe(200)
    const [registration] = await stored()
    expect(registration).toMatchObject({ webinarId: id, version: 1, suspect: false })
    expect(registration?.id).not.toBe(unknownId)
  })

  test('rejects invalid fields with a Norwegian message each', async () => {
    const { id } = await addWebinar()
    const answer = await register(id, { name: ' ', email: 'kari', phone: '1'.repeat(51) })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields).toEqual({
      name: 'Navn er påkrevd',
      email: 'Ugyldig e-postadresse',
      phone: 'Telefon kan ha høyst 50 tegn',
    })
    expect(await stored()).toEqual([])
  })

  test('rejects a name with a URL, since the confirmation greets by name', async () => {
    const { id } = await addWebinar()
    const answer = await register(id, { ...visitor, name: 'Vinn på https://spam.example' })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields).toEqual({ name: 'Navn kan ikke inneholde en nettadresse' })
  })

  test('rejects a character that the database cannot store', async () => {
    const { id } = await addWebinar()
    const answer = await register(id, { ...visitor, phone: '12\0 34' })
    expect(answer.json().fields).toEqual({ phone: 'Telefon inneholder et tegn som ikke kan lagres' })
  })
})

describe('a webinar that is not open for registration', () => {
  test('returns 404 when it is unknown, and 400 for an invalid id', async () => {
    const answer = await register(unknownId)
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toEqual({ error: 'Webinaret finnes ikke.' })
    expect((await register('17')).statusCode).toBe(400)
  })

  test('returns 409 when it is not active', async () => {
    const { id } = await addWebinar({ isActive: false })
    const answer = await register(id)
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toEqual({ error: 'Webinaret er ikke åpent for påmelding.' })
  })

  test('returns 409 when it is past, but not when it begins now', async () => {
    const past = await addWebinar({ date: '2026-03-24T08:59:59.999Z' })
    const answer = await register(past.id)
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toEqual({ error: 'Webinaret har allerede vært.' })
    const beginning = await addWebinar({ date: now })
    expect((await register(beginning.id)).statusCode).toBe(200)
    expect(await stored()).toHaveLength(1)
  })

  test.each([
    ['closed', 'is_active = false'],
    ['moved into the past', "date = '2026-03-01T09:00:00Z'"],
  ])('returns 409 when it is %s concurrently', async (_, change) => {
    const { id } = await addWebinar()
    const client = await pool.connect()
    await client.query('BEGIN')
    await client.query(`UPDATE webinars SET ${change}`)
    const answer = register(id)
    await waitForBlockedTransaction(pool)
    await client.query('COMMIT')
    client.release()
    expect((await answer).statusCode).toBe(409)
    expect(await stored()).toEqual([])
    expect(await mails()).toEqual([])
  })
})

describe('a repeated address', () => {
  test('gets the same response and is stored once; only its owner is notified by mail', async () => {
    const { id } = await addWebinar()
    const first = await register(id)
    const again = await register(id, { name: 'En Annen', email: 'KARI@nordmann.example', phone: '99999999' })
    expect([again.statusCode, again.body]).toEqual([first.statusCode, first.body])
    expect(await stored()).toMatchObject([visitor])
    const [second] = await mailsTo(visitor.email)
    expect(second?.to).toBe(visitor.email)
    const html = await htmlOf(second)
    expect(html).toContain('Du var allerede påmeldt')
    // The greeting uses the stored name, not one that a stranger may have typed.
    expect(html).toContain('Hei Kari Nordmann.')
    expect(await mailsTo('varsel@eksempel.example')).toHaveLength(1)
  })

  test('may register for another webinar', async () => {
    for (const name of ['En', 'To']) expect((await register((await addWebinar({ name })).id)).statusCode).toBe(200)
    expect(await stored()).toHaveLength(2)
    expect(await mailsTo('varsel@eksempel.example')).toHaveLength(2)
  })

  test('twenty concurrent requests make one registration, one notice and a few confirmations', async () => {
    const { id } = await addWebinar()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => register(id, { ...visitor, name: `Kari ${n}` })),
    )
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
    expect(answers[0]?.statusCode).toBe(200)
    expect(await stored()).toHaveLength(1)
    expect(await mailsTo('varsel@eksempel.example')).toHaveLength(1)
    const texts = await Promise.all((await mailsTo(visitor.email)).map(htmlOf))
    expect(texts.filter((html) => html.includes('Du er påmeldt.'))).toHaveLength(1)
    expect(texts).toHaveLength(5)
  })

  test('a double click, concurrent or later, makes one registration and one confirmation', async () => {
    const { id } = await addWebinar()
    const body = { ...visitor, submissionId: randomUUID() }
    const answers = await Promise.all([register(id, body), register(id, body), register(id, body)])
    answers.push(await register(id, body))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
    expect(await stored()).toHaveLength(1)
    expect(await mails()).toHaveLength(2)
  })

  test('gets at most five repeated confirmations per hour, but still one for a new webinar', async () => {
    const { id } = await addWebinar()
    for (let times = 0; times < 8; times++) expect((await register(id)).statusCode).toBe(200)
    expect(await mailsTo(visitor.email)).toHaveLength(5)
    await register((await addWebinar({ name: 'En annen' })).id)
    expect(await mailsTo(visitor.email)).toHaveLength(6)
  })
})

describe('spam', () => {
  const botBody = { ...visitor, website: 'https://spam.example', elapsedMs: 60_000 }

  test.each([
    { why: 'a filled honeypot', body: botBody },
    { why: 'a form that was sent at once', body: { ...visitor, website: '', elapsedMs: 300 } },
  ])('$why gets a success response, is stored as suspect and sends no mail', async ({ body }) => {
    const { id } = await addWebinar()
    const answer = await register(id, body)
    expect([answer.statusCode, answer.json()]).toEqual([200, { success: true }])
    expect(await stored()).toMatchObject([{ ...visitor, suspect: true }])
    expect(await mails()).toEqual([])
  })

  test('does not mark a slow form with an empty honeypot as suspect', async () => {
    const { id } = await addWebinar()
    await register(id, { ...visitor, website: '', elapsedMs: 12_000 })
    expect(await stored()).toMatchObject([{ suspect: false }])
  })

  test('replaces an earlier registration by a bot', async () => {
    const { id } = await addWebinar()
    await register(id, { ...botBody, name: 'Robot', email: 'Kari@nordmann.example' })
    const answers = await Promise.all([register(id), register(id)])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(await stored()).toMatchObject([{ ...visitor, suspect: false, version: 2 }])
    expect(await mailsTo('varsel@eksempel.example')).toHaveLength(1)
    const texts = await Promise.all((await mailsTo(visitor.email)).map(htmlOf))
    expect(texts.filter((html) => html.includes('Du er påmeldt.'))).toHaveLength(1)
  })

  test('ignores a later registration by a bot', async () => {
    const { id } = await addWebinar()
    await register(id)
    await register(id, { ...botBody, name: 'Robot' })
    expect(await stored()).toMatchObject([{ ...visitor, suspect: false, version: 1 }])
    expect(await mails()).toHaveLength(2)
  })

  test('limits requests per IP address, shared with enquiries', async () => {
    const limited = await startTestApp({ worker: 'off', publicFormLimit: 3 })
    const [webinar] = await limited.database.db.insert(webinars).values({ name: 'Ett', date: now }).returning()
    const send = () => limited.call('POST', `/api/webinars/${webinar?.id}/registrations`, visitor)
    const enquiry = { ...visitor, subject: 'general', message: 'Hei' }
    expect((await limited.call('POST', '/api/contacts', enquiry)).statusCode).toBe(200)
    expect([(await send()).statusCode, (await send()).statusCode]).toEqual([200, 200])
    const refused = await send()
    expect(refused.statusCode).toBe(429)
    expect(refused.headers['retry-after']).toBeDefined()
    expect((await limited.call('GET', '/api/webinars/active')).statusCode).toBe(200)
  })
})

test('does not store the registration when its mails cannot be queued, and responds 500', async () => {
  const { id } = await addWebinar()
  await pool.query('ALTER TABLE pgboss.job_common RENAME TO job_gone')
  const answer = await register(id)
  await pool.query('ALTER TABLE pgboss.job_gone RENAME TO job_common')
  expect(answer.statusCode).toBe(500)
  expect(await stored()).toEqual([])
  expect(await mails()).toEqual([])
})

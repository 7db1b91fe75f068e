import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { callDuring } from '../../testing/locks.ts'
import { emailOf, startWebinarApp } from '../../testing/webinar-app.ts'

const app = await startWebinarApp()
const { kontor, pool, admin, create, tryToRegister, register, registrationsOf, mailsTo, withoutQueue } = app
const { cancel, tokenOf } = app
const company = 'varsel@eksempel.example'
const now = '2026-03-24T09:00:00.000Z'
const visitor = { name: 'Kari Nordmann', company: 'Nordmann AS', phone: '+47 12 34 56 78' }
const bot = { aside: 'https://spam.example', elapsedMs: 60_000 }

const subjectsTo = async (recipient: string) => (await mailsTo(recipient)).map(({ subject }) => subject)
const countMails = async () => (await pool.query('SELECT FROM email_logs')).rowCount

test('the open webinars are the active and upcoming ones, soonest first, with only their public fields', async () => {
  const later = await create({ name: 'Senere', date: '2026-05-05T10:00:00.000Z' })
  await create({ name: 'Inaktiv', isActive: false })
  await create({ name: 'Utløpt', date: '2026-03-24T08:59:59.999Z' })
  const options = { durationMinutes: 45, language: 'no', description: 'Vi går gjennom loven.' }
  const sooner = await create({ name: 'Snart', date: now, joinLink: 'https://mote.example', capacity: 20, ...options })
  expect((await kontor.call('GET', '/api/webinars/active')).json()).toEqual([
    { id: sooner.id, name: 'Snart', date: now, ...options, seatsLeft: 20 },
    { id: later.id, name: 'Senere', date: '2026-05-05T10:00:00.000Z' },
  ])
})

describe('a visitor registers for a webinar', () => {
  test('stores it without unknown fields, confirms it to the visitor and notifies the company', async () => {
    const { id } = await create()
    const readOnly = { webinarId: randomUUID(), id: randomUUID(), version: 9, createdAt: now, suspect: true }
    const answer = await tryToRegister(id, 'Kari', { ...visitor, ...readOnly })
    expect([answer.statusCode, answer.json()]).toEqual([200, { success: true }])
    const [registration] = await registrationsOf(id)
    expect(registration).toMatchObject({ ...visitor, webinarId: id, suspect: false, version: 1 })
    expect(registration?.id).not.toBe(readOnly.id)
    const mail = { delivery: 'queued', relatedId: registration?.id }
    const [confirmation, ...more] = await mailsTo('Kari')
    expect(more).toEqual([])
    expect(confirmation).toMatchObject({
      ...mail,
      from: 'post@eksempel.example',
      subject: 'Bekreftelse på webinar-påmelding',
    })
    expect(confirmation?.html).toContain('<html lang="nb">')
    expect(confirmation?.html).toContain('tirsdag 31. mars 2026 kl. 10:00 (norsk tid)')
    expect(confirmation?.html).toContain('Du er påmeldt.')
    expect(await mailsTo(company)).toMatchObject([
      { ...mail, subject: 'Ny påmelding fra Kari Nordmann: Åpenhetsloven' },
    ])
  })

  test('confirms in English when the form was English, but not the notice', async () => {
    const { id } = await create({ date: '2026-03-26T09:00:00.000Z' })
    await register(id, 'Jane', { language: 'en' })
    const [confirmation] = await mailsTo('Jane')
    expect(confirmation?.subject).toBe('Confirmation of your webinar registration')
    expect(confirmation?.html).toContain('<html lang="en">')
    expect(confirmation?.html).toContain('Thursday, 26 March 2026 at 10:00 (Norwegian time)')
    expect((await mailsTo(company))[0]?.html).toContain('torsdag 26. mars 2026 kl. 10:00')
  })

  test('uses the subject and sender from the e-mail settings', async () => {
    await pool.query(
      `INSERT INTO email_settings (webinar_subject, from_email, from_name) VALUES ('Du er med', 'hei@firma.example', 'Firma')`,
    )
    await register((await create()).id, 'Kari')
    expect(await mailsTo('Kari')).toMatchObject([{ from: 'hei@firma.example', subject: 'Du er med' }])
  })

  test('stores nothing and responds 500 when its mails cannot be queued', async () => {
    const { id } = await create()
    expect((await withoutQueue(() => tryToRegister(id, 'Kari'))).statusCode).toBe(500)
    expect([await registrationsOf(id), await countMails()]).toEqual([[], 0])
  })
})

describe('a webinar that is not open for registration', () => {
  test('is not active or past; one that begins now is open', async () => {
    const inactive = await create({ isActive: false })
    const past = await create({ date: '2026-03-24T08:59:59.999Z' })
    for (const [id, status, error] of [
      [inactive.id, 409, 'Webinaret er ikke åpent for påmelding.'],
      [past.id, 409, 'Webinaret har allerede vært.'],
    ] as const) {
      const answer = await tryToRegister(id, 'Kari')
      expect([answer.statusCode, answer.json()]).toEqual([status, { error }])
    }
    await register((await create({ date: now })).id, 'Kari')
  })

  test.each(['is_active = false', "date = '2026-03-01T09:00:00Z'"])(
    'returns 409 when it becomes %s concurrently',
    async (change) => {
      const { id } = await create()
      const answer = await callDuring(pool, [`UPDATE webinars SET ${change}`], () => tryToRegister(id, 'Kari'))
      expect(answer.statusCode).toBe(409)
      expect([await registrationsOf(id), await countMails()]).toEqual([[], 0])
    },
  )
})

describe('a repeated address', () => {
  test('gets the same response and is stored once; only its owner is notified by mail', async () => {
    const { id } = await create()
    const first = await tryToRegister(id, 'Kari', visitor)
    const stranger = { name: 'En Annen', email: 'KARI@nordmann.example', phone: '99999999' }
    const again = await tryToRegister(id, 'Kari', stranger)
    expect([again.statusCode, again.body]).toEqual([first.statusCode, first.body])
    expect(await registrationsOf(id)).toMatchObject([visitor])
    const second = (await mailsTo('Kari')).at(-1)
    expect(second?.to).toBe(emailOf('Kari'))
    expect(second?.html).toContain('Du var allerede påmeldt')
    // The greeting uses the stored name, not one that a stranger may have typed.
    expect(second?.html).toContain('Hei, Kari Nordmann!')
    expect(await mailsTo(company)).toHaveLength(1)
  })

  test('in concurrent requests makes one registration, one notice and at most five confirmations in all', async () => {
    const { id } = await create()
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => tryToRegister(id, 'Kari', { name: `Kari ${n}` })),
    )
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`))).toEqual(
      new Set([`200 ${JSON.stringify({ success: true })}`]),
    )
    expect(await registrationsOf(id)).toHaveLength(1)
    expect(await mailsTo(company)).toHaveLength(1)
    const texts = await mailsTo('Kari')
    expect(texts.filter(({ html }) => html.includes('Du er påmeldt.'))).toHaveLength(1)
    expect(texts).toHaveLength(5)
    await register((await create({ name: 'En annen' })).id, 'Kari')
    expect(await mailsTo('Kari')).toHaveLength(5)
    expect(await mailsTo(company)).toHaveLength(2)
  })

  test('of a double click, concurrent or later, makes one registration and one confirmation', async () => {
    const { id } = await create()
    const body = { submissionId: randomUUID() }
    await Promise.all([register(id, 'Kari', body), register(id, 'Kari', body), register(id, 'Kari', body)])
    await register(id, 'Kari', body)
    expect(await registrationsOf(id)).toHaveLength(1)
    expect(await countMails()).toBe(2)
  })
})

describe('a suspect registration', () => {
  test('gets a success response and is stored; only the company is notified, if the hour had few', async () => {
    const { id } = await create()
    await register(id, 'Kari', bot)
    const answer = await tryToRegister(id, 'Ola', { aside: '', elapsedMs: 300 })
    expect([answer.statusCode, answer.json()]).toEqual([200, { success: true }])
    expect(await registrationsOf(id)).toMatchObject([{ suspect: true }, { name: 'Kari', suspect: true }])
    await Promise.all(['A', 'B', 'C', 'D', 'E'].map((name) => register(id, name, bot)))
    await register(id, 'Kari', bot)
    expect(await subjectsTo('Kari')).toEqual([])
    const [first, second, ...others] = await mailsTo(company)
    expect(first?.subject).toBe('Mistenkelig påmelding fra Kari: Åpenhetsloven')
    expect(first?.text).toContain('Åpne kontoret:\nhttps://www.eksempel.example/admin')
    expect([second?.subject, others.length]).toEqual(['Mistenkelig påmelding fra Ola: Åpenhetsloven', 3])
  })

  test('takes the place of one that was cancelled', async () => {
    const { id } = await create()
    await register(id, 'Kari')
    await cancel(await tokenOf('Kari'))
    await register(id, 'Kari', bot)
    expect((await registrationsOf(id)).map(({ suspect, state }) => [suspect, state])).toEqual([[true, undefined]])
    expect((await subjectsTo(company)).at(-1)).toBe('Mistenkelig påmelding fra Kari: Åpenhetsloven')
  })

  test('gives way to a real one with its address', async () => {
    const { id } = await create()
    await register(id, 'Kari', { ...bot, name: 'Robot', email: 'Kari@nordmann.example' })
    await Promise.all([register(id, 'Kari', visitor), register(id, 'Kari', visitor)])
    expect(await registrationsOf(id)).toMatchObject([{ ...visitor, suspect: false, version: 2 }])
    expect((await subjectsTo(company)).map((subject) => subject.split(' ', 1)[0])).toEqual(['Mistenkelig', 'Ny'])
    expect((await mailsTo('Kari')).filter(({ html }) => html.includes('Du er påmeldt.'))).toHaveLength(1)
  })

  test('is ignored after a real one with its address', async () => {
    const { id } = await create()
    await register(id, 'Kari', visitor)
    await register(id, 'Kari', { ...bot, name: 'Robot' })
    expect(await registrationsOf(id)).toMatchObject([{ ...visitor, suspect: false, version: 1 }])
    expect(await countMails()).toBe(2)
  })
})

describe('approving a suspect registration', () => {
  /** A webinar with one seat, and a suspect registration in English. */
  const withSuspect = async () => {
    const webinar = await create({ capacity: 1 })
    await register(webinar.id, 'Robot', { ...bot, language: 'en' })
    const [registration] = await registrationsOf(webinar.id)
    return { webinar, path: `/api/registrations/${registration?.id}/approve` }
  }

  test('gives it a seat and sends its confirmation exactly once', async () => {
    const { webinar, path } = await withSuspect()
    const answers = await Promise.all([admin('POST', path), admin('POST', path)])
    for (const answer of answers) expect(answer.json()).toMatchObject({ suspect: false, version: 2 })
    expect(await registrationsOf(webinar.id)).toMatchObject([{ suspect: false }])
    expect(await subjectsTo('Robot')).toEqual(['Confirmation of your webinar registration'])
    expect(await subjectsTo(company)).toHaveLength(1)
  })

  test('puts it on the waiting list when the seats are taken', async () => {
    const { webinar, path } = await withSuspect()
    await register(webinar.id, 'Kari')
    expect((await admin('POST', path)).json()).toMatchObject({ suspect: false, state: 'waiting' })
    expect(await subjectsTo('Robot')).toEqual(['Waiting list: Åpenhetsloven'])
  })

  test('sends no mail after the webinar has begun', async () => {
    const { path } = await withSuspect()
    await pool.query('UPDATE webinars SET date = $1', ['2026-03-24T08:00:00.000Z'])
    expect((await admin('POST', path)).json()).toMatchObject({ suspect: false })
    expect(await subjectsTo('Robot')).toEqual([])
  })
})

import type { EmailLog } from '@kontor/contract/emails/emails.schema'
import type { Webinar } from '@kontor/contract/webinars/webinars.schema'
import ICAL from 'ical.js'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import type { Config } from '../../platform/config/config.ts'
import { startTestApp } from '../../testing/app.ts'
import { attachedFile } from '../../testing/attached-file.ts'
import { clearTables } from '../../testing/database.ts'
import { startMailServer } from '../../testing/mail-server.ts'
import { webinarRegistrations } from './webinars.table.ts'

// The test clock stands at 2026-03-24T09:00:00.000Z.
const startWebinarApp = async (overrides: Partial<Config>) => {
  const kontor = await startTestApp(overrides)
  const admin = await kontor.asAdmin()
  const { db, pool } = kontor.database
  const create = async (changes: object = {}): Promise<Webinar> =>
    (await admin('POST', '/api/webinars', { name: 'Åpenhetsloven', date: '2026-03-26T10:00', ...changes })).json()
  const register = async (id: string, email: string, language = 'no', more: object = {}): Promise<void> => {
    const body = { name: 'Kari <b>Nordmann</b>', email, language, ...more }
    expect((await kontor.call('POST', `/api/webinars/${id}/registrations`, body)).statusCode).toBe(200)
  }
  const addSuspect = (webinarId: string) =>
    db.insert(webinarRegistrations).values({ webinarId, name: 'Robot', email: 'robot@spam.example', suspect: true })
  return { kontor, admin, db, pool, create, register, addSuspect }
}

/** The entry of a calendar file, parsed by a third-party library. */
const readEntry = (raw: Buffer) => {
  const calendar = new ICAL.Component(ICAL.parse(attachedFile(raw)))
  const component = calendar.getFirstSubcomponent('vevent') ?? undefined
  const { uid, sequence, startDate, summary } = new ICAL.Event(component)
  return {
    method: calendar.getFirstPropertyValue('method'),
    status: component?.getFirstPropertyValue('status'),
    start: new Date(startDate.toUnixTime() * 1000).toISOString(),
    uid,
    sequence,
    summary,
  }
}

describe('with a mail server', async () => {
  const server = await startMailServer()
  const { admin, create, register, addSuspect } = await startWebinarApp({
    smtpUrl: server.url,
    notifyEmail: 'varsel@eksempel.example',
    publicFormLimit: 1_000,
  })
  afterAll(() => server.stop())

  const registerAndWait = async (id: string, email: string, language?: string): Promise<void> => {
    const before = server.received.length
    await register(id, email, language)
    await server.waitFor(before + 2)
  }
  const receive = async (count: number, from: number) =>
    Object.fromEntries(
      (await server.waitFor(from + count)).slice(from).map((received) => [received.to.join(), received]),
    )

  test('sends registered people the new time in their language, which updates their calendars', async () => {
    const webinar = await create()
    await registerAndWait(webinar.id, 'kari@nordmann.example')
    const [first] = server.received.filter(({ to }) => to.includes('kari@nordmann.example'))
    await registerAndWait(webinar.id, 'jane@ltd.example', 'en')
    await addSuspect(webinar.id)
    const before = server.received.length
    // Across the start of DST: 10:00 has another UTC offset.
    const changed = await admin('PUT', `/api/webinars/${webinar.id}?notify=true`, { date: '2026-03-31T10:00' })
    expect(changed.json()).toMatchObject({ date: '2026-03-31T08:00:00.000Z', registrationCount: 3, suspectCount: 1 })
    const arrived = await receive(2, before)
    expect(Object.keys(arrived).sort()).toEqual(['jane@ltd.example', 'kari@nordmann.example'])
    const { mail, raw } = arrived['kari@nordmann.example'] ?? {}
    if (!mail || !raw || !first) throw new Error('Not all mails arrived')
    expect(mail).toMatchObject({
      subject: 'Nytt tidspunkt: Åpenhetsloven',
      from: { address: 'post@eksempel.example' },
      attachments: [{ filename: 'webinar.ics', mimeType: 'text/calendar', method: 'PUBLISH' }],
    })
    expect(mail.text).toContain('Hei Kari <b>Nordmann</b>.')
    expect(mail.html).not.toContain('<b>Nordmann')
    expect(mail.text).toMatch(/Tidligere tid\s+torsdag 26. mars 2026 kl. 10:00 \(norsk tid\)/)
    expect(mail.text).toMatch(/Ny tid\s+tirsdag 31. mars 2026 kl. 10:00 \(norsk tid\)/)
    expect(readEntry(first.raw)).toMatchObject({ sequence: 0, start: '2026-03-26T09:00:00.000Z' })
    expect(readEntry(raw)).toEqual({
      method: 'PUBLISH',
      status: 'CONFIRMED',
      uid: readEntry(first.raw).uid,
      sequence: 1,
      start: '2026-03-31T08:00:00.000Z',
      summary: 'Åpenhetsloven',
    })
    const english = arrived['jane@ltd.example']?.mail
    expect(english?.subject).toBe('New time: Åpenhetsloven')
    expect(english?.text).toMatch(/New time\s+Tuesday, 31 March 2026 at 10:00 \(Norwegian time\)/)
  })

  test('sends registered people the cancellation in their language, which removes the calendar entry', async () => {
    const webinar = await create({ name: 'Internkontroll & HMS' })
    await registerAndWait(webinar.id, 'ola@nordmann.example')
    await registerAndWait(webinar.id, 'john@ltd.example', 'en')
    await addSuspect(webinar.id)
    await admin('PUT', `/api/webinars/${webinar.id}`, { date: '2026-04-02T10:00' })
    const before = server.received.length
    expect((await admin('DELETE', `/api/webinars/${webinar.id}?notify=true`)).statusCode).toBe(204)
    const arrived = await receive(2, before)
    const { mail, raw } = arrived['ola@nordmann.example'] ?? {}
    if (!mail || !raw) throw new Error('The mail did not arrive')
    expect(mail).toMatchObject({
      subject: 'Avlyst: Internkontroll & HMS',
      attachments: [{ filename: 'webinar.ics', mimeType: 'text/calendar', method: 'CANCEL' }],
    })
    expect(mail.text).toContain('Webinaret du er påmeldt, er dessverre avlyst.')
    expect(mail.html).toContain('Internkontroll &amp; HMS')
    expect(readEntry(raw)).toEqual({
      method: 'CANCEL',
      status: 'CANCELLED',
      uid: webinar.id,
      sequence: 2,
      start: '2026-04-02T08:00:00.000Z',
      summary: 'Internkontroll & HMS',
    })
    expect(arrived['john@ltd.example']?.mail.subject).toBe('Cancelled: Internkontroll & HMS')
    expect(server.received).toHaveLength(before + 2)
  })
})

describe('mails to those registered', async () => {
  const { kontor, admin, db, pool, create, register, addSuspect } = await startWebinarApp({
    worker: 'off',
    publicFormLimit: 1_000,
  })
  afterEach(async () => {
    await clearTables(pool, 'webinars', 'webinar_registrations', 'email_logs')
  })
  const subjects = async (): Promise<string[]> => {
    const rows: EmailLog[] = (await admin('GET', '/api/email-logs')).json()
    return rows.map(({ subject }) => subject).filter((subject) => /^(Nytt tidspunkt|Avlyst)/.test(subject))
  }
  const createWithRegistration = async (changes: object = {}): Promise<Webinar> => {
    const webinar = await create()
    await register(webinar.id, 'kari@nordmann.example')
    if (Object.keys(changes).length > 0) await admin('PUT', `/api/webinars/${webinar.id}`, changes)
    return webinar
  }

  test('are queued only on request', async () => {
    const { id } = await createWithRegistration()
    for (const [day, query] of ['', '?notify=false', '?notify='].entries()) {
      await admin('PUT', `/api/webinars/${id}${query}`, { date: `2026-04-0${day + 1}T10:00` })
    }
    await admin('DELETE', `/api/webinars/${id}`)
    expect(await subjects()).toEqual([])
  })

  test('are not sent for a change that keeps the time', async () => {
    const webinar = await createWithRegistration()
    const body = { ...webinar, version: null, name: 'Nytt navn', isActive: false, date: '2026-03-26T10:00+01:00' }
    expect((await admin('PUT', `/api/webinars/${webinar.id}?notify=true`, body)).statusCode).toBe(200)
    expect((await admin('PUT', `/api/webinars/${webinar.id}?notify=true`, {})).statusCode).toBe(200)
    expect(await subjects()).toEqual([])
    expect(await pool.query('SELECT sequence FROM webinars')).toMatchObject({ rows: [{ sequence: 0 }] })
  })

  test('are not sent for a time in the past, or when a past webinar is deleted', async () => {
    const { id } = await createWithRegistration()
    await admin('PUT', `/api/webinars/${id}?notify=true`, { date: '2026-03-24T09:59:59+01:00' })
    await admin('DELETE', `/api/webinars/${id}?notify=true`)
    expect(await subjects()).toEqual([])
  })

  test('are sent for a webinar closed for registration', async () => {
    const { id } = await createWithRegistration({ isActive: false })
    await admin('DELETE', `/api/webinars/${id}?notify=true`)
    expect(await subjects()).toEqual(['Avlyst: Åpenhetsloven'])
  })

  test('contain the new name, and are sent to many people', async () => {
    const { id } = await create()
    await db.insert(webinarRegistrations).values(
      Array.from({ length: 250 }, (_, n) => ({
        webinarId: id,
        name: `Nr. ${n}`,
        email: `nr${n}@nordmann.example`,
      })),
    )
    await addSuspect(id)
    await admin('PUT', `/api/webinars/${id}?notify=true`, { name: 'Nytt navn', date: '2026-05-01T10:00' })
    const sent = await subjects()
    expect([sent.length, new Set(sent)]).toEqual([250, new Set(['Nytt tidspunkt: Nytt navn'])])
  })

  test('are not sent for a stale change, nor twice for a double click', async () => {
    const { id, version } = await createWithRegistration()
    const answers = await Promise.all(
      ['2026-05-01T10:00', '2026-05-02T10:00'].map((date) =>
        admin('PUT', `/api/webinars/${id}?notify=true`, { date, version }),
      ),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    await Promise.all([1, 2].map(() => admin('DELETE', `/api/webinars/${id}?notify=true`)))
    expect(await subjects()).toEqual(['Avlyst: Åpenhetsloven', 'Nytt tidspunkt: Åpenhetsloven'])
  })

  test('reach everybody who registers while the webinar is being deleted', async () => {
    const { id } = await create()
    const visitor = (n: number) => ({ name: 'Ola', email: `ola${n}@nordmann.example` })
    const registering = Promise.all(
      Array.from({ length: 8 }, (_, n) => kontor.call('POST', `/api/webinars/${id}/registrations`, visitor(n))),
    )
    const deleted = await admin('DELETE', `/api/webinars/${id}?notify=true`)
    const statuses = (await registering).map(({ statusCode }) => statusCode)
    expect(deleted.statusCode).toBe(204)
    expect(new Set([...statuses, 200, 404])).toEqual(new Set([200, 404]))
    expect(await subjects()).toHaveLength(statuses.filter((status) => status === 200).length)
    expect(await db.select().from(webinarRegistrations)).toEqual([])
  })

  test('are in the same transaction: when they cannot be queued, the change is not stored', async () => {
    const { id } = await createWithRegistration()
    const stored = async () => (await admin('GET', '/api/webinars')).json()
    const before = await stored()
    await pool.query('ALTER TABLE pgboss.job_common RENAME TO job_gone')
    const moved = await admin('PUT', `/api/webinars/${id}?notify=true`, { date: '2026-05-01T10:00' })
    const deleted = await admin('DELETE', `/api/webinars/${id}?notify=true`)
    await pool.query('ALTER TABLE pgboss.job_gone RENAME TO job_common')
    expect([moved.statusCode, deleted.statusCode]).toEqual([500, 500])
    expect(await stored()).toEqual(before)
    expect(await subjects()).toEqual([])
  })
})

import type { Webinar } from '@kontor/contract/webinars/webinars.schema'
import ICAL from 'ical.js'
import { beforeEach, describe, expect, test } from 'vitest'
import { startTestApp } from '../../testing/app.ts'
import { clearTables } from '../../testing/database.ts'
import { emailLogs } from '../emails/emails.table.ts'

// Mails stay queued. The test clock stands at 2026-03-24T09:00:00.000Z.
const kontor = await startTestApp({ worker: 'off', publicFormLimit: 10_000 })
const admin = await kontor.asAdmin()
const { db, pool } = kontor.database
const joinLink = 'https://mote.example/rom?id=1&pwd=a,b'
const options = {
  durationMinutes: 45,
  joinLink,
  capacity: 20,
  language: 'no',
  description: 'Vi går gjennom loven.\nTa med spørsmål; <b>gjerne</b> {mange}.',
}

const create = async (changes: object = {}): Promise<Webinar> => {
  const body = { name: 'Åpenhetsloven', date: '2026-03-31T08:00:00.000Z', ...changes }
  const answer = await admin('POST', '/api/webinars', body)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const change = async (id: string, changes: object, query = ''): Promise<Webinar> => {
  const answer = await admin('PUT', `/api/webinars/${id}${query}`, changes)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const register = async (id: string, email: string, body: object = {}): Promise<void> => {
  const answer = await kontor.call('POST', `/api/webinars/${id}/registrations`, { name: 'Kari', email, ...body })
  expect(answer.statusCode, answer.body).toBe(200)
}
/** The mails to an address, oldest first. */
const mailsTo = async (address: string) => {
  const rows = await db.select().from(emailLogs)
  return rows.filter(({ to }) => to === address).sort((one, other) => one.createdAt.localeCompare(other.createdAt))
}

/** The calendar entry of a mail, parsed by a third-party library. */
const entryOf = (mail: Awaited<ReturnType<typeof mailsTo>>[number] | undefined) => {
  const [file] = mail?.attachments ?? []
  if (!file || !('content' in file)) throw new Error('The mail has no calendar file')
  const calendar = new ICAL.Component(ICAL.parse(file.content))
  const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent') ?? undefined)
  const { uid, sequence, location, description, duration } = event
  return {
    method: calendar.getFirstPropertyValue('method'),
    uid,
    sequence,
    location,
    description,
    minutes: duration.toSeconds() / 60,
  }
}

beforeEach(async () => {
  await clearTables(pool, 'webinars', 'webinar_registrations', 'email_logs', 'email_templates')
})

describe('the optional fields of a webinar', () => {
  test('are stored, kept by changes without them, and cleared with null or an empty text', async () => {
    const webinar = await create(options)
    expect(webinar).toMatchObject(options)
    expect(await change(webinar.id, { name: 'Nytt navn' })).toMatchObject({ ...options, name: 'Nytt navn' })
    const cleared = await change(webinar.id, {
      durationMinutes: null,
      joinLink: '',
      capacity: '',
      language: null,
      description: ' ',
    })
    for (const field of Object.keys(options)) expect(cleared).not.toHaveProperty(field)
    expect((await admin('GET', '/api/webinars')).json()).toEqual([cleared])
  })

  test('are absent everywhere when they are not given', async () => {
    const webinar = await create()
    for (const field of Object.keys(options)) expect(webinar).not.toHaveProperty(field)
    expect((await kontor.call('GET', '/api/webinars/active')).json()).toEqual([
      { id: webinar.id, name: 'Åpenhetsloven', date: '2026-03-31T08:00:00.000Z' },
    ])
  })

  test('are shown to visitors, except the link', async () => {
    const { id } = await create(options)
    const { durationMinutes, language, description } = options
    expect((await kontor.call('GET', '/api/webinars/active')).json()).toEqual([
      {
        id,
        name: 'Åpenhetsloven',
        date: '2026-03-31T08:00:00.000Z',
        durationMinutes,
        language,
        description,
        seatsLeft: 20,
      },
    ])
  })

  test('are each rejected with a message when they are invalid', async () => {
    const invalid = {
      durationMinutes: 4,
      joinLink: 'javascript:alert(1)',
      capacity: 0,
      language: 'sv',
      description: 'x'.repeat(2001),
    }
    const fields = {
      durationMinutes: 'Varigheten må være mellom 5 og 720 minutter',
      joinLink: 'Lenken må begynne med https://',
      capacity: 'Antall plasser må være mellom 1 og 100000',
      language: 'Ugyldig språk',
      description: 'Beskrivelsen kan ha høyst 2000 tegn',
    }
    const created = await admin('POST', '/api/webinars', { name: 'Ett', date: '2026-03-31', ...invalid })
    expect([created.statusCode, created.json().fields]).toEqual([400, fields])
    const { id } = await create()
    const changed = await admin('PUT', `/api/webinars/${id}`, invalid)
    expect([changed.statusCode, changed.json().fields]).toEqual([400, fields])
    for (const link of ['mote.example', 'https://', 'https://mote.example/a b', 'ftp://mote.example']) {
      expect((await admin('PUT', `/api/webinars/${id}`, { joinLink: link })).statusCode).toBe(400)
    }
    expect(
      (await admin('PUT', `/api/webinars/${id}`, { durationMinutes: 'lenge', capacity: 1.5 })).json().fields,
    ).toEqual({
      durationMinutes: fields.durationMinutes,
      capacity: fields.capacity,
    })
  })
})

describe('the confirmation', () => {
  test('says how to attend, and its calendar file contains the link and the duration', async () => {
    const { id } = await create(options)
    await register(id, 'kari@nordmann.example')
    const [mail] = await mailsTo('kari@nordmann.example')
    expect(mail?.textContent).toContain('Slik blir du med: åpne lenken når webinaret begynner.')
    expect(mail?.textContent).toContain(joinLink)
    expect(mail?.textContent).toContain('45 minutter')
    expect(mail?.textContent).toContain('Norsk')
    expect(mail?.htmlContent).toContain('&lt;b&gt;gjerne&lt;/b&gt; {mange}')
    expect(entryOf(mail)).toMatchObject({
      uid: id,
      sequence: 0,
      location: joinLink,
      minutes: 45,
      description: expect.stringContaining(`Lenke: ${joinLink}`),
    })
  })

  test('says in English that the webinar is held in Norwegian', async () => {
    const { id } = await create(options)
    await register(id, 'jane@ltd.example', { language: 'en' })
    const [mail] = await mailsTo('jane@ltd.example')
    expect(mail?.textContent).toContain('(Norwegian time)')
    expect(mail?.textContent).toMatch(/Language\s+Norwegian/)
    expect(mail?.textContent).toContain('To attend, open the link when the webinar begins.')
    expect(entryOf(mail).description).toContain(`Link: ${joinLink}`)
  })

  test('promises the link by email while the webinar has none', async () => {
    const { id } = await create()
    await register(id, 'kari@nordmann.example')
    const [mail] = await mailsTo('kari@nordmann.example')
    expect(mail?.textContent).toContain('Lenken til webinaret får du på e-post før det begynner.')
    expect(entryOf(mail)).toMatchObject({ location: null, minutes: 60 })
  })

  test('contains both links with the office’s own template too', async () => {
    const template = { type: 'webinar', subject: 'Velkommen', content: '<p>Hei {name}, vi ses {webinarDate}.</p>' }
    expect((await admin('POST', '/api/email-templates', template)).statusCode).toBe(200)
    const { id } = await create(options)
    await register(id, 'kari@nordmann.example')
    const [mail] = await mailsTo('kari@nordmann.example')
    expect(mail?.textContent).toContain('Hei Kari, vi ses')
    expect(mail?.textContent).toContain(joinLink)
    expect(mail?.textContent).toMatch(/webinar-registration\/[0-9a-f]{64}/)
  })
})

describe('a change of the join link', () => {
  const createWithPeople = async (): Promise<Webinar> => {
    const webinar = await create({ ...options, capacity: 2 })
    await register(webinar.id, 'kari@nordmann.example')
    await register(webinar.id, 'jane@ltd.example', { language: 'en' })
    await register(webinar.id, 'venter@nordmann.example', { waitingList: true })
    return webinar
  }
  const newLink = 'https://mote.example/nytt'

  test('is sent on request to those with a seat, with a calendar file that replaces the earlier one', async () => {
    const { id } = await createWithPeople()
    await change(id, { joinLink: newLink }, '?notify=true')
    const [confirmation, news] = await mailsTo('kari@nordmann.example')
    expect(news?.subject).toBe('Lenke: Åpenhetsloven')
    expect(news?.textContent).toContain(newLink)
    expect(entryOf(news)).toMatchObject({ method: 'PUBLISH', uid: id, location: newLink })
    expect(entryOf(news).sequence).toBeGreaterThan(entryOf(confirmation).sequence)
    expect((await mailsTo('jane@ltd.example')).map(({ subject }) => subject)).toContain('Link: Åpenhetsloven')
    expect(await mailsTo('venter@nordmann.example')).toHaveLength(1)
  })

  test('is one mail together with a new time, and says so when the link is gone', async () => {
    const { id } = await createWithPeople()
    await change(id, { joinLink: newLink, date: '2026-04-01T10:00' }, '?notify=true')
    await change(id, { joinLink: null }, '?notify=true')
    const [, moved, gone, ...more] = await mailsTo('kari@nordmann.example')
    expect(moved?.subject).toBe('Nytt tidspunkt: Åpenhetsloven')
    expect(moved?.textContent).toContain(newLink)
    expect(gone?.textContent).toContain('Lenken du fikk til webinaret, gjelder ikke lenger.')
    expect(entryOf(gone).location).toBeNull()
    expect(more).toEqual([])
  })

  test('sends nothing without a request, for a past webinar, or to those who cancelled', async () => {
    const { id } = await createWithPeople()
    const { rows } = await pool.query("SELECT token FROM webinar_registrations WHERE email = 'jane@ltd.example'")
    await kontor.call('POST', `/api/webinar-registration/${rows[0].token}/cancel`)
    await change(id, { joinLink: newLink })
    await change(id, { joinLink: `${newLink}/2`, date: '2026-03-01T10:00' }, '?notify=true')
    expect(await mailsTo('kari@nordmann.example')).toHaveLength(1)
    await change(id, { date: '2026-04-01T10:00' }, '?notify=true')
    expect((await mailsTo('kari@nordmann.example')).at(-1)?.subject).toBe('Nytt tidspunkt: Åpenhetsloven')
    expect((await mailsTo('jane@ltd.example')).map(({ subject }) => subject)).not.toContain('New time: Åpenhetsloven')
  })

  test('a cancelled webinar is also reported to those who wait', async () => {
    const { id } = await createWithPeople()
    await admin('DELETE', `/api/webinars/${id}?notify=true`)
    const mail = (await mailsTo('venter@nordmann.example')).at(-1)
    expect(mail).toMatchObject({ subject: 'Avlyst: Åpenhetsloven', attachments: [] })
    expect(mail?.textContent).toContain('Webinaret du står på venteliste til, er dessverre avlyst.')
  })
})

import type { Webinar } from '@kontor/contract/webinars/webinars.schema'
import { describe, expect, test } from 'vitest'
import { calendarOf, startWebinarApp } from '../../testing/webinar-app.ts'

const app = await startWebinarApp()
const { pool, admin, create, change, changeAndNotify, register, wait, tryToRegister, mailsTo, recipientsOf } = app
const joinLink = 'https://mote.example/rom?id=1&pwd=a,b'
const options = {
  durationMinutes: 45,
  joinLink,
  capacity: 20,
  language: 'no',
  description: 'Vi går gjennom loven.\nTa med spørsmål; <b>gjerne</b> {mange}.',
}
const news = '^(Nytt tidspunkt|New time|Lenke|Link|Avlyst|Cancelled)'

const remove = (id: string) => admin('DELETE', `/api/webinars/${id}?notify=true`)
const addSuspect = (id: string) => register(id, 'Robot', { aside: 'https://spam.example', waitingList: true })
const newsTo = async (person: string) =>
  (await mailsTo(person)).map(({ subject }) => subject).filter((subject) => new RegExp(news).test(subject))
const createWithRegistration = async (changes: object = {}): Promise<Webinar> => {
  const webinar = await create(changes)
  await register(webinar.id, 'Kari')
  return webinar
}

describe('the confirmation', () => {
  test('says how to attend, and its calendar file contains the link and the duration', async () => {
    const { id } = await create(options)
    await register(id, 'Kari')
    const [mail] = await mailsTo('Kari')
    expect(mail?.text).toContain('Slik blir du med: åpne lenken når webinaret begynner.')
    expect(mail?.text).toContain(`Bli med:\n${joinLink}`)
    expect(mail?.text).toContain('45 minutter')
    expect(mail?.text).toContain('Norsk')
    expect(mail?.html).toContain('&lt;b&gt;gjerne&lt;/b&gt; {mange}')
    expect(calendarOf(mail)).toMatchObject({ uid: id, sequence: 0, location: joinLink, minutes: 45 })
    expect(calendarOf(mail)?.description).toContain(`Lenke: ${joinLink}`)
  })

  test('says in English that the webinar is held in Norwegian, also to an address that is registered already', async () => {
    const { id } = await create(options)
    await register(id, 'Jane', { language: 'en' })
    await change(id, { durationMinutes: 50 })
    await register(id, 'Jane', { language: 'en' })
    const [first, again] = await mailsTo('Jane')
    expect(first?.text).toContain('(Norwegian time)')
    expect(first?.text).toMatch(/Language\s+Norwegian/)
    expect(first?.text).toContain('To attend, open the link when the webinar begins.')
    expect(calendarOf(first)?.description).toContain(`Link: ${joinLink}`)
    expect(again?.text).toContain('You were registered for this webinar already')
    expect(calendarOf(again)).toMatchObject({ uid: id, sequence: 1, minutes: 50 })
  })

  test('promises the link by email while the webinar has none', async () => {
    await createWithRegistration()
    const [mail] = await mailsTo('Kari')
    expect(mail?.text).toContain('Lenken til webinaret får du på e-post før det begynner.')
    expect(calendarOf(mail)).toMatchObject({ location: null, minutes: 60 })
  })

  test('also contains both links with the office’s own template', async () => {
    const template = { type: 'webinar', subject: 'Velkommen', content: '<p>Hei {name}, vi ses {webinarDate}.</p>' }
    expect((await admin('POST', '/api/email-templates', template)).statusCode).toBe(200)
    await createWithRegistration(options)
    const [mail] = await mailsTo('Kari')
    expect(mail?.text).toContain('Hei Kari, vi ses')
    expect(mail?.text).toContain(joinLink)
    expect(mail?.text).toMatch(/webinar-registration\/[\w-]{43}\b/)
  })
})

describe('a new time', () => {
  test('is mailed to those registered in their language, with the new name, and updates their calendars', async () => {
    const { id } = await create()
    await register(id, 'Kari', { name: 'Kari <b>Nordmann</b>' })
    await register(id, 'Jane', { language: 'en' })
    await addSuspect(id)
    // Across the start of DST: 10:00 has another UTC offset.
    await change(id, { date: '2026-03-26T10:00' })
    const changed = await changeAndNotify(id, { date: '2026-03-31T10:00', name: 'Nytt navn' })
    expect(changed).toMatchObject({ date: '2026-03-31T08:00:00.000Z', registrationCount: 3, suspectCount: 1 })
    expect(await recipientsOf(news)).toEqual(['jane@nordmann.example', 'kari@nordmann.example'])
    const [confirmation, moved] = await mailsTo('Kari')
    expect(moved).toMatchObject({ subject: 'Nytt tidspunkt: Nytt navn', from: 'post@eksempel.example' })
    expect(moved?.text).toContain('Hei, Kari <b>Nordmann</b>!')
    expect(moved?.html).not.toContain('<b>Nordmann')
    expect(moved?.text).toMatch(/Tidligere tid\s+torsdag 26. mars 2026 kl. 10:00 \(norsk tid\)/)
    expect(moved?.text).toMatch(/Ny tid\s+tirsdag 31. mars 2026 kl. 10:00 \(norsk tid\)/)
    expect(calendarOf(confirmation)).toMatchObject({ uid: id, sequence: 0, start: '2026-03-31T08:00:00.000Z' })
    expect(calendarOf(moved)).toMatchObject({
      method: 'PUBLISH',
      status: 'CONFIRMED',
      uid: id,
      sequence: 2,
      start: '2026-03-31T08:00:00.000Z',
      summary: 'Nytt navn',
    })
    const english = (await mailsTo('Jane')).at(-1)
    expect(english?.subject).toBe('New time: Nytt navn')
    expect(english?.text).toMatch(/New time\s+Tuesday, 31 March 2026 at 10:00 \(Norwegian time\)/)
  })

  test('is not mailed without a request, for a change that keeps the time, or for a time in the past', async () => {
    const webinar = await createWithRegistration()
    const { id } = webinar
    for (const [day, query] of ['', '?notify=false', '?notify='].entries()) {
      await admin('PUT', `/api/webinars/${id}${query}`, { date: `2026-04-0${day + 1}T10:00` })
    }
    const [before] = (await pool.query('SELECT sequence FROM webinars')).rows
    await changeAndNotify(id, { ...webinar, version: null, name: 'Nytt navn', date: '2026-04-03T10:00+02:00' })
    await changeAndNotify(id, {})
    expect((await pool.query('SELECT sequence FROM webinars')).rows).toEqual([before])
    await changeAndNotify(id, { date: '2026-03-24T09:59:59+01:00' })
    await remove(id)
    expect(await newsTo('Kari')).toEqual([])
  })

  test('is mailed to more people than one INSERT takes', async () => {
    const { id } = await create()
    await pool.query(
      `INSERT INTO webinar_registrations (webinar_id, name, email)
       SELECT $1, 'Nr ' || n, 'nr' || n || '@nordmann.example' FROM generate_series(1, 101) AS n`,
      [id],
    )
    await changeAndNotify(id, { date: '2026-05-01T10:00' })
    expect(new Set(await recipientsOf(news)).size).toBe(101)
  })
})

describe('a cancellation', () => {
  test('is mailed to those registered in their language and removes the calendar entry', async () => {
    const { id } = await create({ name: 'Internkontroll & HMS' })
    await register(id, 'Ola')
    await register(id, 'John', { language: 'en' })
    await addSuspect(id)
    await change(id, { date: '2026-04-02T10:00', isActive: false })
    await remove(id)
    expect(await recipientsOf(news)).toEqual(['john@nordmann.example', 'ola@nordmann.example'])
    const mail = (await mailsTo('Ola')).at(-1)
    expect(mail?.subject).toBe('Avlyst: Internkontroll & HMS')
    expect(mail?.text).toContain('Webinaret du er påmeldt, er dessverre avlyst.')
    expect(mail?.html).toContain('Internkontroll &amp; HMS')
    expect(calendarOf(mail)).toMatchObject({
      method: 'CANCEL',
      status: 'CANCELLED',
      attendees: ['mailto:ola@nordmann.example'],
      uid: id,
      sequence: 2,
      start: '2026-04-02T08:00:00.000Z',
    })
    expect(await newsTo('John')).toEqual(['Cancelled: Internkontroll & HMS'])
  })

  test('is not mailed without a request', async () => {
    const { id } = await createWithRegistration()
    await admin('DELETE', `/api/webinars/${id}`)
    expect(await newsTo('Kari')).toEqual([])
  })

  test('reaches everybody who registers while the webinar is being deleted', async () => {
    const { id } = await create()
    const registering = Promise.all(Array.from({ length: 8 }, (_, n) => tryToRegister(id, `Nr${n}`)))
    expect((await remove(id)).statusCode).toBe(204)
    const statuses = (await registering).map(({ statusCode }) => statusCode)
    expect(new Set([...statuses, 200, 404])).toEqual(new Set([200, 404]))
    expect(await recipientsOf(news)).toHaveLength(statuses.filter((status) => status === 200).length)
    expect((await pool.query('SELECT FROM webinar_registrations')).rowCount).toBe(0)
  })
})

test('a stale change sends no mails, and a double click no second ones', async () => {
  const { id, version } = await createWithRegistration()
  const answers = await Promise.all(
    ['2026-05-01T10:00', '2026-05-02T10:00'].map((date) =>
      admin('PUT', `/api/webinars/${id}?notify=true`, { date, version }),
    ),
  )
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  await Promise.all([remove(id), remove(id)])
  expect(await newsTo('Kari')).toEqual(['Nytt tidspunkt: Åpenhetsloven', 'Avlyst: Åpenhetsloven'])
})

test('a change and its mails are one transaction: when they cannot be queued, it is not stored', async () => {
  const { id } = await createWithRegistration()
  const stored = async () => (await admin('GET', '/api/webinars')).json()
  const before = await stored()
  const answers = await app.withoutQueue(async () => [
    await admin('PUT', `/api/webinars/${id}?notify=true`, { date: '2026-05-01T10:00' }),
    await remove(id),
  ])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([500, 500])
  expect(await stored()).toEqual(before)
  expect(await newsTo('Kari')).toEqual([])
})

describe('a change of the join link', () => {
  const newLink = 'https://mote.example/nytt'
  const createWithPeople = async (): Promise<Webinar> => {
    const webinar = await create({ ...options, capacity: 2 })
    await register(webinar.id, 'Kari')
    await register(webinar.id, 'Jane', { language: 'en' })
    await wait(webinar.id, 'Venter')
    return webinar
  }

  test('is sent on request to those with a seat, with a calendar file that replaces the earlier one', async () => {
    const { id } = await createWithPeople()
    await changeAndNotify(id, { joinLink: newLink })
    const [confirmation, mail] = await mailsTo('Kari')
    expect(mail?.subject).toBe('Lenke: Åpenhetsloven')
    expect(mail?.text).toContain(newLink)
    expect(calendarOf(confirmation)?.sequence).toBe(0)
    expect(calendarOf(mail)).toMatchObject({ method: 'PUBLISH', uid: id, location: newLink, sequence: 1 })
    expect(await newsTo('Jane')).toEqual(['Link: Åpenhetsloven'])
    expect(await newsTo('Venter')).toEqual([])
  })

  test('is one mail together with a new time, and says so when the link is gone', async () => {
    const { id } = await createWithPeople()
    await changeAndNotify(id, { joinLink: newLink, date: '2026-04-01T10:00' })
    await changeAndNotify(id, { joinLink: null })
    const [, moved, gone, ...more] = await mailsTo('Kari')
    expect(moved?.subject).toBe('Nytt tidspunkt: Åpenhetsloven')
    expect(moved?.text).toContain(newLink)
    expect(gone?.text).toContain('Lenken du fikk til webinaret, gjelder ikke lenger.')
    expect(calendarOf(gone)?.location).toBeNull()
    expect(more).toEqual([])
  })

  test('sends nothing without a request, for a past webinar, or to those who cancelled', async () => {
    const { id } = await createWithPeople()
    await app.cancel(await app.tokenOf('Jane'))
    await change(id, { joinLink: newLink })
    await changeAndNotify(id, { joinLink: `${newLink}/2`, date: '2026-03-01T10:00' })
    expect(await mailsTo('Kari')).toHaveLength(1)
    await changeAndNotify(id, { date: '2026-04-01T10:00' })
    expect(await newsTo('Kari')).toEqual(['Nytt tidspunkt: Åpenhetsloven'])
    expect(await newsTo('Jane')).toEqual([])
  })

  test('a cancelled webinar is also reported to those who wait', async () => {
    const { id } = await createWithPeople()
    await remove(id)
    const mail = (await mailsTo('Venter')).at(-1)
    expect(mail).toMatchObject({ subject: 'Avlyst: Åpenhetsloven', attachments: [] })
    expect(mail?.text).toContain('Webinaret du står på venteliste til, er dessverre avlyst.')
  })
})

import { describe, expect, test } from 'vitest'
import { callDuring } from '../../testing/locks.ts'
import { calendarOf, emailOf, readCalendar, startWebinarApp } from '../../testing/webinar-app.ts'
import { releaseHeldSeats } from './webinars.seats.service.ts'

const app = await startWebinarApp()
const { kontor, pool, admin, create, change, find, tryToRegister, register, wait, idOf, tokenOf, cancel, mailsTo } = app
const states = app.statesOf
const confirmed = 'Bekreftelse på webinar-påmelding'

const createWithSeats = (capacity = 1, changes: object = {}) => create({ capacity, ...changes })
const seatsLeft = async () =>
  (await kontor.call('GET', '/api/webinars/active')).json<{ seatsLeft?: number }[]>()[0]?.seatsLeft
const read = (token: string) => kontor.call('GET', `/api/webinar-registration/${token}`)
const subjectsTo = async (person: string) => (await mailsTo(person)).map(({ subject }) => subject)

describe('when few seats are left', () => {
  const heldUntilOf = async (person: string) => (await read(await tokenOf(person))).json().heldUntil
  const confirm = (token: string) => kontor.call('POST', `/api/webinar-registration/${token}/confirm`)
  const anHourLater = '2026-03-24T10:00:00.000Z'

  test('a registration is held for an hour; its mail asks to confirm it, and a confirmed one stays', async () => {
    const { id } = await createWithSeats(5)
    for (const person of ['Kari', 'Ola', 'Siri', 'Per', 'Liv']) await register(id, person)
    expect([await heldUntilOf('Per'), await heldUntilOf('Liv')]).toEqual([undefined, anHourLater])
    expect((await mailsTo('Per'))[0]?.text).not.toContain('Bekreft påmeldingen')
    expect((await mailsTo('Liv'))[0]?.text).toContain('Bekreft påmeldingen')
    const token = await tokenOf('Liv')
    for (let times = 0; times < 2; times++) expect((await confirm(token)).json().heldUntil).toBeUndefined()
    kontor.clock.set(anHourLater)
    await releaseHeldSeats(kontor.deps)
    expect(await states(id)).toMatchObject({ Per: 'registered', Liv: 'registered' })
    expect(await subjectsTo('Liv')).toEqual([confirmed])
    expect((await confirm('a'.repeat(64))).statusCode).toBe(404)
  })

  test('an unconfirmed one lapses, once, and its seat goes to the first on the waiting list who confirmed', async () => {
    const { id } = await createWithSeats()
    for (const person of ['Kari', 'Ola', 'Siri']) await wait(id, person)
    expect((await mailsTo('Siri'))[0]?.text).toContain('Bekreft påmeldingen')
    await confirm(await tokenOf('Siri'))
    kontor.clock.set('2026-03-24T09:59:59.000Z')
    await releaseHeldSeats(kontor.deps)
    expect(await states(id)).toEqual({ Kari: 'registered', Ola: 'waiting', Siri: 'waiting' })
    kontor.clock.set(anHourLater)
    await Promise.all([releaseHeldSeats(kontor.deps), releaseHeldSeats(kontor.deps)])
    expect(await states(id)).toEqual({ Kari: 'cancelled', Ola: 'cancelled', Siri: 'registered' })
    const [, lapsed] = await mailsTo('Kari')
    expect(lapsed?.subject).toBe('Påmeldingen er falt bort: Åpenhetsloven')
    expect(calendarOf(lapsed)?.method).toBe('CANCEL')
    expect(await subjectsTo('Kari')).toHaveLength(2)
    expect(await subjectsTo('Ola')).toEqual(['Venteliste: Åpenhetsloven', 'Du er avmeldt: Åpenhetsloven'])
    expect((await confirm(await tokenOf('Kari'))).json()).toMatchObject({ state: 'cancelled' })
  })

  test('a registration that moves up is still held, unless the office approved or restored it', async () => {
    const { id } = await createWithSeats()
    await register(id, 'Robot', { aside: 'https://spam.example' })
    await register(id, 'Kari')
    await wait(id, 'Ola')
    await cancel(await tokenOf('Kari'))
    expect((await mailsTo('Ola'))[1]?.text).toContain('Bekreft påmeldingen')
    await change(id, { capacity: 2 })
    await admin('POST', `/api/registrations/${await idOf('Robot')}/approve`)
    const ola = await idOf('Ola')
    await admin('DELETE', `/api/registrations/${ola}`)
    await admin('POST', `/api/trash/registrations/${ola}/restore`)
    kontor.clock.set(anHourLater)
    await releaseHeldSeats(kontor.deps)
    expect(await states(id)).toEqual({ Kari: 'cancelled', Robot: 'registered', Ola: 'registered' })
  })
})

describe('a webinar with a limited number of seats', () => {
  test('shows visitors how many are left, and the office who waits', async () => {
    const { id } = await createWithSeats(2)
    expect(await seatsLeft()).toBe(2)
    await register(id, 'Kari')
    await register(id, 'Robot', { aside: 'https://spam.example' })
    expect(await seatsLeft()).toBe(1)
    await wait(id, 'Ola')
    await wait(id, 'Siri')
    expect(await seatsLeft()).toBe(0)
    expect(await find(id)).toMatchObject({ capacity: 2, registrationCount: 4, suspectCount: 1, waitingCount: 1 })
    expect(await states(id)).toEqual({ Kari: 'registered', Ola: 'registered', Siri: 'waiting', Robot: 'registered' })
  })

  test('refuses a registration when it is full, unless the visitor accepts to wait', async () => {
    const { id } = await createWithSeats()
    await register(id, 'Kari')
    const refused = await tryToRegister(id, 'Ola')
    expect([refused.statusCode, refused.json()]).toEqual([409, { error: 'Webinaret er fullt.' }])
    expect(await mailsTo('Ola')).toEqual([])
    for (const accepted of [true, 'true']) await wait(id, 'Ola', { waitingList: accepted })
    expect(await states(id)).toEqual({ Kari: 'registered', Ola: 'waiting' })
    expect((await tryToRegister(id, 'Siri', { waitingList: 'kanskje' })).statusCode).toBe(400)
  })

  test('answers an address that has a seat like any other when it is full', async () => {
    const { id } = await createWithSeats()
    await register(id, 'Kari')
    for (const body of [{}, { waitingList: true }]) {
      const [known, unknown] = [await tryToRegister(id, 'Kari', body), await tryToRegister(id, 'Ola', body)]
      expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body])
    }
    expect(await states(id)).toEqual({ Kari: 'registered', Ola: 'waiting' })
  })

  test('accepts a repeated submission for the last seat', async () => {
    const { id } = await createWithSeats()
    const body = { submissionId: 'a-random-string-123' }
    await Promise.all([register(id, 'Kari', body), register(id, 'Kari', body)])
    expect(await subjectsTo('Kari')).toEqual([confirmed])
  })

  test('gives the last seat to one of many at once, and the others wait in line', async () => {
    const { id } = await createWithSeats()
    const people = ['Kari', 'Ola', 'Siri', 'Per', 'Liv', 'Jon']
    const answers = await Promise.all(
      people.map((person, index) => tryToRegister(id, person, { waitingList: index % 2 === 1 })),
    )
    const found = Object.values(await states(id))
    expect(found.filter((state) => state === 'registered')).toHaveLength(1)
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(found.length)
    for (const { statusCode } of answers) expect([200, 409]).toContain(statusCode)
  })

  test('says in the mail to the waiting list that they wait, in their language, without a calendar file', async () => {
    const { id } = await createWithSeats(1, { joinLink: 'https://mote.example/1' })
    await register(id, 'Kari')
    await wait(id, 'Ola')
    await wait(id, 'Jane', { language: 'en' })
    await wait(id, 'Ola')
    const [first, again] = await mailsTo('Ola')
    expect(first).toMatchObject({ subject: 'Venteliste: Åpenhetsloven', attachments: [] })
    expect(first?.text).toContain('Webinaret er fullt, så du står på venteliste.')
    expect(first?.text).toContain(`/webinar-registration/${await tokenOf('Ola')}`)
    expect(first?.html).not.toContain('mote.example')
    expect(again?.text).toContain('Du står allerede på ventelisten')
    expect(await subjectsTo('Jane')).toEqual(['Waiting list: Åpenhetsloven'])
  })
})

describe('a registrant with the personal link', () => {
  test('sees the registration and nothing more; opening the link changes nothing', async () => {
    const { id } = await create({ joinLink: 'https://mote.example/1', durationMinutes: 45, language: 'en' })
    await register(id, 'Kari', { language: 'en' })
    const [mail] = await mailsTo('Kari')
    const token = await tokenOf('Kari')
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(mail?.html).toContain(`https://www.eksempel.example/webinar-registration/${token}`)
    const joinLink = 'https://mote.example/1'
    for (const answer of [await read(token), await read(token)]) {
      expect(answer.json()).toEqual({
        language: 'en',
        state: 'registered',
        webinar: {
          name: 'Åpenhetsloven',
          date: '2026-03-31T08:00:00.000Z',
          durationMinutes: 45,
          language: 'en',
          joinLink,
        },
        open: true,
      })
      expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    }
    const calendar = await kontor.call('GET', `/api/webinar-registration/${token}/calendar`)
    expect(calendar.headers['content-type']).toBe('text/calendar; charset=utf-8')
    expect(readCalendar(calendar.body)).toMatchObject({ uid: id, location: joinLink })
    expect((await kontor.call('HEAD', `/api/webinar-registration/${token}/cancel`)).statusCode).toBe(404)
    expect((await kontor.call('GET', `/api/webinar-registration/${token}/cancel`)).statusCode).toBe(404)
    expect(await states(id)).toEqual({ Kari: 'registered' })
  })

  test('cancels once: a confirmation takes the webinar out of the calendar, and the seat is free', async () => {
    const { id } = await createWithSeats()
    await register(id, 'Kari')
    const token = await tokenOf('Kari')
    const answers = await Promise.all([cancel(token), cancel(token)])
    answers.push(await cancel(token))
    for (const answer of answers) expect(answer.json()).toMatchObject({ state: 'cancelled' })
    expect(await subjectsTo('Kari')).toEqual([confirmed, 'Du er avmeldt: Åpenhetsloven'])
    expect((await mailsTo('Kari')).map(calendarOf)).toMatchObject([
      { method: 'PUBLISH', uid: id, sequence: 0, attendees: [] },
      { method: 'CANCEL', uid: id, sequence: 1, attendees: ['mailto:kari@nordmann.example'] },
    ])
    expect(await seatsLeft()).toBe(1)
    expect(await find(id)).toMatchObject({ registrationCount: 1, cancelledCount: 1 })
  })

  test('may register again, which puts the webinar back into the calendar', async () => {
    const { id } = await createWithSeats()
    await register(id, 'Kari')
    const token = await tokenOf('Kari')
    await cancel(token)
    await register(id, 'Kari')
    expect((await read(`${token}%5D.`)).json().state).toBe('registered')
    expect((await mailsTo('Kari')).map((mail) => calendarOf(mail)?.sequence)).toEqual([0, 1, 2])
    expect(await app.registrationsOf(id)).toHaveLength(1)
  })

  test('leaves the waiting list', async () => {
    const { id } = await createWithSeats()
    await register(id, 'Kari')
    await wait(id, 'Ola')
    expect((await cancel(await tokenOf('Ola'))).json().state).toBe('cancelled')
    const [, farewell] = await mailsTo('Ola')
    expect(farewell).toMatchObject({ subject: 'Du er avmeldt: Åpenhetsloven', attachments: [] })
    await cancel(await tokenOf('Kari'))
    expect(await states(id)).toEqual({ Kari: 'cancelled', Ola: 'cancelled' })
  })

  test('is refused once the webinar has begun, which the link leads to until its end', async () => {
    const { id } = await createWithSeats(20, { joinLink: 'https://mote.example/1', durationMinutes: 45 })
    await register(id, 'Kari')
    const token = await tokenOf('Kari')
    app.moveTo('2026-03-31T08:00:00.001Z')
    expect((await read(token)).json()).toMatchObject({ open: false, webinar: { joinLink: 'https://mote.example/1' } })
    const refused = await cancel(token)
    expect([refused.statusCode, refused.json()]).toEqual([
      409,
      { error: 'Webinaret har begynt, så det er for sent å melde seg av.' },
    ])
    expect(await states(id)).toEqual({ Kari: 'registered' })
    app.moveTo('2026-03-31T08:46:00.000Z')
    expect((await read(token)).json().webinar).not.toHaveProperty('joinLink')
  })

  test('gets 404 for every invalid link, also one whose registration is gone', async () => {
    const { id } = await createWithSeats()
    await register(id, 'Kari')
    const token = await tokenOf('Kari')
    await admin('DELETE', `/api/registrations/${await idOf('Kari')}`)
    for (const invalid of [token, 'x', 'a'.repeat(64), `${token}'`]) {
      const [seen, cancelled] = [await read(invalid), await cancel(invalid)]
      expect([seen.statusCode, seen.json()]).toEqual([404, { error: 'Påmeldingen finnes ikke.' }])
      expect([cancelled.statusCode, cancelled.json()]).toEqual([404, { error: 'Påmeldingen finnes ikke.' }])
    }
  })
})

describe('the waiting list', () => {
  const fill = async (changes: object = {}): Promise<string> => {
    const { id } = await createWithSeats(1, changes)
    await register(id, 'Kari')
    for (const person of ['Ola', 'Siri', 'Per']) await wait(id, person)
    return id
  }
  const promoted = 'Du har fått plass: Åpenhetsloven'

  test('moves up when somebody cancels: the first gets the seat, the link and the calendar file', async () => {
    const id = await fill({ joinLink: 'https://mote.example/1' })
    await cancel(await tokenOf('Kari'))
    expect(await states(id)).toEqual({ Kari: 'cancelled', Ola: 'registered', Siri: 'waiting', Per: 'waiting' })
    const [, mail] = await mailsTo('Ola')
    expect(mail).toMatchObject({ subject: promoted })
    expect(mail?.text).toContain('https://mote.example/1')
    expect(calendarOf(mail)?.method).toBe('PUBLISH')
    expect(await subjectsTo('Siri')).toHaveLength(1)
  })

  test('moves up exactly once per seat when two cancel at once', async () => {
    const { id } = await createWithSeats(2)
    for (const person of ['Kari', 'Liv']) await register(id, person)
    for (const person of ['Ola', 'Siri', 'Per']) await wait(id, person)
    const tokens = [await tokenOf('Kari'), await tokenOf('Liv')]
    await Promise.all([...tokens, ...tokens].map(cancel))
    expect(await states(id)).toMatchObject({ Ola: 'registered', Siri: 'registered', Per: 'waiting' })
    for (const person of ['Ola', 'Siri']) {
      expect((await subjectsTo(person)).filter((subject) => subject === promoted)).toHaveLength(1)
    }
  })

  test('moves up when the office deletes a registration with a seat, but not one without', async () => {
    const id = await fill()
    await admin('DELETE', `/api/registrations/${await idOf('Siri')}`)
    expect(await states(id)).toEqual({ Kari: 'registered', Ola: 'waiting', Per: 'waiting' })
    const kari = await idOf('Kari')
    await Promise.all([1, 2].map(() => admin('DELETE', `/api/registrations/${kari}`)))
    expect(await states(id)).toEqual({ Ola: 'registered', Per: 'waiting' })
  })

  test('moves up when the office adds seats or lifts the limit, not when it takes seats away', async () => {
    const id = await fill()
    await change(id, { capacity: 2 })
    expect(await states(id)).toMatchObject({ Ola: 'registered', Siri: 'waiting' })
    await change(id, { capacity: 1 })
    expect(await states(id)).toMatchObject({ Kari: 'registered', Ola: 'registered', Siri: 'waiting' })
    expect(await seatsLeft()).toBe(0)
    await change(id, { capacity: null })
    expect(await states(id)).toMatchObject({ Siri: 'registered', Per: 'registered' })
    expect(await find(id)).not.toHaveProperty('waitingCount')
  })

  test('moves up when a person with a seat is erased', async () => {
    const id = await fill()
    const erased = await admin('POST', '/api/privacy/erase', { email: emailOf('Kari') })
    expect(erased.statusCode, erased.body).toBe(200)
    expect(await states(id)).toEqual({ Ola: 'registered', Siri: 'waiting', Per: 'waiting' })
    expect(await subjectsTo('Ola')).toContain(promoted)
  })

  test('stays as it is once the webinar has begun', async () => {
    const id = await fill()
    app.moveTo('2026-03-31T08:00:01.000Z')
    await admin('DELETE', `/api/registrations/${await idOf('Kari')}`)
    expect(await states(id)).toMatchObject({ Ola: 'waiting' })
  })

  test('gives a freed seat to the waiting list, not to a registration made at the same time', async () => {
    const id = await fill()
    const token = await tokenOf('Kari')
    const both = () => Promise.all([cancel(token), tryToRegister(id, 'Liv')])
    const answers = await callDuring(pool, ['SELECT 1 FROM webinars FOR UPDATE'], both)
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 409])
    expect(await states(id)).toMatchObject({ Ola: 'registered', Siri: 'waiting' })
  })

  test('is not moved up when its mail can’t be queued: the cancellation or deletion fails as a whole', async () => {
    const id = await fill()
    const [token, kari] = [await tokenOf('Kari'), await idOf('Kari')]
    expect((await app.withoutQueue(() => cancel(token))).statusCode).toBe(500)
    expect((await app.withoutQueue(() => admin('DELETE', `/api/registrations/${kari}`))).statusCode).toBe(500)
    expect(await states(id)).toMatchObject({ Kari: 'registered', Ola: 'waiting' })
  })
})

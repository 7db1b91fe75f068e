import { expect, test } from 'vitest'
import { openDatabase } from '../../platform/database/database.ts'
import { onCleanup } from '../../testing/cleanup.ts'
import { startWebinarApp } from '../../testing/webinar-app.ts'
import { remindRegistrants } from './webinars.news.service.ts'

const app = await startWebinarApp()
const { kontor, pool, create, change, changeAndNotify, register, wait, cancel, tokenOf, moveTo, mailsTo } = app
const other = openDatabase(kontor.database.runtime)
onCleanup(other.close)

const joinLink = 'https://mote.example/1'
/** Within the last day before the webinars here. */
const dayBefore = '2026-03-30T09:00:00.000Z'

/** Runs the scheduled job, as an instance with its own connections would. */
const remind = () => remindRegistrants(kontor.deps)
const remindElsewhere = () => remindRegistrants({ ...kontor.deps, database: other })
/** The recipients of all reminders so far, sorted. */
const reminded = () => app.recipientsOf('^(Påminnelse|Reminder): ')
const lastTextTo = async (person: string) => (await mailsTo(person)).at(-1)?.text

test('a reminder goes out 24 hours before, once, with the link, in the registrant’s language', async () => {
  const { id } = await create({ language: 'no', joinLink })
  await register(id, 'Kari')
  await register(id, 'Jane', { language: 'en' })
  moveTo('2026-03-30T07:59:59.999Z')
  await remind()
  expect(await reminded()).toEqual([])
  moveTo('2026-03-30T08:00:00.000Z')
  await remind()
  await remind()
  expect(await reminded()).toEqual(['jane@nordmann.example', 'kari@nordmann.example'])
  const norwegian = await lastTextTo('Kari')
  expect(norwegian).toContain(joinLink)
  expect(norwegian).toContain('tirsdag 31. mars 2026 kl. 10:00 (norsk tid)')
  expect(norwegian).toContain(`/webinar-registration/${await tokenOf('Kari')}`)
  const english = await lastTextTo('Jane')
  expect(english).toContain('The webinar you’re registered for begins soon.')
  expect(english).toMatch(/Language\s+Norwegian/)
})

test('doesn’t promise a link that isn’t there', async () => {
  const { id } = await create()
  await register(id, 'Kari')
  await register(id, 'Jane', { language: 'en' })
  moveTo(dayBefore)
  await remind()
  const norwegian = await lastTextTo('Kari')
  expect(norwegian).toContain('Lenken til webinaret er ikke klar ennå.')
  expect(norwegian).not.toContain('får du på e-post før')
  expect(await lastTextTo('Jane')).toContain('The link isn’t ready yet.')
})

const addPeople = (id: string, count: number) =>
  pool.query(
    `INSERT INTO webinar_registrations (webinar_id, name, email)
     SELECT $1, 'Nr ' || n, 'nr' || n || '@nordmann.example' FROM generate_series(1, $2::int) AS n`,
    [id, count],
  )

test('goes out to more people than a batch holds', async () => {
  await addPeople((await create()).id, 101)
  moveTo(dayBefore)
  await remind()
  expect(new Set(await reminded()).size).toBe(101)
})

test('goes out once when several instances send it at once', async () => {
  await addPeople((await create()).id, 20)
  moveTo(dayBefore)
  await Promise.all([remind(), remindElsewhere(), remind(), remindElsewhere()])
  const recipients = await reminded()
  expect([recipients.length, new Set(recipients).size]).toEqual([20, 20])
})

test('skips those who wait or have cancelled, and suspect registrations', async () => {
  const { id } = await create({ capacity: 2 })
  for (const person of ['Kari', 'Ola']) await register(id, person)
  for (const person of ['Venter', 'Sist']) await wait(id, person)
  await wait(id, 'Robot', { aside: 'https://spam.example' })
  await cancel(await tokenOf('Ola'))
  moveTo(dayBefore)
  await remind()
  expect(await reminded()).toEqual(['kari@nordmann.example', 'venter@nordmann.example'])
})

test('names the new time of a moved webinar, even after a reminder of the old time', async () => {
  const { id } = await create()
  await register(id, 'Kari')
  await change(id, { date: '2026-04-07T10:00' })
  moveTo(dayBefore)
  await remind()
  expect(await reminded()).toEqual([])
  moveTo('2026-04-06T09:00:00.000Z')
  await remind()
  await change(id, { date: '2026-04-14T10:00' })
  await remind()
  expect(await reminded()).toHaveLength(1)
  moveTo('2026-04-13T09:00:00.000Z')
  await remind()
  expect(await reminded()).toHaveLength(2)
  expect(await lastTextTo('Kari')).toContain('tirsdag 14. april 2026 kl. 10:00')
})

test('is not sent to those who got another mail with the time within the last day', async () => {
  const { id } = await create({ capacity: 1 })
  await register(id, 'Kari')
  await wait(id, 'Venter')
  moveTo(dayBefore)
  await cancel(await tokenOf('Kari'))
  await wait(id, 'Kari')
  await remind()
  expect(await reminded()).toEqual([])
  await changeAndNotify(id, { date: '2026-03-31T07:00' })
  await remind()
  expect(await reminded()).toEqual([])
  await change(id, { date: '2026-03-31T08:00' })
  await remind()
  expect(await reminded()).toEqual(['venter@nordmann.example'])
})

test('is not sent for a webinar that has begun', async () => {
  await register((await create()).id, 'Kari')
  moveTo('2026-03-31T08:00:00.000Z')
  await remind()
  expect(await reminded()).toEqual([])
})

test('is marked and queued together: when queuing fails, the next run sends it', async () => {
  await register((await create()).id, 'Kari')
  moveTo(dayBefore)
  await app.withoutQueue(() => expect(remind()).rejects.toThrow('The reminders of 1 webinars failed'))
  expect(await reminded()).toEqual([])
  await remind()
  expect(await reminded()).toEqual(['kari@nordmann.example'])
})

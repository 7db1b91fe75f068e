import type { Webinar } from '@kontor/contract/webinars/webinars.schema'
import { beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '../../platform/database/database.ts'
import { startTestApp } from '../../testing/app.ts'
import { onCleanup } from '../../testing/cleanup.ts'
import { clearTables } from '../../testing/database.ts'
import { remindRegistrants } from './webinars.news.service.ts'

const kontor = await startTestApp({ worker: 'off', publicFormLimit: 10_000 })
const firstSession = await kontor.asAdmin()
let admin = firstSession
const { pool } = kontor.database
const other = openDatabase(kontor.database.runtime)
onCleanup(other.close)

/** Runs the scheduled job, as an instance with its own connections would. */
const remind = () => remindRegistrants(kontor.deps)
const remindElsewhere = () => remindRegistrants({ ...kontor.deps, database: other })

const create = async (changes: object = {}): Promise<Webinar> => {
  const body = { name: 'Åpenhetsloven', date: '2026-03-31T10:00', joinLink: 'https://mote.example/1', ...changes }
  return (await admin('POST', '/api/webinars', body)).json()
}
const register = async (id: string, email: string, body: object = {}): Promise<void> => {
  const answer = await kontor.call('POST', `/api/webinars/${id}/registrations`, { name: 'Kari', email, ...body })
  expect(answer.statusCode, answer.body).toBe(200)
}
/** The recipients of all reminders so far, sorted. */
const reminded = async (): Promise<string[]> => {
  const { rows } = await pool.query<{ to: string }>(
    `SELECT to_address AS to FROM email_logs WHERE subject ~ '^(Påminnelse|Reminder): ' ORDER BY to_address`,
  )
  return rows.map(({ to }) => to)
}
const textsTo = async (email: string): Promise<string[]> => {
  const { rows } = await pool.query<{ text: string }>(
    'SELECT text_content AS text FROM email_logs WHERE to_address = $1 ORDER BY created_at',
    [email],
  )
  return rows.map(({ text }) => text)
}
const tokenOf = async (email: string): Promise<string> =>
  (await pool.query('SELECT token FROM webinar_registrations WHERE email = $1', [email])).rows[0].token

/** Moves the clock, with a new session: the first one expires after some hours. */
const moveTo = async (instant: string): Promise<void> => {
  kontor.clock.set(instant)
  admin = await kontor.asAdmin()
}

beforeEach(async () => {
  await clearTables(pool, 'webinars', 'webinar_registrations', 'email_logs')
  kontor.clock.set('2026-03-24T09:00:00.000Z')
  admin = firstSession
})

describe('the reminder of a webinar', () => {
  test('goes out 24 hours before, once, with the link, in the registrant’s language', async () => {
    const { id } = await create({ language: 'no' })
    await register(id, 'kari@nordmann.example')
    await register(id, 'jane@ltd.example', { language: 'en' })
    await moveTo('2026-03-30T07:59:59.999Z')
    await remind()
    expect(await reminded()).toEqual([])
    await moveTo('2026-03-30T08:00:00.000Z')
    await remind()
    await remind()
    expect(await reminded()).toEqual(['jane@ltd.example', 'kari@nordmann.example'])
    const norwegian = (await textsTo('kari@nordmann.example')).at(-1)
    expect(norwegian).toContain('https://mote.example/1')
    expect(norwegian).toContain('tirsdag 31. mars 2026 kl. 10:00 (norsk tid)')
    expect(norwegian).toContain(`/webinar-registration/${await tokenOf('kari@nordmann.example')}`)
    const english = (await textsTo('jane@ltd.example')).at(-1)
    expect(english).toContain('The webinar you’re registered for begins soon.')
    expect(english).toMatch(/Language\s+Norwegian/)
  })

  test('doesn’t promise a link that isn’t there', async () => {
    const { id } = await create({ joinLink: null })
    await register(id, 'kari@nordmann.example')
    await register(id, 'jane@ltd.example', { language: 'en' })
    await moveTo('2026-03-30T09:00:00.000Z')
    await remind()
    const norwegian = (await textsTo('kari@nordmann.example')).at(-1)
    expect(norwegian).toContain('Lenken til webinaret er ikke klar ennå.')
    expect(norwegian).not.toContain('får du på e-post før')
    expect((await textsTo('jane@ltd.example')).at(-1)).toContain('The link isn’t ready yet.')
  })

  test('goes out once when several instances send it at once, to more people than a batch holds', async () => {
    const { id } = await create()
    await pool.query(
      `INSERT INTO webinar_registrations (webinar_id, name, email)
       SELECT $1, 'Nr ' || n, 'nr' || n || '@nordmann.example' FROM generate_series(1, 230) AS n`,
      [id],
    )
    await moveTo('2026-03-30T09:00:00.000Z')
    await Promise.all([remind(), remindElsewhere(), remind(), remindElsewhere()])
    await remind()
    const recipients = await reminded()
    expect(recipients).toHaveLength(230)
    expect(new Set(recipients).size).toBe(230)
  })

  test('skips those who wait or have cancelled, and suspect registrations', async () => {
    const { id } = await create({ capacity: 2 })
    for (const email of ['kari@nordmann.example', 'ola@nordmann.example']) await register(id, email)
    for (const email of ['venter@nordmann.example', 'sist@nordmann.example']) {
      await register(id, email, { waitingList: true })
    }
    await register(id, 'robot@spam.example', { website: 'https://spam.example', waitingList: true })
    await kontor.call('POST', `/api/webinar-registration/${await tokenOf('ola@nordmann.example')}/cancel`)
    await moveTo('2026-03-30T09:00:00.000Z')
    await remind()
    expect(await reminded()).toEqual(['kari@nordmann.example', 'venter@nordmann.example'])
  })

  test('is about the new time of a webinar that was moved, also when the old one was reminded of', async () => {
    const { id } = await create()
    await register(id, 'kari@nordmann.example')
    await admin('PUT', `/api/webinars/${id}`, { date: '2026-04-07T10:00' })
    await moveTo('2026-03-30T09:00:00.000Z')
    await remind()
    expect(await reminded()).toEqual([])
    await moveTo('2026-04-06T09:00:00.000Z')
    await remind()
    await admin('PUT', `/api/webinars/${id}`, { date: '2026-04-14T10:00' })
    await remind()
    expect(await reminded()).toHaveLength(1)
    await moveTo('2026-04-13T09:00:00.000Z')
    await remind()
    expect(await reminded()).toHaveLength(2)
    expect((await textsTo('kari@nordmann.example')).at(-1)).toContain('tirsdag 14. april 2026 kl. 10:00')
  })

  test('is not sent to those who got another mail with the time within the last day', async () => {
    const { id } = await create({ capacity: 1 })
    await register(id, 'kari@nordmann.example')
    await register(id, 'venter@nordmann.example', { waitingList: true })
    await moveTo('2026-03-30T09:00:00.000Z')
    await kontor.call('POST', `/api/webinar-registration/${await tokenOf('kari@nordmann.example')}/cancel`)
    await register(id, 'kari@nordmann.example', { waitingList: true })
    await remind()
    expect(await reminded()).toEqual([])
    await admin('PUT', `/api/webinars/${id}?notify=true`, { date: '2026-03-31T07:00' })
    await remind()
    expect(await reminded()).toEqual([])
    await admin('PUT', `/api/webinars/${id}`, { date: '2026-03-31T08:00' })
    await remind()
    expect(await reminded()).toEqual(['venter@nordmann.example'])
  })

  test('is not sent for a webinar that has begun', async () => {
    const { id } = await create()
    await register(id, 'kari@nordmann.example')
    await moveTo('2026-03-31T08:00:00.000Z')
    await remind()
    expect(await reminded()).toEqual([])
  })

  test('is marked and queued together: when queuing fails, the next run sends it', async () => {
    const { id } = await create()
    await register(id, 'kari@nordmann.example')
    await moveTo('2026-03-30T09:00:00.000Z')
    await pool.query('ALTER TABLE pgboss.job_common RENAME TO job_gone')
    await expect(remind()).rejects.toThrow('The reminders of 1 webinars failed')
    await pool.query('ALTER TABLE pgboss.job_gone RENAME TO job_common')
    expect(await reminded()).toEqual([])
    await remind()
    expect(await reminded()).toEqual(['kari@nordmann.example'])
  })
})

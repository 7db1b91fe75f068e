import type { EmailLog } from '@kontor/contract/emails/emails.schema'
import type { Registration, Webinar } from '@kontor/contract/webinars/webinars.schema'
import { beforeEach, expect, test } from 'vitest'
import { startTestApp } from '../../testing/app.ts'
import { clearTables } from '../../testing/database.ts'

// Mails stay queued. The test clock stands at 2026-03-24T09:00:00.000Z.
const kontor = await startTestApp({ worker: 'off', publicFormLimit: 10_000, notifyEmail: 'varsel@eksempel.example' })
const admin = await kontor.asAdmin()
const sales = await kontor.asSales()
const { pool } = kontor.database
const unknownId = '11111111-1111-4111-8111-111111111111'

/** A webinar with one seat, and a suspect registration in English. */
const withSuspect = async () => {
  const body = { name: 'Åpenhetsloven', date: '2026-03-31T08:00:00.000Z', capacity: 1 }
  const webinar: Webinar = (await admin('POST', '/api/webinars', body)).json()
  const robot = { name: 'Robot', email: 'robot@kunde.example', website: 'https://spam.example', language: 'en' }
  await kontor.call('POST', `/api/webinars/${webinar.id}/registrations`, robot)
  const [registration] = await registrations(webinar.id)
  if (!registration) throw new Error('The registration was not stored')
  return { webinar, registration }
}
const registrations = async (id: string): Promise<Registration[]> =>
  (await admin('GET', `/api/webinars/${id}/registrations`)).json()
const approve = (id: string, by = admin) => by('POST', `/api/registrations/${id}/approve`)
const subjects = async (to: string) =>
  (await admin('GET', '/api/email-logs'))
    .json<EmailLog[]>()
    .filter((mail) => mail.to === to)
    .map(({ subject }) => subject)

beforeEach(() => clearTables(pool, 'webinars', 'webinar_registrations', 'email_logs'))

test('approving a suspect registration gives it a seat and sends its mails exactly once', async () => {
  const { webinar, registration } = await withSuspect()
  expect(registration.suspect).toBe(true)
  expect(await subjects('robot@kunde.example')).toEqual([])
  const answers = await Promise.all([approve(registration.id), approve(registration.id)])
  for (const answer of answers) expect(answer.json()).toMatchObject({ id: registration.id, suspect: false, version: 2 })
  expect(await registrations(webinar.id)).toMatchObject([{ suspect: false }])
  expect(await subjects('robot@kunde.example')).toEqual(['Confirmation of your webinar registration'])
  expect(await subjects('varsel@eksempel.example')).toHaveLength(1)
})

test('an approved registration waits when the seats are taken', async () => {
  const { webinar, registration } = await withSuspect()
  await kontor.call('POST', `/api/webinars/${webinar.id}/registrations`, { name: 'Kari', email: 'kari@kunde.example' })
  expect((await approve(registration.id)).json()).toMatchObject({ suspect: false, state: 'waiting' })
  expect(await subjects('robot@kunde.example')).toHaveLength(1)
})

test('approving after the webinar has begun sends no mail', async () => {
  const { webinar, registration } = await withSuspect()
  await pool.query('UPDATE webinars SET date = $1', ['2026-03-24T08:00:00.000Z'])
  expect((await approve(registration.id)).json()).toMatchObject({ suspect: false, webinarId: webinar.id })
  expect(await subjects('robot@kunde.example')).toEqual([])
})

test('approving is for the administrator only, and needs a registration and a valid id', async () => {
  expect((await approve(unknownId, sales)).statusCode).toBe(403)
  expect((await approve(unknownId)).statusCode).toBe(404)
  expect((await approve('1')).statusCode).toBe(400)
})

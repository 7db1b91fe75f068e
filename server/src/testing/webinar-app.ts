import type { Registration, Webinar } from '@kontor/contract/webinars/webinars.schema'
import ICAL from 'ical.js'
import { beforeEach, expect } from 'vitest'
import type { Config } from '../platform/config/config.ts'
import { fillSecret, type SecretToMake } from '../platform/mail/mail-hooks.ts'
import type { MailAttachment } from '../platform/mail/mailer.ts'
import { startTestApp, type TestApp } from './app.ts'
import { clearTables } from './database.ts'
import { readToken } from './link-tokens.ts'

/** A mail in the log. */
interface LoggedMail {
  readonly to: string
  readonly from: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly delivery: string
  readonly relatedId: string
  readonly attachments: readonly MailAttachment[]
  readonly secret: SecretToMake | null
}

/** Returns the entry of a calendar file, parsed by a third-party library. */
export const readCalendar = (file: string) => {
  const calendar = new ICAL.Component(ICAL.parse(file))
  const component = calendar.getFirstSubcomponent('vevent') ?? undefined
  const { uid, sequence, startDate, duration, summary, location, description, attendees } = new ICAL.Event(component)
  return {
    method: calendar.getFirstPropertyValue('method'),
    status: component?.getFirstPropertyValue('status'),
    attendees: attendees.map((attendee) => attendee.getFirstValue()),
    start: new Date(startDate.toUnixTime() * 1000).toISOString(),
    minutes: duration.toSeconds() / 60,
    uid,
    sequence,
    summary,
    location,
    description,
  }
}

/** Returns the calendar entry that a mail carries; null without one. */
export const calendarOf = (mail: LoggedMail | undefined) => {
  const [file] = mail?.attachments ?? []
  return file && 'content' in file ? readCalendar(file.content) : null
}

/** Returns the test address of a registrant. */
export const emailOf = (person: string): string => `${person.toLowerCase()}@nordmann.example`

/**
 * Starts an app with helpers for webinars and registrations. Mails stay queued. Each test begins without webinars and mails, at
 * 2026-03-24T09:00Z.
 */
export const startWebinarApp = async (overrides: Partial<Config> = {}) => {
  const kontor = await startTestApp({
    worker: 'off',
    publicFormLimit: 10_000,
    notifyEmail: 'varsel@eksempel.example',
    publicUrl: 'https://www.eksempel.example',
    ...overrides,
  })
  const { pool } = kontor.database
  const start = kontor.clock.now().toISOString()
  const firstSession = kontor.asAdmin()
  let session: typeof firstSession | undefined = firstSession
  const admin: TestApp['call'] = async (...call) => {
    session ??= kontor.asAdmin()
    return (await session)(...call)
  }

  beforeEach(async () => {
    const mails = ['email_logs', 'email_templates', 'email_settings']
    await clearTables(pool, 'webinars', 'webinar_registrations', 'form_posts', ...mails)
    kontor.clock.set(start)
    session = firstSession
  })

  const put = async (path: string, body: object): Promise<Webinar> => {
    const answer = await admin('PUT', path, body)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json()
  }
  const tryToRegister = (id: string, person: string, body: object = {}) =>
    kontor.call('POST', `/api/webinars/${id}/registrations`, { name: person, email: emailOf(person), ...body })
  const register = async (id: string, person: string, body: object = {}): Promise<void> => {
    const answer = await tryToRegister(id, person, body)
    expect(answer.statusCode, answer.body).toBe(200)
  }
  const registrationsOf = async (id: string): Promise<Registration[]> =>
    (await admin('GET', `/api/webinars/${id}/registrations`)).json()

  return {
    kontor,
    pool,
    admin,
    /** Moves the clock. The next call of `admin` logs in again, since a session expires after some hours. */
    moveTo: (instant: string): void => {
      kontor.clock.set(instant)
      session = undefined
    },
    create: async (changes: object = {}): Promise<Webinar> => {
      const body = { name: 'Åpenhetsloven', date: '2026-03-31T08:00:00.000Z', ...changes }
      const answer = await admin('POST', '/api/webinars', body)
      expect(answer.statusCode, answer.body).toBe(200)
      return answer.json()
    },
    change: (id: string, changes: object) => put(`/api/webinars/${id}`, changes),
    /** Changes a webinar and mails the change to those concerned. */
    changeAndNotify: (id: string, changes: object) => put(`/api/webinars/${id}?notify=true`, changes),
    find: async (id: string) => (await admin('GET', '/api/webinars')).json<Webinar[]>().find((one) => one.id === id),
    tryToRegister,
    register,
    /** Registers a visitor, on the waiting list if necessary. */
    wait: (id: string, person: string, body: object = {}) => register(id, person, { waitingList: true, ...body }),
    registrationsOf,
    /** Returns the registrants' states by name. */
    statesOf: async (id: string) =>
      Object.fromEntries((await registrationsOf(id)).map(({ name, state = 'registered' }) => [name, state])),
    idOf: async (person: string): Promise<string> =>
      (await pool.query('SELECT id FROM webinar_registrations WHERE name = $1', [person])).rows[0].id,
    tokenOf: async (person: string): Promise<string> =>
      readToken(kontor, `SELECT token, token_hash FROM webinar_registrations WHERE name = '${person}'`),
    cancel: (token: string) => kontor.call('POST', `/api/webinar-registration/${token}/cancel`),
    /** Returns the mails to an address or a registrant, oldest first. */
    mailsTo: async (recipient: string): Promise<LoggedMail[]> => {
      const { rows } = await pool.query<LoggedMail>(
        `SELECT to_address AS "to", from_address AS "from", subject, text_content AS text, html_content AS html, delivery,
           related_id AS "relatedId", attachments, secret FROM email_logs WHERE lower(to_address) = $1 ORDER BY created_at`,
        [recipient.includes('@') ? recipient : emailOf(recipient)],
      )
      return rows.map((mail) => {
        const filled = fillSecret(kontor.deps.mailHooks, { ...mail, htmlContent: mail.html, textContent: mail.text })
        return { ...mail, html: filled.htmlContent, text: filled.textContent }
      })
    },
    /** Returns the recipients of mails with a subject that matches, sorted. */
    recipientsOf: async (subject: string): Promise<string[]> => {
      const { rows } = await pool.query<{ to: string }>(
        'SELECT to_address AS "to" FROM email_logs WHERE subject ~ $1 ORDER BY to_address',
        [subject],
      )
      return rows.map(({ to }) => to)
    },
    /** Runs `work` while no mail can be queued. */
    withoutQueue: async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
      await pool.query('ALTER TABLE pgboss.job_common RENAME TO job_gone')
      return work().finally(() => pool.query('ALTER TABLE pgboss.job_gone RENAME TO job_common'))
    },
  }
}

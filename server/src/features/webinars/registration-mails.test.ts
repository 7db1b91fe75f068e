import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { EmailLog } from '@kontor/contract/emails/emails.schema'
import { afterAll, describe, expect, test } from 'vitest'
import { outboxFolder } from '../../platform/mail/file-mailer.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { attachedFile } from '../../testing/attached-file.ts'
import { waitForJobs } from '../../testing/jobs.ts'
import { startMailServer } from '../../testing/mail-server.ts'
import { webinars } from './webinars.table.ts'

const visitor = {
  name: 'Åse Bjørnstad',
  email: 'aase@nordmann.example',
  company: 'Fisk & Sønner <AS>',
  phone: '+47 12 34 56 78',
}

const addWebinar = async ({ database }: TestApp, name: string, date = '2026-03-31T08:00:00.000Z') => {
  const [added] = await database.db.insert(webinars).values({ name, date, sequence: 2 }).returning()
  if (!added) throw new Error('No webinar was added')
  return added
}

const register = async ({ call }: TestApp, id: string, body: object = {}): Promise<void> => {
  const answer = await call('POST', `/api/webinars/${id}/registrations`, { ...visitor, ...body })
  expect(answer.statusCode).toBe(200)
}

/** The unfolded lines of a calendar file. */
const linesOf = (file: string): string[] => file.replaceAll('\r\n ', '').split('\r\n')

describe('with a mail server', async () => {
  const server = await startMailServer()
  const kontor = await startTestApp({
    smtpUrl: server.url,
    notifyEmail: 'varsel@eksempel.example',
    publicUrl: 'https://www.eksempel.example',
  })
  afterAll(() => server.stop())

  const registerAndReceive = async (id: string, body: object = {}) => {
    const before = server.received.length
    await register(kontor, id, body)
    const arrived = (await server.waitFor(before + 2)).slice(before)
    const confirmation = arrived.find(({ to }) => to.includes(visitor.email))
    const notice = arrived.find(({ to }) => to.includes('varsel@eksempel.example'))
    if (!confirmation || !notice) throw new Error('Not both mails arrived')
    return { confirmation, notice }
  }

  test('sends the visitor a confirmation with a calendar file, and the company a notice with Reply-To', async () => {
    const webinar = await addWebinar(kontor, 'Åpenhetsloven, steg for steg; med Bjørn & Åse')
    const { confirmation, notice } = await registerAndReceive(webinar.id)
    expect(confirmation.mail).toMatchObject({
      subject: 'Bekreftelse på webinar-påmelding',
      from: { name: 'Eksempel AS', address: 'post@eksempel.example' },
      attachments: [
        { filename: 'webinar.ics', mimeType: 'text/calendar', method: 'PUBLISH', disposition: 'attachment' },
      ],
    })
    expect(confirmation.raw.toString()).toMatch(/^Content-Type: text\/calendar; method=PUBLISH; charset=utf-8/m)
    expect(confirmation.raw.toString()).toMatch(/^Auto-Submitted: auto-replied\r$/m)
    expect(confirmation.mail.replyTo).toBeUndefined()
    expect(confirmation.mail.text).toContain('Hei Åse Bjørnstad.')
    expect(confirmation.mail.text).toContain('tirsdag 31. mars 2026 kl. 10:00 (norsk tid)')
    expect(confirmation.mail.html).toContain('Åpenhetsloven, steg for steg; med Bjørn &amp; Åse')
    const file = attachedFile(confirmation.raw)
    for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(linesOf(file)).toEqual(
      expect.arrayContaining([
        'METHOD:PUBLISH',
        `UID:${webinar.id}`,
        'SEQUENCE:2',
        'DTSTAMP:20260324T090000Z',
        'DTSTART;TZID=Europe/Oslo:20260331T100000',
        'DTEND;TZID=Europe/Oslo:20260331T110000',
        String.raw`SUMMARY:Åpenhetsloven\, steg for steg\; med Bjørn & Åse`,
        String.raw`DESCRIPTION:Webinar med Eksempel AS.\ntirsdag 31. mars 2026 kl. 10:00 (norsk tid)`,
        'URL:https://www.eksempel.example',
        'ORGANIZER;CN="Eksempel AS":mailto:post@eksempel.example',
      ]),
    )
    expect(notice.mail).toMatchObject({ replyTo: [{ address: visitor.email }], attachments: [] })
    expect(notice.mail.text).toContain('Fisk & Sønner <AS>')
    expect(notice.mail.text).toContain('+47 12 34 56 78')
    expect(notice.mail.html).toContain('https://www.eksempel.example/admin')
    expect(notice.raw.toString()).toMatch(/^Auto-Submitted: auto-generated\r$/m)
  })

  test('sends the same calendar entry for a second registration', async () => {
    const webinar = await addWebinar(kontor, 'To ganger')
    await registerAndReceive(webinar.id)
    const before = server.received.length
    await register(kontor, webinar.id, { language: 'en' })
    const again = (await server.waitFor(before + 1)).at(-1)
    if (!again) throw new Error('No mail arrived')
    expect(again.to).toEqual([visitor.email])
    expect(again.mail.text).toContain('You were registered for this webinar already')
    expect(linesOf(attachedFile(again.raw))).toEqual(expect.arrayContaining([`UID:${webinar.id}`, 'SEQUENCE:2']))
    await waitForJobs(kontor.database.pool)
    expect(server.received).toHaveLength(before + 1)
  })

  test('adds no header, recipient or markup from visitors’ input', async () => {
    const webinar = await addWebinar(kontor, 'Trygt <b>skjema</b>')
    const injection = '\r\nBcc: offer@spam.example\r\nX-Ny: 1\r\n\r\n<script>alert(1)</script>{email}'
    const hostileBody = { name: `Åse${injection}`, company: `AS${injection}`, phone: `12\r\nX-Ny: 1<b>{name}` }
    const { confirmation, notice } = await registerAndReceive(webinar.id, hostileBody)
    for (const { mail, to } of [confirmation, notice]) {
      expect(to).toHaveLength(1)
      expect(mail.headers.map(({ key }) => key)).not.toContain('bcc')
      expect(mail.headers.map(({ key }) => key)).not.toContain('x-ny')
      expect(mail.html).not.toMatch(/<script|<b>/i)
      expect(mail.text).toContain('<script>alert(1)</script>{email}')
    }
    expect(notice.mail.subject).toMatch(
      /^Ny påmelding fra Åse Bcc: offer@spam.example X-Ny: 1 .*: Trygt <b>skjema<\/b>$/,
    )
  })
})

test('includes the calendar file in the stored mail when there is no mail server', async () => {
  const kontor = await startTestApp()
  const admin = await kontor.asAdmin()
  const webinar = await addWebinar(kontor, 'Lagret')
  await register(kontor, webinar.id)
  for (const end = Date.now() + 45_000; ; await sleep(20)) {
    const rows: EmailLog[] = (await admin('GET', '/api/email-logs')).json()
    const confirmation = rows.find(({ to, delivery }) => to === visitor.email && delivery === 'stored')
    if (confirmation) {
      const file = attachedFile(await readFile(join(outboxFolder(kontor.config.dataDir), `${confirmation.id}.eml`)))
      expect(linesOf(file)).toContain(`UID:${webinar.id}`)
      return
    }
    if (Date.now() > end) throw new Error(`The confirmation was not stored: ${JSON.stringify(rows)}`)
  }
})

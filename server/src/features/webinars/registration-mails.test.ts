import { expect, test } from 'vitest'
import { attachedFile } from '../../testing/attached-file.ts'
import { onCleanup } from '../../testing/cleanup.ts'
import { startMailServer } from '../../testing/mail-server.ts'
import { readCalendar, startWebinarApp } from '../../testing/webinar-app.ts'

const server = await startMailServer()
onCleanup(server.stop)
const { admin, create, register } = await startWebinarApp({ smtpUrl: server.url, worker: 'on' })
const visitor = {
  name: 'Åse Bjørnstad',
  email: 'aase@nordmann.example',
  company: 'Fisk & Sønner <AS>',
  phone: '+47 12 34 56 78',
}

/** Registers, and waits for both mails. */
const registerAndReceive = async (id: string, body: object = {}) => {
  const before = server.received.length
  await register(id, 'Åse', { ...visitor, ...body })
  const arrived = (await server.waitFor(before + 2)).slice(before)
  const confirmation = arrived.find(({ to }) => to.includes(visitor.email))
  const notice = arrived.find(({ to }) => to.includes('varsel@eksempel.example'))
  if (!confirmation || !notice) throw new Error('Not both mails arrived')
  return { confirmation, notice }
}

test('sends the visitor a confirmation with a calendar file, and the company a notice with Reply-To', async () => {
  const webinar = await create({ name: 'Åpenhetsloven, steg for steg; med Bjørn & Åse' })
  const { confirmation, notice } = await registerAndReceive(webinar.id)
  expect(confirmation.mail).toMatchObject({
    subject: 'Bekreftelse på webinar-påmelding',
    from: { name: 'Eksempel AS', address: 'post@eksempel.example' },
    attachments: [{ filename: 'webinar.ics', mimeType: 'text/calendar', method: 'PUBLISH', disposition: 'attachment' }],
  })
  expect(confirmation.raw.toString()).toMatch(/^Content-Type: text\/calendar; method=PUBLISH; charset=utf-8/m)
  expect(confirmation.raw.toString()).toMatch(/^Auto-Submitted: auto-replied\r$/m)
  expect(confirmation.mail.replyTo).toBeUndefined()
  expect(confirmation.mail.text).toContain('Hei Åse Bjørnstad.')
  expect(confirmation.mail.text).toContain('tirsdag 31. mars 2026 kl. 10:00 (norsk tid)')
  expect(confirmation.mail.html).toContain('Åpenhetsloven, steg for steg; med Bjørn &amp; Åse')
  const file = attachedFile(confirmation.raw)
  for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  expect(file.replaceAll('\r\n ', '').split('\r\n')).toEqual(
    expect.arrayContaining([
      'METHOD:PUBLISH',
      `UID:${webinar.id}`,
      'SEQUENCE:0',
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

test('sends a cancellation that removes the calendar entry', async () => {
  const webinar = await create({ name: 'Internkontroll & HMS' })
  await registerAndReceive(webinar.id)
  const before = server.received.length
  expect((await admin('DELETE', `/api/webinars/${webinar.id}?notify=true`)).statusCode).toBe(204)
  const [cancellation] = (await server.waitFor(before + 1)).slice(before)
  if (!cancellation) throw new Error('The mail did not arrive')
  expect(cancellation.mail).toMatchObject({
    subject: 'Avlyst: Internkontroll & HMS',
    from: { address: 'post@eksempel.example' },
    attachments: [{ filename: 'webinar.ics', mimeType: 'text/calendar', method: 'CANCEL' }],
  })
  expect(readCalendar(attachedFile(cancellation.raw))).toMatchObject({ method: 'CANCEL', uid: webinar.id })
})

test('adds no header, recipient or markup from visitors’ input', async () => {
  const webinar = await create({ name: 'Trygt <b>skjema</b>' })
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
  expect(notice.mail.subject).toMatch(/^Ny påmelding fra Åse Bcc: offer@spam.example X-Ny: 1 .*: Trygt <b>skjema<\/b>$/)
})

import type { EmailTemplate } from '@kontor/contract/emails/emails.schema'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp } from '../../testing/app.ts'
import { attachedFile } from '../../testing/attached-file.ts'
import { clearTables } from '../../testing/database.ts'
import { startMailServer } from '../../testing/mail-server.ts'
import { webinars } from '../webinars/webinars.table.ts'

const server = await startMailServer()
const kontor = await startTestApp({
  smtpUrl: server.url,
  notifyEmail: 'varsel@eksempel.example',
  publicFormLimit: 1_000,
})
const admin = await kontor.asAdmin()
afterAll(() => server.stop())

/** Active by default. */
const template = { type: 'contact', subject: 'Takk, {name}', content: '<p>Hei {name}!</p>' }
const visitor = { name: 'Åse <Bjørnstad>', email: 'aase@nordmann.example' }

const list = async (): Promise<EmailTemplate[]> => (await admin('GET', '/api/email-templates')).json()
const create = async (changes: object = {}): Promise<EmailTemplate> => {
  const answer = await admin('POST', '/api/email-templates', { ...template, ...changes })
  expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)])
  return answer.json()
}
const change = (id: string, body: object) => admin('PUT', `/api/email-templates/${id}`, body)
const activeSubjects = async () => (await list()).filter(({ isActive }) => isActive).map(({ subject }) => subject)

beforeEach(async () => {
  await clearTables(kontor.database.pool, 'email_templates', 'email_settings', 'email_logs')
})

describe('templates', () => {
  test('are added, listed with the active one first, changed and deleted', async () => {
    const first = await create()
    expect(first).toEqual({
      ...template,
      isActive: true,
      language: 'no',
      id: expect.any(String),
      version: 1,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
    })
    const second = await create({ subject: 'Ny', isActive: false })
    await create({ type: 'webinar', subject: 'Webinar' })
    expect((await list()).map(({ subject }) => subject)).toEqual(['Takk, {name}', 'Ny', 'Webinar'])
    const changed = await change(second.id, { content: 'Hei igjen' })
    expect(changed.json()).toMatchObject({ subject: 'Ny', content: 'Hei igjen', isActive: false, version: 2 })
    expect((await admin('DELETE', `/api/email-templates/${first.id}`)).statusCode).toBe(204)
    expect((await list()).map(({ subject }) => subject)).toEqual(['Ny', 'Webinar'])
  })

  test('activating one deactivates only the others of its type and language', async () => {
    const first = await create({ subject: 'Første' })
    await create({ subject: 'Webinar', type: 'webinar' })
    const second = await create({ subject: 'Andre' })
    expect(await activeSubjects()).toEqual(['Andre', 'Webinar'])
    await change(first.id, { isActive: true })
    expect(await activeSubjects()).toEqual(['Første', 'Webinar'])
    await change(second.id, { type: 'webinar', isActive: true })
    expect(await activeSubjects()).toEqual(['Første', 'Andre'])
    const english = await create({ subject: 'Engelsk', language: 'en' })
    expect(await activeSubjects()).toEqual(expect.arrayContaining(['Første', 'Andre', 'Engelsk']))
    await change(english.id, { language: 'no' })
    expect((await activeSubjects()).toSorted()).toEqual(['Andre', 'Engelsk'])
  })

  test('concurrent activations leave one active', async () => {
    const created = await Promise.all(Array.from({ length: 6 }, (_, n) => create({ subject: `Ny ${n}` })))
    expect(await activeSubjects()).toHaveLength(1)
    const answers = await Promise.all(created.map(({ id }) => change(id, { isActive: true })))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect(await activeSubjects()).toHaveLength(1)
  })

  test('a rejected activation leaves the other one active', async () => {
    await create({ subject: 'Første' })
    const second = await create({ subject: 'Andre', isActive: false })
    const answer = await change(second.id, { isActive: true, content: '{feil}' })
    expect(answer.statusCode).toBe(400)
    expect(await activeSubjects()).toEqual(['Første'])
  })

  test('a template that was replaced since it was read is not activated again', async () => {
    const { id, version } = await create()
    await create({ subject: 'I bruk nå' })
    expect((await change(id, { isActive: true, version })).statusCode).toBe(409)
    expect(await activeSubjects()).toEqual(['I bruk nå'])
  })

  test('are rejected with a Norwegian message for each invalid field', async () => {
    const empty = await admin('POST', '/api/email-templates', {
      type: 'agreement',
      language: 'sv',
      subject: ' ',
      content: '',
    })
    expect(empty.statusCode).toBe(400)
    expect(empty.json().fields).toEqual({
      type: 'Må være en av: contact, webinar',
      language: 'Språk må være no eller en',
      subject: 'Emne er påkrevd',
      content: 'Innhold er påkrevd',
    })
    const tags = await admin('POST', '/api/email-templates', {
      ...template,
      subject: '{navn}',
      content: '{webinar}',
    })
    expect(tags.json().fields).toEqual({
      subject: expect.stringContaining('Ukjent tagg: {navn}. Disse kan brukes: {name}'),
      content: expect.stringContaining('Ukjent tagg: {webinar}'),
    })
  })
})

describe('a preview', () => {
  const preview = (body: object) => admin('POST', '/api/email-templates/preview', body)

  test('shows the mail with sample data in a sandboxed document, keeps invalid tags and drops scripts', async () => {
    const answer = await preview({
      type: 'webinar',
      subject: 'x',
      content: '<p>{name}: {webinarName}, {company|dere} {feil} {</p><script>alert(1)</script>',
    })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'self'",
    )
    expect(answer.headers['x-frame-options']).toBe('SAMEORIGIN')
    expect(answer.body).toContain('>Kari Nordmann: Åpenhetsloven i praksis, Nordmann &amp; Sønner AS {feil} {</p>')
    expect(answer.body).not.toContain('script')
    expect(await list()).toEqual([])
  })

  test('accepts a form, even one whose encoding triples its length; no other endpoint does', async () => {
    const login = await kontor.call('POST', '/api/admin/login', { password: kontor.config.adminPassword })
    const cookies = Object.fromEntries(login.cookies.map(({ name, value }) => [name, value]))
    const content = 'æ'.repeat(39_000)
    const post = (url: string, headers: Record<string, string> = {}) =>
      kontor.app.inject({
        method: 'POST',
        url,
        cookies,
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        payload: new URLSearchParams({ type: 'contact', subject: 'Hei', content }).toString(),
      })
    const answer = await post('/api/email-templates/preview', { origin: 'null' })
    expect([answer.statusCode, answer.body.includes(content)]).toEqual([200, true])
    expect((await post('/api/email-templates')).statusCode).toBe(415)
  })
})

describe('an enquiry', () => {
  const enquire = async (body: object = {}) => {
    const before = server.received.length
    const enquiry = { ...visitor, subject: 'consulting', message: 'Én <b>linje</b>\nto', ...body }
    expect((await kontor.call('POST', '/api/contacts', enquiry)).statusCode).toBe(200)
    const arrived = (await server.waitFor(before + 2)).slice(before)
    const confirmation = arrived.find(({ to }) => to.includes(visitor.email))
    if (!confirmation) throw new Error('No confirmation arrived')
    return confirmation.mail
  }

  test('is confirmed with the active template: escaped values, fallbacks for missing ones, buttons', async () => {
    await admin('PUT', '/api/email-settings', { contactSubject: 'Fra innstillingene' })
    await create({
      subject: 'Takk, {name} i {company|bedriften din}',
      content: `<p>Hei {name}. Du spurte om {subject}:</p><blockquote>{message}</blockquote><p>Bedrift: {company}</p>
        <p>[{phone}{webinarDate}] {webinarName|et webinar}</p>
        <p><a class="button" href="https://x.example/?a=1&amp;b=2">Les om {subject}</a></p>`,
    })
    const mail = await enquire()
    expect(mail.subject).toBe('Takk, Åse <Bjørnstad> i bedriften din')
    expect(mail.html).toContain('Hei Åse &lt;Bjørnstad&gt;. Du spurte om Rådgivningstjenester:')
    expect(mail.html).toContain('Én &lt;b&gt;linje&lt;/b&gt;<br>to')
    expect(mail.html).toContain('Bedrift: ikke oppgitt')
    expect(mail.html).not.toMatch(/[{}]company/)
    expect(mail.html).toContain('>[] et webinar</p>')
    expect(mail.html).toMatch(
      /<td class="button"[^>]*><a href="https:\/\/x\.example\/\?a=1&amp;b=2"[^>]*>Les om Rådgivningstjenester<\/a>/,
    )
    expect(mail.text).toContain('Les om Rådgivningstjenester:\nhttps://x.example/?a=1&b=2\n')
    expect(mail.text).toContain('> Én <b>linje</b>\n> to')
    expect((await enquire({ company: 'Fisk & Sønner' })).html).toContain('Bedrift: Fisk &amp; Sønner')
  })

  test("gets a plain-text template with its lines, or else the built-in text and the settings' subject", async () => {
    await admin('PUT', '/api/email-settings', { contactSubject: 'Takk, {name} ({company|privat})' })
    const { id } = await create({ content: 'Malen til {name},\ntakk.\n\nVi svarer i dag.' })
    expect((await enquire({ name: 'Åse' })).text).toContain('Malen til Åse,\ntakk.\n\nVi svarer i dag.')
    await change(id, { isActive: false })
    const mail = await enquire({ name: 'Åse' })
    expect(mail.subject).toBe('Takk, Åse (privat)')
    expect(mail.text).toContain('Vi har fått henvendelsen din')
  })

  test('in English gets the English template, or the built-in text without one', async () => {
    await create({ content: '<p>Malen</p>' })
    const builtIn = await enquire({ language: 'en' })
    expect([builtIn.subject, builtIn.html?.includes('Malen')]).toEqual(['Thank you for your enquiry', false])

    const { id } = await create({ language: 'en', subject: 'Thanks, {name}', content: '<p>{subject}, {company}</p>' })
    const english = await enquire({ language: 'en', name: 'Ann' })
    expect(english.subject).toBe('Thanks, Ann')
    expect(english.html).toContain('>Consulting services, not provided</p>')
    expect(english.html).toContain('<html lang="en">')
    expect(english.text).toContain('You’re receiving this email because')
    expect((await enquire()).html).toContain('Malen')

    await change(id, { isActive: false })
    expect((await enquire({ language: 'en' })).subject).toBe('Thank you for your enquiry')
  })
})

describe('a registration', () => {
  const register = async (id: string, body: object, mails: number) => {
    const before = server.received.length
    const registration = { ...visitor, ...body }
    const answer = await kontor.call('POST', `/api/webinars/${id}/registrations`, registration)
    expect(answer.statusCode).toBe(200)
    const arrived = (await server.waitFor(before + mails)).slice(before)
    const confirmation = arrived.find(({ to }) => to.includes(registration.email))
    if (!confirmation) throw new Error('No confirmation arrived')
    return confirmation
  }

  test('is confirmed with the active template and the calendar file', async () => {
    await create({
      type: 'webinar',
      subject: 'Velkommen til {webinarName}',
      content: '<p>{name}, {company|uten bedrift}, {phone}: {webinarName} er {webinarDate}</p>',
    })
    const [webinar] = await kontor.database.db
      .insert(webinars)
      .values({ name: 'Trygt & <enkelt>', date: '2026-03-31T08:00:00.000Z' })
      .returning()
    const id = webinar?.id ?? ''
    const { mail, raw } = await register(id, { company: 'Kunde AS' }, 2)
    expect(mail.subject).toBe('Velkommen til Trygt & <enkelt>')
    expect(mail.html).toContain(
      '>Åse &lt;Bjørnstad&gt;, Kunde AS, ikke oppgitt: Trygt &amp; &lt;enkelt&gt; er tirsdag 31. mars 2026 kl. 10:00 (norsk tid)</p>',
    )
    expect(attachedFile(raw)).toContain('BEGIN:VCALENDAR')

    await create({ type: 'webinar', language: 'en', subject: 'Welcome', content: '<p>{webinarDate}, {phone}</p>' })
    const english = await register(id, { email: 'ann@kunde.example', language: 'en' }, 2)
    expect(english.mail.subject).toBe('Welcome')
    expect(english.mail.html).toContain('>Tuesday, 31 March 2026 at 10:00 (Norwegian time), not provided</p>')
    expect(english.mail.text).toContain('Cancel your registration here')

    const again = await register(id, { name: 'En annen', company: 'En annens AS' }, 1)
    expect(again.mail.text).toContain('Du var allerede påmeldt')
    expect(again.mail.text).toContain('Åse <Bjørnstad>, Kunde AS')
    expect(attachedFile(again.raw)).toContain('BEGIN:VCALENDAR')
  })
})

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { EmailLog, EmailSettings } from '@kontor/contract/emails/emails.schema'
import PostalMime from 'postal-mime'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { outboxFolder } from '../../platform/mail/file-mailer.ts'
import { startTestApp } from '../../testing/app.ts'
import { clearTables } from '../../testing/database.ts'
import { startMailServer } from '../../testing/mail-server.ts'

const server = await startMailServer()
const kontor = await startTestApp({ smtpUrl: server.url })
const admin = await kontor.asAdmin()
afterAll(() => server.stop())

const read = async (): Promise<EmailSettings> => (await admin('GET', '/api/email-settings')).json()
const save = (body: object) => admin('PUT', '/api/email-settings', body)
const sendTest = (body: object) => admin('POST', '/api/email-settings/test', body)
const log = async (): Promise<EmailLog[]> => (await admin('GET', '/api/email-logs')).json()

const newSettings = {
  contactSubject: 'Takk, {name}',
  webinarSubject: 'Du er påmeldt {webinarName}',
  fromEmail: 'hei@firma.example',
  fromName: 'Firma Ås',
}

beforeEach(async () => {
  server.behave('accept')
  await clearTables(kontor.database.pool, 'email_settings', 'email_logs')
})

describe('the settings', () => {
  test('are the defaults until they are saved; reading saves nothing', async () => {
    const defaults = {
      id: null,
      contactSubject: 'Takk for din henvendelse',
      webinarSubject: 'Bekreftelse på webinar-påmelding',
      fromEmail: 'post@eksempel.example',
      fromName: 'Eksempel AS',
      noticesTo: null,
      version: 1,
      createdAt: null,
      updatedAt: null,
    }
    expect(await read()).toEqual(defaults)
    expect(await read()).toEqual(defaults)
  })

  test('are saved; absent ones stay', async () => {
    const first = await save({ ...(await read()), ...newSettings })
    expect(first.json()).toMatchObject({
      ...newSettings,
      id: expect.any(String),
      version: 2,
      updatedAt: expect.any(String),
    })
    const second = await save({ fromName: 'Bare navnet' })
    expect(second.json()).toMatchObject({ ...newSettings, fromName: 'Bare navnet', version: 3 })
    expect(await read()).toEqual(second.json())
  })

  test('send notices to a new sender only once its code is entered, and notify the former sender', async () => {
    const [former, next] = ['gammel@firma.example', 'ny@firma.example']
    await kontor.database.pool.query(`INSERT INTO email_settings (from_email, from_name) VALUES ($1, 'Firma')`, [
      former,
    ])
    const mailsTo = (address: string) =>
      server.received.filter(({ to }) => to.includes(address)).map(({ mail }) => mail)
    const enquire = (message: string) =>
      kontor.call('POST', '/api/contacts', { name: 'Ola', email: 'ola@kunde.example', subject: 'general', message })

    expect((await save({ fromEmail: next })).json()).toMatchObject({ fromEmail: next, noticesTo: former })
    await enquire('Hei')
    await expect
      .poll(() => mailsTo(former).map(({ subject }) => subject))
      .toEqual(expect.arrayContaining(['Avsenderadressen er endret', expect.stringContaining('Ola')]))
    await expect.poll(() => mailsTo(next)).toHaveLength(1)
    const [code] = /\b\d{8}\b/.exec(mailsTo(next)[0]?.text ?? '') ?? []
    expect((await save({ code: '12345678' })).json().fields).toEqual({ code: expect.stringMatching(/^Koden er feil/) })
    expect((await save({ code })).json()).toMatchObject({ fromEmail: next, noticesTo: null })
    await enquire('Hei igjen')
    await expect.poll(() => mailsTo(next)).toHaveLength(2)
    expect(mailsTo(former)).toHaveLength(2)

    expect((await save({ fromEmail: 'feil@firma.example' })).json()).toMatchObject({ noticesTo: next })
    expect((await save({ fromEmail: next.toUpperCase() })).json()).toMatchObject({ noticesTo: null })
  })
})

describe('a test mail', () => {
  const to = 'kari@nordmann.example'
  test("is sent at once with the unsaved settings, or the saved ones, and returns the mail server's response", async () => {
    await save({ fromEmail: 'lagret@firma.example' })
    const received = () => server.received.filter((mail) => mail.to.includes(to))
    const answer = await sendTest({ to, ...newSettings })
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { id: expect.any(String), delivery: 'sent', answer: expect.stringMatching(/^250 /) },
    ])
    const [mail, ...others] = received()
    expect(others).toEqual([])
    expect(mail?.to).toEqual([to])
    expect(mail?.mail).toMatchObject({
      subject: 'Testmelding fra Firma Ås',
      from: { name: 'Firma Ås', address: 'hei@firma.example' },
    })
    expect(mail?.mail.text).toContain('Takk, {name}')
    expect((await log()).filter((mail) => mail.to === to)).toMatchObject([
      { to, type: 'test', delivery: 'sent', status: 'sent', attempts: 1, relatedId: null },
    ])
    await sendTest({ to })
    expect(received().at(-1)?.mail.from).toMatchObject({ address: 'lagret@firma.example' })
  })

  test("that is rejected, even temporarily, returns the server's response, is logged and not retried", async () => {
    server.behave({ code: 451, message: 'Kom tilbake senere' })
    const answer = await sendTest({ to, ...newSettings })
    expect([answer.statusCode, answer.json()]).toEqual([
      502,
      { error: 'Testmeldingen kunne ikke sendes: 451 Kom tilbake senere' },
    ])
    const [row] = await log()
    expect(row).toMatchObject({
      type: 'test',
      delivery: 'failed',
      errorMessage: '451 Kom tilbake senere',
      sentAt: null,
    })
    const { tries } = (await admin('GET', `/api/email-logs/${row?.id}`)).json()
    expect(tries).toEqual([{ at: expect.any(String), outcome: 'failed', answer: '451 Kom tilbake senere' }])
  })

  test('requires a valid recipient and valid settings', async () => {
    const answer = await sendTest({ ...newSettings, to: 'kari', fromEmail: 'x' })
    expect(answer.json().fields).toEqual({ to: 'Ugyldig e-postadresse', fromEmail: 'Ugyldig e-postadresse' })
    expect(await log()).toEqual([])
  })

  test('without a mail server is stored as a file and not reported as sent', async () => {
    const plain = await startTestApp({ worker: 'off' })
    const answer = await (await plain.asAdmin())('POST', '/api/email-settings/test', { to, ...newSettings })
    expect(answer.json()).toEqual({ id: expect.any(String), delivery: 'stored', answer: null })
    const file = await readFile(join(outboxFolder(plain.config.dataDir), `${answer.json().id}.eml`))
    expect(await PostalMime.parse(file)).toMatchObject({ subject: 'Testmelding fra Firma Ås' })
  })
})

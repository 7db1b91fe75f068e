import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { attachedFile } from '../../testing/attached-file.ts'
import { startMailServer } from '../../testing/mail-server.ts'
import { fileMailer, outboxFolder } from './file-mailer.ts'
import { MailRefused, type OutgoingMail } from './mailer.ts'
import { smtpMailer } from './smtp-mailer.ts'

const mail: OutgoingMail = {
  messageId: 'abc-123@eksempel.example',
  from: { name: 'Bjørn & Åse AS', address: 'post@eksempel.example' },
  to: 'kari@nordmann.example',
  cc: [],
  replyTo: 'ola@nordmann.example',
  subject: 'Blåbærsyltetøy på æøå-vis 🫐',
  html: '<p>Hei på deg, Åse! 🫐</p>',
  text: 'Hei på deg, Åse! 🫐',
  attachments: [],
  thread: [],
  autoSubmitted: 'auto-replied',
}

const calendar = {
  filename: 'påmelding.ics',
  contentType: 'text/calendar; method=PUBLISH; charset=utf-8',
  content: `BEGIN:VCALENDAR\r\nSUMMARY:Blåbær 🫐 ${'x'.repeat(2_000)}\r\n.\r\nEND:VCALENDAR\r\n`,
}

const refusalOf = async (delivery: Promise<unknown>): Promise<Error> => {
  const error = await delivery.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof Error)) throw new Error('The mail was delivered')
  return error
}

describe('with a mail server', async () => {
  const server = await startMailServer()
  const mailer = smtpMailer(server.url)
  const impatientMailer = smtpMailer(server.url, { connectMs: 1_000, answerMs: 1_000, overallMs: 3_000 })
  afterAll(async () => {
    mailer.close()
    impatientMailer.close()
    await server.stop()
  })
  afterEach(() => server.behave('accept'))

  const deliver = async (outgoing: OutgoingMail) => {
    const before = server.received.length
    expect(await mailer.deliver(outgoing)).toEqual({ delivery: 'sent', answer: expect.stringMatching(/^250 /) })
    const received = (await server.waitFor(before + 1)).at(-1)
    if (!received) throw new Error('No mail arrived')
    return received
  }

  test('keeps Norwegian letters and emoji in subject, names, HTML and plain text', async () => {
    const received = await deliver(mail)
    expect(received.mail).toMatchObject({
      subject: mail.subject,
      from: mail.from,
      to: [{ address: mail.to }],
      replyTo: [{ address: mail.replyTo }],
      messageId: '<abc-123@eksempel.example>',
    })
    expect(received.mail.html).toContain(mail.html)
    expect(received.mail.text).toContain(mail.text)
    expect(Date.parse(received.mail.date ?? '')).toBeGreaterThan(Date.now() - 60_000)
    const head = received.raw.toString('latin1').split('\r\n\r\n')[0] ?? ''
    expect(head).toMatch(/^Auto-Submitted: auto-replied$/m)
    expect(head).toMatch(/^MIME-Version: 1.0$/m)
    // Every server forwards ASCII headers unchanged.
    expect(head).toMatch(/^[\x20-\x7e\r\n]*$/)
  })

  test('keeps the content, name and full media type of an attachment', async () => {
    const received = await deliver({ ...mail, attachments: [calendar] })
    expect(received.mail.html).toContain(mail.html)
    expect(received.mail.text).toContain(mail.text)
    expect(received.mail.attachments).toMatchObject([
      { filename: 'påmelding.ics', mimeType: 'text/calendar', disposition: 'attachment', method: 'PUBLISH' },
    ])
    expect(attachedFile(received.raw)).toBe(calendar.content)
    expect(received.raw.toString()).toMatch(/^Content-Type: text\/calendar; method=PUBLISH; charset=utf-8/m)
  })

  test('sends a copy to each address in Cc, which everyone sees', async () => {
    const received = await deliver({ ...mail, cc: ['daglig.leder@nordmann.example', 'styret@nordmann.example'] })
    expect(received.to).toEqual([mail.to, 'daglig.leder@nordmann.example', 'styret@nordmann.example'])
    expect(received.mail.to).toMatchObject([{ address: mail.to }])
    expect(received.mail.cc).toMatchObject([
      { address: 'daglig.leder@nordmann.example' },
      { address: 'styret@nordmann.example' },
    ])
  })

  test('counts a mail as sent when only a copy is rejected, and as rejected when its recipient is', async () => {
    const copied = { ...mail, cc: ['borte@nordmann.example'] }
    const refusal = { code: 550, message: '5.1.1 No such user', at: 'recipient' } as const
    server.behave({ ...refusal, recipient: 'borte@nordmann.example' })
    expect(await mailer.deliver(copied)).toEqual({
      delivery: 'sent',
      answer: expect.stringMatching(/^250 .+\nborte@nordmann\.example: 550 5\.1\.1 No such user/s),
    })
    server.behave({ ...refusal, recipient: mail.to })
    expect(await refusalOf(mailer.deliver(copied))).toBeInstanceOf(MailRefused)
  })

  test("a line break in an attachment's name or type adds no header", async () => {
    const nasty = 'x\r\nX-Ny: 1\r\n\r\ninnhold'
    const file = { ...calendar, filename: `${nasty}.ics`, contentType: `text/plain; name=${nasty}` }
    const { raw } = await deliver({ ...mail, attachments: [file] })
    expect(raw.toString()).not.toMatch(/^X-Ny:/m)
  })

  test('does not mark a mail that a person sends as automatic', async () => {
    const { raw } = await deliver({ ...mail, autoSubmitted: null })
    expect(raw.toString()).not.toMatch(/^(Auto-Submitted|X-Auto-Response-Suppress):/im)
  })

  test('a line break in a subject or a name adds no header and no recipient', async () => {
    const nasty = 'Hei\r\nBcc: offer@spam.example\nX-Ny: 1\r\n\r\n<b>innhold</b>\u2028'
    const received = await deliver({
      ...mail,
      subject: nasty,
      from: { ...mail.from, name: nasty },
      messageId: `a\r\nBcc: b@c.example`,
    })
    expect(received.to).toEqual([mail.to])
    expect(received.mail.headers.map(({ key }) => key)).not.toContain('bcc')
    expect(received.mail.headers.map(({ key }) => key)).not.toContain('x-ny')
    expect(received.mail.subject).toBe('Hei Bcc: offer@spam.example X-Ny: 1 <b>innhold</b>')
    expect(received.mail.html).toContain(mail.html)
  })

  test.each([
    'kari@nordmann.example\r\nBcc: offer@spam.example',
    'kari@nordmann.example, offer@spam.example',
    'Kari <kari@nordmann.example>',
    '<kari@nordmann.example> SIZE=1',
    'kari',
    '',
  ])('permanently rejects the address %j, which is not a bare address', async (address) => {
    for (const outgoing of [
      { ...mail, to: address },
      { ...mail, from: { name: '', address } },
      { ...mail, cc: ['ola@nordmann.example', address] },
      ...(address ? [{ ...mail, replyTo: address }] : []),
    ]) {
      expect(await refusalOf(mailer.deliver(outgoing))).toBeInstanceOf(MailRefused)
    }
  })

  test.each([
    [550, '5.1.1 User unknown in relay recipient table', true],
    [553, '#5.1.3 Bad address syntax', true],
    [556, '5.1.10 Recipient address has null MX', true],
    [550, 'No such user here', false],
    [550, '5.1.8 Sender domain must exist', false],
    [550, '5.1.12 Reserved', false],
    [552, '5.2.2 Mailbox full', false],
    [554, '5.7.1 Relay access denied', false],
    [550, '198.51.1.1 is on a blocklist', false],
    [451, '4.1.1 Try again later', false],
  ] as const)('keeps the response %i %s, and is permanent: %s', async (code, message, isPermanent) => {
    server.behave({ code, message, at: 'recipient' })
    const error = await refusalOf(mailer.deliver(mail))
    expect(error.message).toBe(`${code} ${message}`)
    expect(error instanceof MailRefused).toBe(isPermanent)
  })

  test('times out on a silent server without a permanent failure, and delivers the next mail', async () => {
    server.behave('hang')
    const error = await refusalOf(impatientMailer.deliver(mail))
    expect(error).not.toBeInstanceOf(MailRefused)
    expect(error.message).not.toBe('')
    server.behave('accept')
    await deliver(mail)
  })

  test('many concurrent mails share a few connections', async () => {
    const before = server.received.length
    const opened = server.connections()
    await Promise.all(Array.from({ length: 50 }, (_, n) => mailer.deliver({ ...mail, messageId: `m${n}@x.example` })))
    await server.waitFor(before + 50)
    expect(server.connections() - opened).toBeLessThanOrEqual(5)
  })

  test('delivers again after the mail server restarts', async () => {
    const first = await startMailServer()
    const reconnectingMailer = smtpMailer(first.url)
    await reconnectingMailer.deliver(mail)
    await first.stop()
    expect(await refusalOf(reconnectingMailer.deliver(mail))).not.toBeInstanceOf(MailRefused)
    const second = await startMailServer(first.port)
    expect(await reconnectingMailer.deliver(mail)).toMatchObject({ delivery: 'sent' })
    reconnectingMailer.close()
    await second.stop()
  })
})

describe('with a server that is not a mail server', () => {
  const listening: Server[] = []
  afterAll(() => {
    for (const server of listening) server.close()
  })
  const startServer = async (greeting: string): Promise<string> => {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.end(greeting)
    })
    listening.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    if (!address || typeof address === 'string') throw new Error('No port')
    return `smtp://127.0.0.1:${address.port}`
  }

  test.each([
    { greeting: '554 No mail today\r\n', expected: '554 No mail today' },
    { greeting: 'HTTP/1.1 400 Bad Request\r\n\r\n', expected: 'HTTP' },
    { greeting: '', expected: '' },
  ])('does not fail permanently on the greeting $greeting', async ({ greeting, expected }) => {
    const mailer = smtpMailer(await startServer(greeting))
    const error = await refusalOf(mailer.deliver(mail))
    expect(error).not.toBeInstanceOf(MailRefused)
    expect(error.message).toContain(expected)
    mailer.close()
  })

  test('does not fail permanently when the connection is refused', async () => {
    const mailer = smtpMailer('smtp://127.0.0.1:1')
    const error = await refusalOf(mailer.deliver(mail))
    expect(error).not.toBeInstanceOf(MailRefused)
    expect(error.message).toContain('ECONNREFUSED')
    mailer.close()
  })
})

describe('without a mail server', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'kontor-mail-'))
  const mailer = fileMailer(dataDir)
  afterAll(() => rm(dataDir, { recursive: true }))

  test('writes a mail to the outbox folder once, readable by its owner only', async () => {
    expect(await mailer.deliver(mail)).toEqual({ delivery: 'stored', answer: null })
    expect(await mailer.deliver(mail)).toEqual({ delivery: 'stored', answer: null })
    expect(await readdir(outboxFolder(dataDir))).toEqual(['abc-123.eml'])
    const path = join(outboxFolder(dataDir), 'abc-123.eml')
    expect((await stat(path)).mode & 0o077).toBe(0)
    const parsed = await PostalMime.parse(await readFile(path))
    expect(parsed).toMatchObject({ subject: mail.subject, from: mail.from, to: [{ address: mail.to }] })
    expect(parsed.html).toContain(mail.html)
  })

  test('includes attachments', async () => {
    await mailer.deliver({ ...mail, messageId: 'with-file@eksempel.example', attachments: [calendar] })
    const stored = await readFile(join(outboxFolder(dataDir), 'with-file.eml'))
    const { attachments } = await PostalMime.parse(stored)
    expect(attachments).toMatchObject([{ filename: 'påmelding.ics', mimeType: 'text/calendar', method: 'PUBLISH' }])
    expect(attachedFile(stored)).toBe(calendar.content)
  })

  test('a Message-ID cannot escape from the folder', async () => {
    await mailer.deliver({ ...mail, messageId: '../../etc/passwd@eksempel.example' })
    expect(await readdir(outboxFolder(dataDir))).toContain('.._.._etc_passwd.eml')
  })
})

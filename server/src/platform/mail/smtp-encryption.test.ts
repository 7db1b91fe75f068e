import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { smtpMailer } from './smtp-mailer.ts'

const mail = {
  messageId: 'mail-1@eksempel.example',
  from: { name: 'Eksempel', address: 'post@eksempel.example' },
  to: 'kari@kunde.example',
  cc: [],
  subject: 'Hei',
  html: '<p>Hei</p>',
  text: 'Hei',
  replyTo: null,
  attachments: [],
  thread: [],
  autoSubmitted: null,
}

/** Starts a mail server without encryption; returns its port and the passwords that it receives. */
const startPlainServer = async (): Promise<{ port: number; passwords: string[] }> => {
  const passwords: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 100,
    onAuth: ({ username, password }, _session, done) => {
      passwords.push(password ?? '')
      done(null, { user: username ?? '' })
    },
    onData: (stream, _session, done) => {
      stream.resume().once('end', () => done())
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())))
  const address = server.server.address()
  if (!address || typeof address === 'string') throw new Error('The mail server has no port')
  return { port: address.port, passwords }
}

const deliver = async (url: string, allowPlaintext = false) => {
  const mailer = smtpMailer(url, { allowPlaintext })
  onTestFinished(() => mailer.close())
  return mailer.deliver(mail)
}

/** Reaches this machine by an address that does not count as local. */
const nonLocalHost = '[::ffff:127.0.0.1]'

test('sends no password to a server that offers no encryption', async () => {
  const { port, passwords } = await startPlainServer()
  await expect(deliver(`smtp://kari:hemmelig@${nonLocalHost}:${port}`)).rejects.toThrow(/STARTTLS|TLS/)
  expect(passwords).toEqual([])
})

test('sends the password to this machine, and to others when SMTP_INSECURE allows it', async () => {
  const { port, passwords } = await startPlainServer()
  await deliver(`smtp://kari:hemmelig@127.0.0.1:${port}`)
  await deliver(`smtp://kari:hemmelig@${nonLocalHost}:${port}`, true)
  expect(passwords).toEqual(['hemmelig', 'hemmelig'])
})

test('needs no encryption without a password', async () => {
  const { port, passwords } = await startPlainServer()
  await deliver(`smtp://${nonLocalHost}:${port}`)
  expect(passwords).toEqual([])
})

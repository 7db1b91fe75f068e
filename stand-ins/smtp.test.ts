import { createConnection } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type SmtpStandIn, startSmtp } from './smtp.ts'

let smtp: SmtpStandIn

beforeEach(async () => {
  smtp = await startSmtp()
})
afterEach(() => smtp.close())

/** Sends the lines of an SMTP session one by one; returns all responses. */
const deliver = (lines: readonly string[]): Promise<string> =>
  new Promise((resolve) => {
    const socket = createConnection(Number(new URL(smtp.url).port), '127.0.0.1')
    const pending = [...lines]
    let received = ''
    socket.on('data', (chunk) => {
      received += String(chunk)
      if (!/^\d{3} .*\r\n$/m.test(String(chunk))) return
      const next = pending.shift()
      if (next === undefined) socket.end()
      else socket.write(`${next}\r\n`)
    })
    socket.on('close', () => resolve(received))
  })

const mail = [
  'EHLO test.example',
  'MAIL FROM:<post@eksempel.example>',
  'RCPT TO:<kari@kunde.example>',
  'DATA',
  'Subject: =?utf-8?Q?Gr=C3=B8nt?=\r\nReply-To: ola@kunde.example\r\n\r\nHei\r\n.',
]

test('stores mails and waits for new ones', async () => {
  const arriving = smtp.waitFor(({ mail: { subject } }) => subject === 'Grønt')
  await deliver(mail)
  expect((await arriving).to).toEqual(['kari@kunde.example'])
  expect((await arriving).mail.replyTo).toEqual([{ address: 'ola@kunde.example', name: '' }])
  await expect(smtp.waitFor(() => false, 60)).rejects.toThrow('kari@kunde.example: Grønt')
})

test('rejects, delays and drops connections on request', async () => {
  smtp.misbehave({ refuse: ([to]) => (to === 'kari@kunde.example' ? { code: 451, text: 'Prøv senere' } : undefined) })
  expect(await deliver(mail)).toContain('451 ')
  smtp.misbehave({ delayMs: 200 })
  const began = performance.now()
  expect(await deliver(mail)).toContain('250 ')
  expect(performance.now() - began).toBeGreaterThan(190)
  smtp.misbehave({ drop: true })
  await deliver(mail)
  expect(smtp.mails).toHaveLength(1)
})

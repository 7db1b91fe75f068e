import { beforeEach, expect, test } from 'vitest'
import { startTestApp } from '../../testing/app.ts'

const kontor = await startTestApp({ worker: 'off', notifyEmail: 'varsel@eksempel.example' })
const admin = await kontor.asAdmin()
const { pool } = kontor.database

const visitor = 'offer@kunde.example'

/** What mail clients turn into links: URLs with or without a scheme, including dots that browsers treat as such. */
const linked = /[\p{L}\p{N}][.\u3002\uff0e\uff61]\p{L}|:\/\//u

beforeEach(() => pool.query('DELETE FROM email_logs'))

const mailsTo = async (address: string): Promise<{ subject: string; html: string; text: string }[]> =>
  (
    await pool.query(
      `SELECT subject, html_content AS html, text_content AS text FROM email_logs WHERE to_address = $1 ORDER BY created_at`,
      [address],
    )
  ).rows

const typed =
  'Se https://lure.example/x, www.lure.example, lure。example og lure.example/?a=1. F.eks. kl. 10.30 den 24.03.2026.'
const broken =
  'Se https: //lure. example/x, www. lure. example, lure。 example og lure. example/?a=1. F. eks. kl. 10.30 den 24.03.2026.'

test('breaks URLs typed by visitors in the confirmation, but not in the notice to the company', async () => {
  const body = {
    name: 'Kari Nordmann',
    email: visitor,
    company: 'lure.example',
    subject: 'lure.example',
    message: typed,
  }
  expect((await kontor.call('POST', '/api/contacts', body)).statusCode).toBe(200)
  const [confirmation] = await mailsTo(visitor)
  expect(confirmation?.html).toContain(broken)
  expect(confirmation?.html.replaceAll(/<[^>]*>/g, ' ').replaceAll(broken, '')).not.toMatch(/lure\.example/)
  const [notice] = await mailsTo('varsel@eksempel.example')
  expect(notice?.html).toContain('https://lure.example/x')
})

test('breaks URLs in the office’s own template, too', async () => {
  const template = {
    name: 'Bekreftelse',
    type: 'contact',
    subject: 'Takk, {name}',
    content: '<p>{company}: {message}</p>',
    isActive: true,
  }
  const made = await admin('POST', '/api/email-templates', template)
  expect(made.statusCode, made.body).toBe(200)
  const body = { name: 'Kari', email: visitor, company: 'www.lure.example', subject: 'general', message: typed }
  expect((await kontor.call('POST', '/api/contacts', body)).statusCode).toBe(200)
  const [confirmation] = await mailsTo(visitor)
  expect(confirmation?.html).toContain(`www. lure. example: ${broken}`)
  expect(broken).not.toMatch(linked)
})

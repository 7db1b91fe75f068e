import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { EmailLog } from '@kontor/contract/emails/emails.schema'
import PostalMime from 'postal-mime'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { outboxFolder, storedFileName } from '../../platform/mail/file-mailer.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { clearTables } from '../../testing/database.ts'
import { waitForJobs } from '../../testing/jobs.ts'
import { startMailServer } from '../../testing/mail-server.ts'

const enquiry = {
  name: 'Åse Bjørnstad',
  email: 'aase@nordmann.example',
  subject: 'consulting',
  message: 'Blåbærsyltetøy & <b>rømme</b>?\nMvh Åse 🫐',
}

const waitForLog = async (kontor: TestApp, delivery: string, count: number): Promise<EmailLog[]> => {
  const admin = await kontor.asAdmin()
  await waitForJobs(kontor.database.pool)
  const rows: EmailLog[] = (await admin('GET', '/api/email-logs')).json()
  expect(rows.map((row) => row.delivery)).toEqual(Array(count).fill(delivery))
  return rows
}

describe('with a mail server', async () => {
  const server = await startMailServer()
  const kontor = await startTestApp({
    smtpUrl: server.url,
    notifyEmail: 'varsel@eksempel.example',
    publicFormLimit: 10_000,
  })
  const admin = await kontor.asAdmin()
  afterAll(() => server.stop())
  beforeEach(() => clearTables(kontor.database.pool, 'email_logs'))

  const sendAndReceive = async (body: object) => {
    const before = server.received.length
    expect((await kontor.call('POST', '/api/contacts', body)).statusCode).toBe(200)
    const arrived = (await server.waitFor(before + 2)).slice(before)
    const confirmation = arrived.find(({ to }) => to.includes(enquiry.email))
    const notice = arrived.find(({ to }) => to.includes('varsel@eksempel.example'))
    if (!confirmation || !notice) throw new Error('Not both mails arrived')
    return { confirmation, notice }
  }

  test('delivers both mails of an enquiry with all characters intact, and lists them without content', async () => {
    const { confirmation, notice } = await sendAndReceive(enquiry)
    expect(confirmation.mail).toMatchObject({
      subject: 'Takk for din henvendelse',
      from: { name: 'Eksempel AS', address: 'post@eksempel.example' },
    })
    expect(confirmation.mail.replyTo).toBeUndefined()
    expect(confirmation.mail.text).toContain('Den gjelder: Rådgivningstjenester.')
    expect(notice.mail.text).toContain('> Blåbærsyltetøy & <b>rømme</b>?\n> Mvh Åse 🫐')
    expect(notice.mail.html).toContain('Blåbærsyltetøy &amp; &lt;b&gt;rømme&lt;/b&gt;?<br>Mvh Åse 🫐')
    expect(notice.mail).toMatchObject({
      subject: 'Ny henvendelse fra Åse Bjørnstad: Rådgivningstjenester',
      replyTo: [{ address: enquiry.email }],
    })
    expect(confirmation.raw.toString()).toMatch(/^Auto-Submitted: auto-replied\r$/m)
    expect(notice.raw.toString()).toMatch(/^Auto-Submitted: auto-generated\r$/m)

    const rows = await waitForLog(kontor, 'sent', 2)
    for (const row of rows) {
      expect(row).toMatchObject({ status: 'sent', attempts: 1, errorMessage: null, type: 'contact' })
      expect(row.sentAt).toMatch(/Z$/)
      expect(Object.keys(row).sort()).toEqual(
        'attempts cc createdAt delivery errorMessage from hasContent id relatedId resendOf sentAt status subject to type'.split(
          ' ',
        ),
      )
    }
    const [first] = rows
    const detail = (await admin('GET', `/api/email-logs/${first?.id}`)).json()
    expect(detail).toEqual({
      ...first,
      htmlContent: expect.stringContaining('Rådgivningstjenester'),
      tries: [{ at: first?.sentAt, outcome: 'sent', answer: expect.stringMatching(/^250 /) }],
    })
  })
})

describe('without a mail server', async () => {
  const kontor = await startTestApp()
  const admin = await kontor.asAdmin()
  await kontor.call('POST', '/api/contacts', enquiry)
  const rows = await waitForLog(kontor, 'stored', 2)
  const confirmation = rows.find(({ to }) => to === enquiry.email)

  test('stores mails as files, and logs them as stored, not sent; the notice goes to the sender', async () => {
    expect(rows.map(({ to }) => to).sort()).toEqual([enquiry.email, 'post@eksempel.example'])
    for (const row of rows) {
      expect(row).toMatchObject({ status: 'other', delivery: 'stored', sentAt: expect.any(String) })
      const file = await readFile(join(outboxFolder(kontor.config.dataDir), storedFileName(row.id)))
      expect(await PostalMime.parse(file)).toMatchObject({ subject: row.subject, to: [{ address: row.to }] })
    }
    expect(await readdir(outboxFolder(kontor.config.dataDir))).toHaveLength(2)
  })

  test('previews a mail as a sandboxed document that only our own pages may frame', async () => {
    const answer = await admin('GET', `/api/email-logs/${confirmation?.id}/preview`)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'self'",
    )
    expect(answer.headers['x-frame-options']).toBe('SAMEORIGIN')
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.body).toMatch(/^<!doctype html>/)
    expect(answer.body).toContain('Den gjelder: Rådgivningstjenester.')
  })

  test('has no preview of a mail whose content was deleted, but keeps its row', async () => {
    await kontor.database.pool.query(`UPDATE email_logs SET html_content = NULL WHERE id = $1`, [confirmation?.id])
    expect((await admin('GET', `/api/email-logs/${confirmation?.id}/preview`)).statusCode).toBe(404)
    expect((await admin('GET', `/api/email-logs/${confirmation?.id}`)).json()).toMatchObject({ htmlContent: null })
  })
})

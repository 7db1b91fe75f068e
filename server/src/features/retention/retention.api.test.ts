import { readdir } from 'node:fs/promises'
import type { PurgeCounts } from '@kontor/contract/retention/retention.schema'
import { addMonths, osloDay } from '@kontor/contract/shared/time'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { outboxFolder } from '../../platform/mail/file-mailer.ts'
import { startTestApp } from '../../testing/app.ts'

const kontor = await startTestApp()
const { database, clock, config } = kontor
const { pool } = database
let asAdmin = await kontor.asAdmin()

beforeEach(async () => {
  clock.set('2027-03-24T12:00:00.000Z')
  asAdmin = await kontor.asAdmin()
})

afterEach(async () => {
  await pool.query('DELETE FROM contacts')
  await pool.query('DELETE FROM email_logs')
  await pool.query(`DELETE FROM system_settings WHERE key IN ('last_purge', 'last_deletion')`)
})

const purge = async (): Promise<PurgeCounts> => (await asAdmin('POST', '/api/retention/purge')).json()
const status = async () => (await asAdmin('GET', '/api/retention')).json()

/** Adds an enquiry with its notice and confirmation, all created at the same time. */
const insertEnquiry = async (createdAt: string, { message = 'Hemmelig', delivery = 'sent' } = {}): Promise<string> => {
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO contacts (name, email, subject, message, created_at)
     VALUES ('Kari Nordmann', 'kari@kunde.example', 'general', $1, $2) RETURNING id`,
    [message, createdAt],
  )
  const id = rows[0]?.id ?? ''
  await insertMail({ relatedId: id, createdAt, delivery, subject: 'Takk for din henvendelse' })
  const replyTo = 'kari@kunde.example'
  await insertMail({ relatedId: id, createdAt, delivery, replyTo, subject: 'Ny henvendelse fra Kari Nordmann: Annet' })
  return id
}

const insertMail = async (mail: {
  createdAt: string
  type?: string
  delivery?: string
  relatedId?: string
  replyTo?: string
  subject?: string
}) => {
  const { createdAt, type = 'contact', delivery = 'sent', relatedId = null, replyTo = null, subject = 'Emne' } = mail
  await pool.query(
    `INSERT INTO email_logs (to_address, from_address, from_name, reply_to, subject, html_content, text_content,
       attachments, type, delivery, related_id, message_id, created_at)
     VALUES ('kari@kunde.example', 'post@eksempel.example', 'Eksempel AS', $1, $2, '<p>Hemmelig</p>', 'Hemmelig',
       '[]', $3, $4, $5, gen_random_uuid() || '@eksempel.example', $6)`,
    [replyTo, subject, type, delivery, relatedId, createdAt],
  )
}

const enquiries = async () => (await pool.query('SELECT FROM contacts')).rowCount
const mailsWithContent = async () =>
  (await pool.query(`SELECT FROM email_logs WHERE coalesce(html_content, text_content, attachments::text) IS NOT NULL`))
    .rowCount

describe('POST /api/retention/purge', () => {
  it('deletes enquiries and the copies of their texts on the day they become twelve months old', async () => {
    await insertEnquiry('2026-03-24T22:30:00.000Z')
    clock.set('2027-03-23T22:59:00.000Z')
    asAdmin = await kontor.asAdmin()
    expect(await purge()).toEqual({ enquiries: 0, mails: 0 })
    expect(await enquiries()).toBe(1)
    // Midnight in Oslo; the enquiry came on the evening of the 24th, Oslo time.
    clock.set('2027-03-23T23:00:00.000Z')
    expect(await purge()).toEqual({ enquiries: 1, mails: 2 })
    expect([await enquiries(), await mailsWithContent()]).toEqual([0, 0])
    const { rows } = await pool.query('SELECT * FROM email_logs')
    expect(rows).toHaveLength(2)
    expect(JSON.stringify(rows)).not.toMatch(/Hemmelig|Nordmann/)
    expect(rows.map(({ subject }) => subject).toSorted()).toEqual(['Ny henvendelse', 'Takk for din henvendelse'])
  })

  it('replaces subjects that may contain personal data from tags', async () => {
    const createdAt = '2026-03-20T12:00:00.000Z'
    const relatedId = await insertEnquiry(createdAt)
    await insertMail({ relatedId, createdAt, subject: 'Svar: Hemmelig' })
    await insertMail({ type: 'webinar', createdAt, subject: 'Velkommen, Kari Nordmann (12345678)' })
    await insertMail({ type: 'webinar', createdAt, subject: 'Bekreftelse på webinar-påmelding' })
    await insertMail({ type: 'test', createdAt, subject: 'Testmelding fra Eksempel AS' })
    await purge()
    const { rows } = await pool.query<{ subject: string }>('SELECT subject FROM email_logs')
    expect(rows.map(({ subject }) => subject).toSorted()).toEqual([
      'Bekreftelse på henvendelse',
      'Bekreftelse på webinar-påmelding',
      'E-post om webinar',
      'Ny henvendelse',
      'Takk for din henvendelse',
      'Testmelding fra Eksempel AS',
    ])
  })

  it('empties mails of deleted registrations, except pending ones', async () => {
    const createdAt = '2027-03-20T12:00:00.000Z'
    await pool.query(`INSERT INTO webinars (name, date) VALUES ('Internkontroll', '2027-05-01T10:00:00Z')`)
    const { rows } = await pool.query<{ id: string }>(
      `INSERT INTO webinar_registrations (webinar_id, name, email)
       SELECT id, 'Kari', 'kari@kunde.example' FROM webinars RETURNING id`,
    )
    const relatedId = rows[0]?.id ?? ''
    await insertMail({ type: 'webinar', createdAt, relatedId })
    await insertMail({ type: 'webinar', createdAt, relatedId, delivery: 'retrying' })
    expect(await purge()).toEqual({ enquiries: 0, mails: 0 })
    await pool.query('DELETE FROM webinars')
    expect((await status()).due).toEqual({ enquiries: 0, mails: 1 })
    expect(await purge()).toEqual({ enquiries: 0, mails: 1 })
    expect(await mailsWithContent()).toBe(1)
  })

  it.each([
    ['2028-02-29T11:00:00.000Z', '2029-02-28'],
    ['2027-02-28T11:00:00.000Z', '2028-02-28'],
    ['2026-10-25T00:30:00.000Z', '2027-10-25'],
    ['2026-12-31T23:30:00.000Z', '2028-01-01'],
  ])('uses the same calendar as the screen: deletes an enquiry of %s on %s', async (createdAt, day) => {
    expect(addMonths(osloDay(createdAt), 12)).toBe(day)
    await insertEnquiry(createdAt)
    const noon = Date.parse(`${day}T11:00:00.000Z`)
    clock.set(new Date(noon - 24 * 60 * 60_000).toISOString())
    asAdmin = await kontor.asAdmin()
    expect(await purge()).toEqual({ enquiries: 0, mails: 0 })
    clock.set(new Date(noon).toISOString())
    asAdmin = await kontor.asAdmin()
    expect(await purge()).toEqual({ enquiries: 1, mails: 2 })
  })

  it('empties mails that are a year old, except pending ones and those of agreements', async () => {
    const createdAt = '2026-03-20T12:00:00.000Z'
    for (const type of ['webinar', 'test', 'other', 'agreement']) await insertMail({ type, createdAt })
    for (const delivery of ['queued', 'retrying', 'failed', 'stored'])
      await insertMail({ type: 'webinar', createdAt, delivery })
    await insertMail({ type: 'webinar', createdAt: '2026-03-25T12:00:00.000Z' })
    expect(await purge()).toEqual({ enquiries: 0, mails: 5 })
    const { rows } = await pool.query<{ what: string }>(
      `SELECT type || ' ' || delivery AS what FROM email_logs WHERE html_content IS NOT NULL ORDER BY 1`,
    )
    expect(rows.map(({ what }) => what)).toEqual([
      'agreement sent',
      'webinar queued',
      'webinar retrying',
      'webinar sent',
    ])
  })

  it('deletes in batches what was announced, and nothing the second time', async () => {
    for (let n = 0; n < 450; n++) await insertEnquiry('2025-01-01T12:00:00.000Z')
    await insertEnquiry('2027-03-01T12:00:00.000Z')
    expect((await status()).due).toEqual({ enquiries: 450, mails: 900 })
    expect(await purge()).toEqual({ enquiries: 450, mails: 900 })
    expect([await enquiries(), await mailsWithContent()]).toEqual([1, 2])
    expect((await status()).due).toEqual({ enquiries: 0, mails: 0 })
    expect(await purge()).toEqual({ enquiries: 0, mails: 0 })
  })

  it('deletes each enquiry once under concurrent calls', async () => {
    for (let n = 0; n < 300; n++) await insertEnquiry('2025-01-01T12:00:00.000Z')
    const answers = await Promise.all([purge(), purge(), purge()])
    expect(answers.reduce((sum, { enquiries: n }) => sum + n, 0)).toBe(300)
    expect(answers.reduce((sum, { mails: n }) => sum + n, 0)).toBe(600)
    expect([await enquiries(), await mailsWithContent()]).toEqual([0, 0])
  })

  it('removes stored copies of mails, including orphaned ones', async () => {
    const visitor = { name: 'Kari', email: 'kari@kunde.example', subject: 'general', message: 'Hemmelig' }
    expect((await kontor.call('POST', '/api/contacts', visitor)).statusCode).toBe(200)
    const stored = async () => (await readdir(outboxFolder(config.dataDir))).length
    await expect.poll(stored).toBe(2)
    const waiting = `SELECT FROM email_logs WHERE delivery <> 'stored'`
    await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(0)
    // As if emptied while its file was being written.
    await pool.query('UPDATE email_logs SET html_content = NULL, text_content = NULL WHERE reply_to IS NOT NULL')
    await purge()
    expect(await stored()).toBe(1)
    await pool.query(`UPDATE contacts SET created_at = '2025-01-01'`)
    expect((await purge()).enquiries).toBe(1)
    expect(await stored()).toBe(0)
  })

  it('is for the administrator only', async () => {
    expect((await kontor.call('POST', '/api/retention/purge')).statusCode).toBe(401)
    expect((await (await kontor.asSales())('POST', '/api/retention/purge')).statusCode).toBe(403)
  })
})

describe('DELETE /api/contacts/{id}', () => {
  it('empties the enquiry’s mails at once, but pending ones only in the next purge', async () => {
    const id = await insertEnquiry('2027-03-01T12:00:00.000Z')
    await insertMail({ relatedId: id, createdAt: '2027-03-01T12:00:00.000Z', delivery: 'queued' })
    const other = await insertEnquiry('2027-03-01T12:00:00.000Z')
    expect((await asAdmin('DELETE', `/api/contacts/${id}`)).statusCode).toBe(204)
    const { rows } = await pool.query(
      'SELECT related_id, delivery FROM email_logs WHERE html_content IS NOT NULL ORDER BY delivery',
    )
    expect(rows).toEqual([
      { related_id: id, delivery: 'queued' },
      { related_id: other, delivery: 'sent' },
      { related_id: other, delivery: 'sent' },
    ])
    await pool.query(`UPDATE email_logs SET delivery = 'sent'`)
    expect(await purge()).toEqual({ enquiries: 0, mails: 1 })
  })
})

describe('GET /api/retention', () => {
  it('returns what is due and the time of the next purge, and changes nothing', async () => {
    await insertEnquiry('2026-01-01T12:00:00.000Z')
    const expected = {
      due: { enquiries: 1, mails: 2 },
      nextAt: '2027-03-25T02:17:00.000Z',
      lastRun: null,
      lastDeletion: null,
    }
    expect(await status()).toEqual(expected)
    expect(await status()).toEqual(expected)
    expect(await enquiries()).toBe(1)
  })

  it('returns the last purge, and the last that deleted something', async () => {
    await insertEnquiry('2026-01-01T12:00:00.000Z')
    await purge()
    clock.advance({ hours: 1 })
    await purge()
    const at = '2027-03-24T12:00:00.000Z'
    const later = '2027-03-24T13:00:00.000Z'
    expect(await status()).toMatchObject({
      lastRun: { startedAt: later, finishedAt: later, enquiries: 0, mails: 0 },
      lastDeletion: { startedAt: at, finishedAt: at, enquiries: 1, mails: 2 },
    })
  })

  it.each([
    ['2027-03-24T02:16:59.000Z', '2027-03-24T02:17:00.000Z'],
    ['2027-03-24T02:17:00.000Z', '2027-03-24T03:17:00.000Z'],
    // DST starts on 28 March and ends on 31 October.
    ['2027-03-27T12:00:00.000Z', '2027-03-28T01:17:00.000Z'],
    ['2027-10-30T12:00:00.000Z', '2027-10-31T02:17:00.000Z'],
  ])('after %s the next purge is at %s', async (now, next) => {
    clock.set(now)
    asAdmin = await kontor.asAdmin()
    expect((await status()).nextAt).toBe(next)
  })

  it('is for the administrator only', async () => {
    expect((await kontor.call('GET', '/api/retention')).statusCode).toBe(401)
    expect((await (await kontor.asSales())('GET', '/api/retention')).statusCode).toBe(403)
  })
})

it('the purge is a scheduled job', async () => {
  const { rows } = await pool.query(`SELECT cron, timezone FROM pgboss.schedule WHERE name = 'retention'`)
  expect(rows).toEqual([{ cron: '17 3,4,5 * * *', timezone: 'Europe/Oslo' }])
})

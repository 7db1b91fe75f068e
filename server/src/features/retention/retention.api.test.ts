import type { PurgeCounts } from '@kontor/contract/retention/retention.schema'
import { addMonths, osloDay } from '@kontor/contract/shared/time'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listStoredMails } from '../../platform/mail/file-mailer.ts'
import { startTestApp } from '../../testing/app.ts'
import { waitForJobs } from '../../testing/jobs.ts'
import { insertMail } from '../../testing/rows.ts'
import { nextPurge, purgeExpired } from './retention.service.ts'

const kontor = await startTestApp()
const { clock, config, deps } = kontor
const { pool } = kontor.database
const now = '2027-03-24T12:00:00.000Z'
clock.set(now)
const asAdmin = await kontor.asAdmin()

beforeEach(() => clock.set(now))

afterEach(async () => {
  await pool.query(`DELETE FROM contacts; DELETE FROM email_logs; DELETE FROM trash;
    DELETE FROM system_settings WHERE key IN ('last_purge', 'last_deletion')`)
})

const purge = (): Promise<PurgeCounts> => purgeExpired(deps)
const status = async () => (await asAdmin('GET', '/api/retention')).json()

/** Adds enquiries with their notice and confirmation, all created at the same time. Returns the id of the first. */
const insertEnquiries = async (createdAt: string, count = 1): Promise<string> => {
  const { rows } = await pool.query<{ id: string }>(
    `WITH enquiry AS (
       INSERT INTO contacts (name, email, subject, message, created_at)
       SELECT 'Kari Nordmann', 'kari@kunde.example', 'general', 'Hemmelig', $1 FROM generate_series(1, $2::int) RETURNING id),
     mail AS (
       INSERT INTO email_logs (to_address, from_address, from_name, reply_to, subject, html_content, text_content,
         attachments, type, delivery, related_id, message_id, created_at)
       SELECT 'kari@kunde.example', 'post@eksempel.example', 'Eksempel AS', kind.reply_to, kind.subject, '<p>Hemmelig</p>',
         'Hemmelig', '[]', 'contact', 'sent', id, gen_random_uuid() || '@eksempel.example', $1
       FROM enquiry, (VALUES (NULL, 'Takk for din henvendelse'),
         ('kari@kunde.example', 'Ny henvendelse fra Kari Nordmann: Annet')) AS kind (reply_to, subject))
     SELECT id FROM enquiry`,
    [createdAt, count],
  )
  return rows[0]?.id ?? ''
}

const countEnquiries = async () => (await pool.query('SELECT FROM contacts')).rowCount
const countMailsWithContent = async () =>
  (await pool.query(`SELECT FROM email_logs WHERE coalesce(html_content, text_content, attachments::text) IS NOT NULL`))
    .rowCount

const subjects = async () => {
  const { rows } = await pool.query<{ subject: string }>('SELECT subject FROM email_logs')
  return rows.map(({ subject }) => subject).toSorted()
}

describe('the purge', () => {
  it('deletes enquiries and the copies of their texts on the day they become twelve months old', async () => {
    await insertEnquiries('2026-03-24T22:30:00.000Z')
    clock.set('2027-03-23T22:59:00.000Z')
    expect(await purge()).toEqual({ enquiries: 0, mails: 0 })
    expect(await countEnquiries()).toBe(1)
    // Midnight in Oslo; the enquiry came on the evening of the 24th, Oslo time.
    clock.set('2027-03-23T23:00:00.000Z')
    expect(await purge()).toEqual({ enquiries: 1, mails: 2 })
    expect([await countEnquiries(), await countMailsWithContent()]).toEqual([0, 0])
    const { rows } = await pool.query('SELECT * FROM email_logs')
    expect(JSON.stringify(rows)).not.toMatch(/Hemmelig|Nordmann/)
    expect(await subjects()).toEqual(['Ny henvendelse', 'Takk for din henvendelse'])
  })

  it.each([
    ['2028-02-29T11:00:00.000Z', '2029-02-28'],
    ['2027-02-28T11:00:00.000Z', '2028-02-28'],
    ['2026-10-25T00:30:00.000Z', '2027-10-25'],
    ['2026-12-31T23:30:00.000Z', '2028-01-01'],
  ])('uses the same calendar as the screen: deletes an enquiry of %s on %s', async (createdAt, day) => {
    expect(addMonths(osloDay(createdAt), 12)).toBe(day)
    await insertEnquiries(createdAt)
    const noon = `${day}T11:00:00.000Z`
    clock.set(noon)
    clock.advance({ days: -1 })
    expect(await purge()).toEqual({ enquiries: 0, mails: 0 })
    clock.set(noon)
    expect(await purge()).toEqual({ enquiries: 1, mails: 2 })
  })

  it('replaces subjects that may contain personal data from tags', async () => {
    const createdAt = '2026-03-20T12:00:00.000Z'
    const relatedId = await insertEnquiries(createdAt)
    await insertMail(pool, { related_id: relatedId, created_at: createdAt, subject: 'Svar: Hemmelig' })
    await insertMail(pool, { type: 'webinar', created_at: createdAt, subject: 'Velkommen, Kari Nordmann (12345678)' })
    await insertMail(pool, { type: 'webinar', created_at: createdAt, subject: 'Bekreftelse på webinar-påmelding' })
    await insertMail(pool, { type: 'test', created_at: createdAt, subject: 'Testmelding fra Eksempel AS' })
    await purge()
    expect(await subjects()).toEqual([
      'Bekreftelse på henvendelse',
      'Bekreftelse på webinar-påmelding',
      'E-post om webinar',
      'Ny henvendelse',
      'Takk for din henvendelse',
      'Testmelding fra Eksempel AS',
    ])
  })

  it('removes purged records from the audit trail, and nothing else', async () => {
    const name = 'Zebulonq Quist'
    const texts = {
      name,
      company_name: name,
      contact_name: name,
      email: 'z@privat.example',
      subject: name,
      message: name,
    }
    const create = async (path: string, body: object) => (await asAdmin('POST', path, { ...texts, ...body })).json().id
    for (const message of ['Gammel', 'Slettet'])
      await kontor.call('POST', '/api/contacts', { ...texts, message, consent: true })
    await pool.query(`UPDATE contacts SET created_at = '2020-01-01' WHERE message = 'Gammel'`)
    const { rows } = await pool.query(`SELECT id FROM contacts WHERE message = 'Slettet'`)
    const customer = await create('/api/customers', {})
    await create('/api/contact-persons', { customerId: customer, firstName: name, lastName: 'Ås', note: name })
    const lead = await create('/api/leads', { notes: name })
    await create(`/api/leads/${lead}/notes`, { text: name })
    await create('/api/customers', { name: 'Nabo AS' })
    for (const path of [`contacts/${rows[0].id}`, `customers/${customer}`, `leads/${lead}`])
      await asAdmin('DELETE', `/api/${path}`)
    await waitForJobs(pool)
    const trail = async () => JSON.stringify((await pool.query('SELECT * FROM audit_events')).rows)
    await purge()
    expect(await trail()).toContain(name)
    await pool.query(`UPDATE trash SET deleted_at = '2020-01-01'`)
    await purge()
    expect(await trail()).not.toContain(name)
    expect(await trail()).toContain('Nabo AS')
  })

  it('empties mails of deleted registrations, except pending ones', async () => {
    const createdAt = '2027-03-20T12:00:00.000Z'
    const { rows } = await pool.query<{ id: string }>(
      `WITH webinar AS (INSERT INTO webinars (name, date) VALUES ('Internkontroll', '2027-05-01T10:00:00Z') RETURNING id)
       INSERT INTO webinar_registrations (webinar_id, name, email)
       SELECT id, 'Kari', 'kari@kunde.example' FROM webinar RETURNING id`,
    )
    const relatedId = rows[0]?.id ?? ''
    await insertMail(pool, { type: 'webinar', created_at: createdAt, related_id: relatedId })
    await insertMail(pool, { type: 'webinar', created_at: createdAt, related_id: relatedId, delivery: 'retrying' })
    expect(await purge()).toEqual({ enquiries: 0, mails: 0 })
    await pool.query('DELETE FROM webinars')
    expect((await status()).due).toEqual({ enquiries: 0, mails: 1 })
    expect(await purge()).toEqual({ enquiries: 0, mails: 1 })
    expect(await countMailsWithContent()).toBe(1)
  })

  it('empties mails that are a year old, except pending ones and those of agreements', async () => {
    const createdAt = '2026-03-20T12:00:00.000Z'
    for (const type of ['webinar', 'test', 'other', 'agreement'])
      await insertMail(pool, { type, created_at: createdAt })
    for (const delivery of ['queued', 'retrying', 'failed', 'stored'])
      await insertMail(pool, { type: 'webinar', created_at: createdAt, delivery })
    await insertMail(pool, { type: 'webinar', created_at: '2026-03-25T12:00:00.000Z' })
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

  it('commits in batches; the next run deletes the rows that an interrupted one has left', async () => {
    await insertEnquiries('2025-01-01T12:00:00.000Z', 449)
    await insertEnquiries('2025-02-01T12:00:00.000Z')
    await insertEnquiries('2027-03-01T12:00:00.000Z')
    await pool.query(`
      CREATE FUNCTION stop() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'stopped'; END $$;
      CREATE TRIGGER stop BEFORE DELETE ON contacts FOR EACH ROW WHEN (old.created_at > '2025-01-15') EXECUTE FUNCTION stop()`)
    expect((await status()).due).toEqual({ enquiries: 450, mails: 900 })
    await expect(purge()).rejects.toThrow()
    await pool.query('DROP FUNCTION stop CASCADE')
    expect([await countEnquiries(), await countMailsWithContent()]).toEqual([51, 102])
    expect((await status()).lastRun).toMatchObject({ finishedAt: null, enquiries: 400, mails: 800 })
    expect((await asAdmin('POST', '/api/retention/purge')).json()).toEqual({ enquiries: 50, mails: 100 })
    expect([await countEnquiries(), await countMailsWithContent()]).toEqual([1, 2])
    expect((await status()).due).toEqual({ enquiries: 0, mails: 0 })
    expect(await purge()).toEqual({ enquiries: 0, mails: 0 })
  })

  it('deletes each enquiry once under concurrent calls', async () => {
    await insertEnquiries('2025-01-01T12:00:00.000Z', 300)
    const counts = await Promise.all([purge(), purge(), purge()])
    expect(counts.reduce((sum, { enquiries }) => sum + enquiries, 0)).toBe(300)
    expect(counts.reduce((sum, { mails }) => sum + mails, 0)).toBe(600)
    expect([await countEnquiries(), await countMailsWithContent()]).toEqual([0, 0])
  })

  it('is a scheduled job', async () => {
    const { rows } = await pool.query(`SELECT cron, timezone FROM pgboss.schedule WHERE name = 'retention'`)
    expect(rows).toEqual([{ cron: '17 3,4,5 * * *', timezone: 'Europe/Oslo' }])
  })
})

describe('the stored copies of mails', () => {
  const person = { name: 'Kari', email: 'kari@kunde.example', subject: 'general', message: 'Hemmelig' }
  const stored = async () => (await listStoredMails(config.dataDir)).length

  /** Sends an enquiry, which is old, and waits until its mails are stored. Returns its id. */
  const enquire = async (): Promise<string> => {
    expect((await kontor.call('POST', '/api/contacts', person)).statusCode).toBe(200)
    await waitForJobs(pool)
    const old = `UPDATE contacts SET created_at = '2025-01-01' RETURNING id`
    return (await pool.query<{ id: string }>(old)).rows[0]?.id ?? ''
  }

  it.each([
    ['the enquiry is deleted', (id: string) => asAdmin('DELETE', `/api/contacts/${id}`)],
    ['the person is erased', () => asAdmin('POST', '/api/privacy/erase', { email: person.email })],
    ['the enquiry is purged', () => asAdmin('POST', '/api/retention/purge')],
  ])('are removed when %s, but not if that is rolled back', async (_what, remove) => {
    const id = await enquire()
    await pool.query(`
      CREATE FUNCTION refuse_commit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no commit'; END $$;
      CREATE CONSTRAINT TRIGGER refuse_commit AFTER DELETE ON contacts
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_commit()`)
    expect((await remove(id)).statusCode).toBe(500)
    expect(await stored()).toBe(2)
    await pool.query('DROP FUNCTION refuse_commit CASCADE')
    expect((await remove(id)).statusCode).toBeLessThan(300)
    expect(await stored()).toBe(0)
  })

  it('are removed by the purge when their mail is gone or empty', async () => {
    await enquire()
    await pool.query('UPDATE contacts SET created_at = now()')
    // Simulates that the mail was emptied while its file was being written.
    await pool.query('UPDATE email_logs SET html_content = NULL, text_content = NULL WHERE reply_to IS NOT NULL')
    await purge()
    expect(await stored()).toBe(1)
    await pool.query('DELETE FROM email_logs')
    await purge()
    expect(await stored()).toBe(0)
  })
})

it('deleting an enquiry empties its mails at once, but pending ones only in the next purge', async () => {
  const createdAt = '2027-03-01T12:00:00.000Z'
  const id = await insertEnquiries(createdAt)
  await insertMail(pool, { related_id: id, created_at: createdAt, delivery: 'queued' })
  const other = await insertEnquiries(createdAt)
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

describe('GET /api/retention', () => {
  it('returns the due counts, the next purge, the last one, and the last that deleted something', async () => {
    await insertEnquiries('2026-01-01T12:00:00.000Z')
    const due = { enquiries: 1, mails: 2 }
    const nextAt = '2027-03-25T02:17:00.000Z'
    expect(await status()).toEqual({ due, nextAt, lastRun: null, lastDeletion: null })
    expect(await countEnquiries()).toBe(1)
    await purge()
    clock.advance({ hours: 1 })
    await purge()
    const later = '2027-03-24T13:00:00.000Z'
    expect(await status()).toMatchObject({
      lastRun: { startedAt: later, finishedAt: later, enquiries: 0, mails: 0 },
      lastDeletion: { startedAt: now, finishedAt: now, ...due },
    })
  })

  it.each([
    ['2027-03-24T02:16:59.000Z', '2027-03-24T02:17:00.000Z'],
    ['2027-03-24T02:17:00.000Z', '2027-03-24T03:17:00.000Z'],
    // DST starts on 28 March and ends on 31 October.
    ['2027-03-27T12:00:00.000Z', '2027-03-28T01:17:00.000Z'],
    ['2027-10-30T12:00:00.000Z', '2027-10-31T02:17:00.000Z'],
  ])('after %s the next purge is at %s', (at, next) => {
    expect(nextPurge(new Date(at))).toBe(next)
  })
})

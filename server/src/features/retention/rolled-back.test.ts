import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { listStoredMails, outboxFolder, storedFileName } from '../../platform/mail/file-mailer.ts'
import { startTestApp } from '../../testing/app.ts'
import { purgeExpired } from './retention.service.ts'

const kontor = await startTestApp({ worker: 'off' })
const admin = await kontor.asAdmin()
const { pool } = kontor.database
const { dataDir } = kontor.config

/** Makes every transaction that deletes an enquiry fail on commit. */
const failCommits = () =>
  pool.query(`
    CREATE FUNCTION refuse_commit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no commit'; END $$;
    CREATE CONSTRAINT TRIGGER refuse_commit AFTER DELETE ON contacts
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_commit()`)

const allowCommits = () => pool.query('DROP FUNCTION IF EXISTS refuse_commit CASCADE')

const person = { name: 'Kari Nordmann', email: 'kari@kunde.example', subject: 'general', message: 'Hei' }

let mails: string[] = []
let contactId = ''

beforeAll(() => mkdir(outboxFolder(dataDir), { recursive: true }))

beforeEach(async () => {
  await allowCommits()
  expect((await kontor.call('POST', '/api/contacts', person)).statusCode).toBe(200)
  const { rows } = await pool.query<{ id: string; related_id: string }>(
    `UPDATE email_logs SET delivery = 'stored' WHERE html_content IS NOT NULL RETURNING id, related_id`,
  )
  mails = rows.map(({ id }) => id).sort()
  contactId = rows[0]?.related_id ?? ''
  for (const id of mails) await writeFile(join(outboxFolder(dataDir), storedFileName(id)), 'mail')
  await failCommits()
})

const storedMails = async () => (await listStoredMails(dataDir)).sort()

test('keeps the mails of an enquiry whose deletion was rolled back', async () => {
  expect((await admin('DELETE', `/api/contacts/${contactId}`)).statusCode).toBe(500)
  expect(await storedMails()).toEqual(mails)
  await allowCommits()
  expect((await admin('DELETE', `/api/contacts/${contactId}`)).statusCode).toBe(204)
  expect(await storedMails()).toEqual([])
})

test('keeps the mails of a person whose erasure was rolled back', async () => {
  const erase = () => admin('POST', '/api/privacy/erase', { email: person.email })
  expect((await erase()).statusCode).toBe(500)
  expect(await storedMails()).toEqual(mails)
  await allowCommits()
  expect((await erase()).statusCode).toBe(200)
  expect(await storedMails()).not.toEqual(mails)
})

test('keeps the mails of a purge that was rolled back, and deletes files without a mail in the next one', async () => {
  await pool.query(`UPDATE contacts SET created_at = created_at - interval '10 years'`)
  await expect(purgeExpired(kontor.deps)).rejects.toThrow()
  expect(await storedMails()).toEqual(mails)
  await allowCommits()
  await pool.query('DELETE FROM email_logs')
  await purgeExpired(kontor.deps)
  expect(await storedMails()).toEqual([])
})

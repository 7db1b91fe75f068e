import { describe, expect, it } from 'vitest'
import { startRegister } from '../../../../stand-ins/register.ts'
import { startTestApp } from '../../testing/app.ts'
import * as rows from '../../testing/rows.ts'
import { recordBackup } from '../backups/backups.queries.ts'

const register = await startRegister()
const kontor = await startTestApp({ worker: 'off', brregBaseUrl: register.url })
const { database } = kontor
const asAdmin = await kontor.asAdmin()

const status = async () => (await asAdmin('GET', '/api/system')).json()

const insertMail = (delivery: string, fields: object = {}, { database: { pool } } = kontor) =>
  rows.insertMail(pool, { type: 'test', delivery, created_at: '2026-03-20T10:00:00Z', ...fields })

describe('GET /api/system', () => {
  it('returns the status of a new system', async () => {
    expect(await status()).toEqual({
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      database: {
        ok: true,
        value: { version: expect.stringMatching(/^\d+/), sizeBytes: expect.any(Number), embedded: true },
      },
      mails: {
        ok: true,
        value: { server: null, lastSuccessAt: null, queued: 0, retrying: 0, failed: 0, lastError: null },
      },
      jobs: false,
      untrustedProxy: false,
      backup: { ok: true, value: null },
    })
  })

  it('returns undelivered mails and the last backup', async () => {
    await insertMail('queued')
    await insertMail('retrying', { error_message: '451 Prøv senere' })
    await insertMail('sent', { sent_at: '2026-03-21T10:00:00Z' })
    const backup = { createdAt: '2026-03-22T10:00:00.000Z', rows: 7, mails: 2 }
    await recordBackup(database.db, backup)
    const answer = await status()
    expect(answer.mails.value).toEqual({
      server: null,
      lastSuccessAt: '2026-03-21T10:00:00.000Z',
      queued: 1,
      retrying: 1,
      failed: 0,
      lastError: { at: '2026-03-20T10:00:00.000Z', message: '451 Prøv senere' },
    })
    expect(answer.backup).toEqual({ ok: true, value: backup })
  })

  it("hides the mail server's password, counts no stored mails as sent, and dates an error by the last try", async () => {
    const other = await startTestApp({ worker: 'off', smtpUrl: 'smtp://bruker:hemmelig@mail.example:587' })
    await insertMail('stored', { sent_at: '2026-03-21T10:00:00Z' }, other)
    const tries = '[{"at":"2026-03-20T10:00:05.000Z"},{"at":"2026-03-20T16:00:00.000Z"}]'
    await insertMail('retrying', { error_message: '451 Prøv senere', tries }, other)
    const answer = await (await other.asAdmin())('GET', '/api/system')
    expect(answer.json().mails.value).toMatchObject({
      server: 'mail.example:587',
      lastSuccessAt: null,
      lastError: { at: '2026-03-20T16:00:00.000Z' },
    })
    expect(answer.body).not.toMatch(/hemmelig|bruker/)
  })

  it('replaces a part that cannot be read by a message and keeps the others', async () => {
    await database.pool.query('ALTER TABLE email_logs RENAME TO gone')
    await database.pool.query(`UPDATE system_settings SET value = '"odd"' WHERE key = 'last_backup'`)
    const answer = await status()
    await database.pool.query('ALTER TABLE gone RENAME TO email_logs')
    expect(answer.mails).toEqual({ ok: false, problem: 'E-postloggen lot seg ikke lese akkurat nå.' })
    expect(answer.backup).toEqual({
      ok: false,
      problem: 'Den siste sikkerhetskopien lot seg ikke lese akkurat nå.',
    })
    expect(answer.database.ok).toBe(true)
  })
})

describe('POST /api/system/register-check', () => {
  const check = async (body?: object) => (await asAdmin('POST', '/api/system/register-check', body)).json()

  it('reports that the register responds and how fast, without caching, whatever its body', async () => {
    const before = register.requests.length
    for (const body of [undefined, {}, { hei: 'du' }]) {
      expect(await check(body)).toEqual({ reachable: true, milliseconds: expect.any(Number) })
    }
    expect(register.requests.length - before).toBe(3)
  })

  it('reports with a message that the register fails', async () => {
    register.misbehave({ status: 503 })
    expect(await check()).toEqual({
      reachable: false,
      problem: 'Brønnøysundregistrene svarer ikke som de skal akkurat nå. Prøv igjen om litt.',
    })
    register.misbehave({})
    expect((await check()).reachable).toBe(true)
    await register.close()
    expect((await check()).reachable).toBe(false)
  })
})

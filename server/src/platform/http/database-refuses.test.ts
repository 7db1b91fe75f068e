import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { runOnServer, withDatabase } from '../../testing/postgres.ts'

const enquiry = { name: 'Kari', email: 'kari@kunde.example', subject: 'general', message: 'Hei' }

/** Changes a setting and ends every session, which simulates a failover. */
const setForNewSessions = async ({ database: { options, pool }, deps }: TestApp, name: string, value: string) => {
  const { database } = new pg.Client(options)
  const server = withDatabase(options, 'postgres')
  await runOnServer(server, `ALTER DATABASE ${database} SET ${name} = '${value}'`)
  await runOnServer(server, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database}'`)
  await expect.poll(() => pool.totalCount + deps.database.pool.totalCount).toBe(0)
}

const kontor = await startTestApp({ worker: 'off' })
const { call, clock, database } = kontor

it('with a read-only database, answers 503 to writes, still reads, and is not ready', async () => {
  const asAdmin = await kontor.asAdmin()
  expect((await call('GET', '/readyz')).json()).toEqual({ status: 'ok', database: true, writable: true, jobs: true })

  await setForNewSessions(kontor, 'default_transaction_read_only', 'on')
  for (const write of [() => call('POST', '/api/contacts', enquiry), () => asAdmin('POST', '/api/admin/logout')]) {
    const answer = await write()
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['retry-after']).toBe('5')
    expect(answer.json()).toEqual({ error: 'Tjenesten er ikke tilgjengelig akkurat nå. Prøv igjen om litt.' })
  }
  expect((await asAdmin('GET', '/api/contacts')).statusCode).toBe(200)
  // The result is cached for a few seconds.
  expect((await call('GET', '/readyz')).json()).toMatchObject({ status: 'ok' })
  clock.advance({ minutes: 1 })
  const ready = await call('GET', '/readyz')
  expect(ready.statusCode).toBe(503)
  expect(ready.json()).toEqual({ status: 'unavailable', database: true, writable: false, jobs: true })
  await setForNewSessions(kontor, 'default_transaction_read_only', 'off')
})

it('is not ready while its database has no disk space', async () => {
  clock.advance({ minutes: 1 })
  expect((await call('GET', '/readyz')).statusCode).toBe(200)
  clock.advance({ minutes: 1 })
  // Simulates a full disk: the same temporary file fails.
  await setForNewSessions(kontor, 'temp_file_limit', '64kB')
  expect((await call('GET', '/readyz')).json()).toMatchObject({ database: true, writable: false })
  clock.advance({ minutes: 1 })
  await setForNewSessions(kontor, 'temp_file_limit', '-1')
  expect((await call('GET', '/readyz')).statusCode).toBe(200)
})

it.each([
  ['a full disk', '53100'],
  ['an unavailable lock', '55P03'],
  ['a deadlock', '40P01'],
  ['a statement timeout', '57014'],
  ['an I/O error', '58030'],
])('answers 503 to a write that fails with %s, and works afterwards', async (_what, code) => {
  const name = `refuse_${randomUUID().slice(0, 8)}`
  await database.pool.query(`
    CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'not now' USING ERRCODE = '${code}'; END $$;
    CREATE TRIGGER ${name} BEFORE INSERT ON contacts EXECUTE FUNCTION ${name}()`)
  const refused = await call('POST', '/api/contacts', enquiry)
  expect(refused.statusCode).toBe(503)
  expect(refused.headers['retry-after']).toBe('5')
  await database.pool.query(`DROP FUNCTION ${name} CASCADE`)
  expect((await call('POST', '/api/contacts', enquiry)).statusCode).toBe(200)
})

it('keeps no session state, since a pooler may use another session for each transaction', async () => {
  const { call, database } = await startTestApp()
  expect((await call('POST', '/api/contacts', enquiry)).statusCode).toBe(200)
  const clients = await Promise.all(Array.from({ length: 10 }, () => database.pool.connect()))
  for (const client of clients) {
    const sessionState = await client.query(`
      SELECT name FROM pg_prepared_statements
      UNION ALL SELECT name FROM pg_settings WHERE source = 'session'
      UNION ALL SELECT locktype FROM pg_locks WHERE pid = pg_backend_pid() AND locktype = 'advisory'
      UNION ALL SELECT pg_listening_channels()`)
    expect(sessionState.rows).toEqual([])
    client.release()
  }
})

import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import type { DatabaseOptions } from '../../platform/database/database.ts'
import { runOnServer, withDatabase } from '../../testing/postgres.ts'
import { temporaryName, withTemporaryDatabase } from './temporary-database.ts'

const server = inject('testPostgres')

/** Connects without the rights of a superuser, as Kontor does. */
const startRole = async (): Promise<{ readonly role: string; readonly asRole: DatabaseOptions }> => {
  const role = `kontor_verify_role_${randomBytes(6).toString('hex')}`
  await runOnServer(server, `CREATE ROLE ${role} CREATEDB`)
  onTestFinished(async () => void (await runOnServer(server, `DROP ROLE ${role}`)))
  return { role, asRole: { ...server, options: `-c role=${role}` } }
}

const databasesOf = (role: string) =>
  runOnServer(server, `SELECT FROM pg_database WHERE pg_get_userbyid(datdba) = '${role}'`)

/** Until the test ends, autovacuum runs every few seconds, and abandons workers that take as long to start. */
const hurryAutovacuum = async () => {
  const set = async (statement: string) => {
    await runOnServer(server, statement)
    await runOnServer(server, 'SELECT pg_reload_conf()')
  }
  await set('ALTER SYSTEM SET autovacuum_naptime = 2')
  onTestFinished(() => set('ALTER SYSTEM RESET autovacuum_naptime'))
}

test('drops its database while autovacuum works in it', async () => {
  const { role, asRole } = await startRole()
  await hurryAutovacuum()
  await withTemporaryDatabase(asRole, role, async ({ pool }) => {
    await pool.query(`CREATE TABLE busy WITH (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0,
      autovacuum_vacuum_cost_delay = 100, autovacuum_vacuum_cost_limit = 1) AS SELECT generate_series(1, 50000) AS n`)
    await pool.query('DELETE FROM busy')
    const { rows } = await pool.query<{ name: string }>('SELECT current_database() AS name')
    // Roles see no more than the number of other roles' processes.
    const working = () =>
      runOnServer(
        server,
        `SELECT FROM pg_stat_activity WHERE backend_type = 'autovacuum worker' AND datname = '${rows[0]?.name}'`,
      )
    await expect.poll(working, { timeout: 4 * inject('patienceMs') }).toHaveLength(1)
  })
  expect(await databasesOf(role)).toEqual([])
})

test('leaves a session alone that its role may not end: dropping waits for it', async () => {
  const { role, asRole } = await startRole()
  const name = temporaryName(role)
  const session = new pg.Client(withDatabase(server, name))
  const work = withTemporaryDatabase(asRole, role, () => session.connect())
  // After five seconds: still in use, not refused.
  await expect(work).rejects.toMatchObject({ code: '55006' })
  await session.end()
  await runOnServer(server, `DROP DATABASE ${name}`)
})

test('ends the sessions that a killed run left in its database', async () => {
  const { role, asRole } = await startRole()
  const left = await withTemporaryDatabase(asRole, role, async ({ pool }) => {
    const { rows } = await pool.query<{ name: string }>('SELECT current_database() AS name')
    return rows[0]?.name ?? ''
  })
  await runOnServer(server, `CREATE DATABASE ${left} OWNER ${role}`)
  const session = new pg.Client(withDatabase(server, left))
  const ended: Error[] = []
  session.on('error', (error) => ended.push(error))
  await session.connect()
  await withTemporaryDatabase(server, role, async ({ pool }) => pool.query('SELECT 1'))
  await expect.poll(() => ended[0]).toMatchObject({ code: '57P01' })
  expect(await databasesOf(role)).toEqual([])
})

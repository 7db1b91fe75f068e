import { isOrganizationNumber } from '@kontor/contract/company-register/company-register.rules'
import { afterAll, expect, test } from 'vitest'
import { startRegister } from '../../../../stand-ins/register.ts'
import { createJobs } from '../../platform/jobs/pg-boss-jobs.ts'
import { startTestApp } from '../../testing/app.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { startServerProcess, waitForStatementsToEnd } from '../../testing/server-process.ts'
import { openRegisterCheck } from '../company-register/company-register.check.service.ts'
import { watchCompanies } from './register-watch.service.ts'

const register = await startRegister()
afterAll(() => register.close())

const [bankrupt, windingUp, deleted] = ['900000650', '900000766', '900001754']

/** Organisation numbers, most of them not in the register. */
const manyNumbers = (count: number): string[] => {
  const others = Array.from({ length: 15 * count }, (_, n) => String(910_000_000 + n)).filter(isOrganizationNumber)
  return [bankrupt, windingUp, deleted, ...others.slice(0, count - 3)].filter((number) => number !== undefined)
}

/** Two leads for each number. */
const addLeads = (database: TestDatabase, numbers: readonly string[]) =>
  database.pool.query(
    `INSERT INTO leads (company_name, org_no) SELECT 'Prøve AS', unnest FROM unnest($1::text[] || $1::text[])`,
    [numbers],
  )

const marksOf = async ({ pool }: TestDatabase) => {
  const { rows } = await pool.query(
    `SELECT org_no, bankruptcy, under_liquidation, version, (SELECT deleted FROM company_states WHERE organization_number = org_no)
     FROM leads WHERE version > 1 OR org_no = $1 ORDER BY org_no, id`,
    [deleted],
  )
  return rows.map(Object.values)
}
const marksSetOnce = [
  [bankrupt, true, false, 2, false],
  [bankrupt, true, false, 2, false],
  [windingUp, false, true, 2, false],
  [windingUp, false, true, 2, false],
  [deleted, null, null, 1, true],
  [deleted, null, null, 1, true],
]

const countStates = async ({ pool }: TestDatabase): Promise<number> =>
  (await pool.query('SELECT FROM company_states')).rowCount ?? -1

const requestedLists = (): string[][] =>
  register.requests.flatMap((path) => {
    const [, list] = /organisasjonsnummer=([\d,]+)/.exec(path) ?? []
    return list ? [list.split(',')] : []
  })

test('after a kill no company is lost and no mark set twice, and one of two servers continues', async () => {
  const numbers = manyNumbers(250)
  const database = await createTestDatabase()
  await addLeads(database, numbers)
  const env = { DATABASE_URL: database.url, BRREG_BASE_URL: register.url, LOG_LEVEL: 'silent' }
  const jobs = createJobs({ pool: database.pool, worker: 'off', log: { warn: () => {}, error: () => {} } })
  jobs.schedule('register-watch', '15 0-5 * * *', async () => {})
  await jobs.start()
  const queueRun = () => jobs.send(database.db, 'register-watch', [{}])
  const holdLists = () => register.misbehave({ held: true, only: /organisasjonsnummer=/ })
  holdLists()

  // Queued before the servers start, since an idle one polls only every five seconds.
  await queueRun()
  const killed = startServerProcess({ env })
  await expect.poll(() => requestedLists().length, { timeout: 60_000 }).toBe(1)
  // Answers the first list, and holds the second.
  holdLists()
  const stored = 100
  await expect.poll(() => countStates(database), { interval: 20, timeout: 60_000 }).toBe(stored)
  await killed.stop('SIGKILL')
  await waitForStatementsToEnd(database.pool)

  // An hour later the queue would have expired the job.
  await database.pool.query(`DELETE FROM pgboss.job WHERE name = 'register-watch'`)
  const before = requestedLists().length
  register.misbehave({ delayMs: 300, only: /organisasjonsnummer=/ })
  await queueRun()
  await queueRun()
  const next = [startServerProcess({ env }), startServerProcess({ env })]
  await expect.poll(() => countStates(database), { interval: 20, timeout: 60_000 }).toBe(numbers.length)
  await Promise.all(next.map(({ ready }) => ready))
  await Promise.all(next.map((server) => server.stop()))

  expect(await marksOf(database)).toEqual(marksSetOnce)
  const requestedAfter = requestedLists().slice(before).flat()
  expect(requestedAfter.toSorted()).toEqual(numbers.toSorted().slice(stored))
  // At most a hundred are loaded at a time.
  expect(Math.max(...requestedLists().map((list) => list.length))).toBe(100)
  await jobs.stop(1_000)
}, 240_000)

test('concurrent watches set each mark once, even without the queue', async () => {
  const kontor = await startTestApp({ worker: 'off', brregBaseUrl: register.url })
  register.misbehave({})
  const numbers = manyNumbers(120)
  await addLeads(kontor.database, numbers)
  const run = () => watchCompanies(kontor.deps, openRegisterCheck(kontor.deps))
  await Promise.all([run(), run(), run()])
  expect(await marksOf(kontor.database)).toEqual(marksSetOnce)
  expect(await countStates(kontor.database)).toBe(numbers.length)
})

test('the next run updates the leads when a run was killed after storing the states', async () => {
  const kontor = await startTestApp({ worker: 'off', brregBaseUrl: register.url })
  await addLeads(kontor.database, [bankrupt, windingUp, deleted])
  const run = () => watchCompanies(kontor.deps, openRegisterCheck(kontor.deps))
  await run()
  await kontor.database.pool.query('UPDATE leads SET bankruptcy = NULL, under_liquidation = NULL, version = 1')
  await run()
  expect(await marksOf(kontor.database)).toEqual(marksSetOnce)
})

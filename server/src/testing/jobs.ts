import type pg from 'pg'
import { type Clock, systemClock } from 'pg-boss'
import { waitFor } from './wait-for.ts'

interface JobClock extends Clock {
  /** Moves the clock of scheduled jobs forward. */
  advance(by: { seconds: number }): void
}

/** Milliseconds above which an interval, such as a job's time limit, is not shortened. */
const maxShortenedMs = 60_000

/** Creates the queue's clock for tests: polls and heartbeats are `speed` times as fast, and `advance` moves its time. */
export const createJobClock = (speed = 10): JobClock => {
  let ahead = 0
  const shorten = (ms: number) => (ms > maxShortenedMs ? ms : ms / speed)
  return {
    ...systemClock,
    now: () => Date.now() + ahead,
    setTimeout: (fn, ms) => setTimeout(fn, shorten(ms)),
    setInterval: (fn, ms) => setInterval(fn, shorten(ms)),
    advance: ({ seconds }) => {
      ahead += seconds * 1_000
    },
  }
}

/** Waits until `count` jobs have failed, and makes their next try due now. Returns the delay that each still had, in milliseconds. */
export const makeRetriesDue = async (pool: pg.Pool, count: number): Promise<number[]> => {
  const waits: number[] = []
  const makeDue = async (): Promise<boolean> => {
    const { rows } = await pool.query<{ wait: number }>(
      `WITH waiting AS (SELECT name, id, start_after FROM pgboss.job WHERE state = 'retry' AND start_after > now())
       UPDATE pgboss.job SET start_after = now() FROM waiting WHERE job.name = waiting.name AND job.id = waiting.id
       RETURNING (extract(epoch FROM waiting.start_after - now()) * 1000)::float AS wait`,
    )
    waits.push(...rows.map(({ wait }) => wait))
    return waits.length >= count
  }
  await waitFor(makeDue, () => `${waits.length} of ${count} jobs wait for their next try`)
  return waits
}

/** Waits until no job is queued or running. */
export const waitForJobs = async (pool: pg.Pool): Promise<void> => {
  let open: unknown[] = []
  const areDone = async (): Promise<boolean> => {
    const { rows } = await pool.query(
      `SELECT name, state, data FROM pgboss.job WHERE state < 'completed' AND NOT starts_with(name, '__pgboss')`,
    )
    open = rows
    return rows.length === 0
  }
  await waitFor(areDone, () => `Jobs are still to be done: ${JSON.stringify(open)}`)
}

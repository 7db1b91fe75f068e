import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type Clock, systemClock } from 'pg-boss'

interface JobClock extends Clock {
  /** Moves the time of scheduled jobs forward. */
  advance(by: { seconds: number }): void
}

/** How long to wait for jobs on a busy machine. Milliseconds. */
const patience = 45_000

/** Polls and signs of life are sooner; what limits a job's time stays as long as it is. Milliseconds. */
const longestInterval = 60_000

/** The queue's clock for tests: its intervals are `speed` times as short, and its time can be moved. */
export const createJobClock = (speed = 10): JobClock => {
  let ahead = 0
  const sooner = (ms: number) => (ms > longestInterval ? ms : ms / speed)
  return {
    ...systemClock,
    now: () => Date.now() + ahead,
    setTimeout: (fn, ms) => setTimeout(fn, sooner(ms)),
    setInterval: (fn, ms) => setInterval(fn, sooner(ms)),
    advance: ({ seconds }) => {
      ahead += seconds * 1_000
    },
  }
}

/** Waits until `count` jobs have failed, and makes their next try due. Returns how many milliseconds each had still to wait. */
export const retriesDue = async (pool: pg.Pool, count: number): Promise<number[]> => {
  const waits: number[] = []
  for (const end = Date.now() + patience; waits.length < count; await sleep(20)) {
    if (Date.now() > end) throw new Error(`${waits.length} of ${count} jobs wait for their next try`)
    const { rows } = await pool.query<{ wait: number }>(
      `WITH waiting AS (SELECT name, id, start_after FROM pgboss.job WHERE state = 'retry' AND start_after > now())
       UPDATE pgboss.job SET start_after = now() FROM waiting WHERE job.name = waiting.name AND job.id = waiting.id
       RETURNING (extract(epoch FROM waiting.start_after - now()) * 1000)::float AS wait`,
    )
    waits.push(...rows.map(({ wait }) => wait))
  }
  return waits
}

/** Waits until no job is waiting or running: what has not happened by then does not happen. */
export const jobsDone = async (pool: pg.Pool): Promise<void> => {
  for (const end = Date.now() + patience; ; await sleep(20)) {
    const { rows } = await pool.query(
      `SELECT name, state, data FROM pgboss.job WHERE state < 'completed' AND NOT starts_with(name, '__pgboss')`,
    )
    if (rows.length === 0) return
    if (Date.now() > end) throw new Error(`Jobs are still to be done: ${JSON.stringify(rows)}`)
  }
}

/** Makes every retry due as soon as it waits, until no job is waiting or running. */
export const retriedUntilDone = async (pool: pg.Pool): Promise<void> => {
  const hurry = new AbortController()
  const hurrying = (async () => {
    for (; !hurry.signal.aborted; await sleep(20)) {
      await pool.query(`UPDATE pgboss.job SET start_after = now() WHERE state = 'retry' AND start_after > now()`)
    }
  })()
  await jobsDone(pool).finally(() => hurry.abort())
  await hurrying
}

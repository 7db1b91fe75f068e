import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { clientOptions } from './postmaster.ts'

/** An arbitrary number that nothing else locks in the database `postgres`. */
const lockId = 7_350_270

/** The lock of the one server that uses the data folder. */
export interface ServerLock {
  /** Resolves when the lock's connection ends, because the database has ended. */
  readonly lost: Promise<void>
}

/** Milliseconds that the database may take to notice that the lock's holder was killed. */
const waitMs = 1_500

/**
 * Takes the lock that makes this process the folder's only server: an advisory lock on its own connection. A kill closes the connection,
 * which frees the lock. Two concurrent starts can't both get it.
 * @returns the lock, or the process id of the server that holds it
 */
export const acquireServerLock = async (socketFolder: string): Promise<ServerLock | number> => {
  const client = new pg.Client({ ...clientOptions(socketFolder), application_name: `kontor ${process.pid}` })
  const lost = new Promise<void>((resolve) => client.once('end', () => resolve()))
  // Without a listener, a connection error would end the process. The error also emits `end`.
  client.on('error', () => {})
  await client.connect()
  const deadline = Date.now() + waitMs
  while (!(await tryLock(client))) {
    if (Date.now() > deadline) {
      const holder = await findHolder(client)
      await client.end()
      return holder
    }
    await sleep(50)
  }
  return { lost }
}

const tryLock = async (client: pg.Client): Promise<boolean> => {
  const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [lockId])
  return rows[0]?.taken === true
}

const findHolder = async (client: pg.Client): Promise<number> => {
  const { rows } = await client.query<{ name: string }>(
    `SELECT application_name AS name FROM pg_locks JOIN pg_stat_activity USING (pid)
      WHERE locktype = 'advisory' AND granted AND classid = 0 AND objid = $1`,
    [lockId],
  )
  return Number(rows[0]?.name.split(' ')[1] ?? 0)
}

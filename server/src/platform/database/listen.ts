import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** The first and the longest delay before reconnecting, in milliseconds. The delay doubles after each failure. */
const [shortestPause, longestPause] = [100, 5_000]

/** Milliseconds between tests of the connection, and the timeout for each answer. */
const [testEvery, answerWithin] = [20_000, 5_000]

/** The connection's name in `pg_stat_activity`. */
export const listenerName = 'kontor listener'

interface Handlers {
  /** Called with a notification's payload. */
  readonly message: (payload: string) => void
  /** Called when listening has begun; earlier notifications may have been missed. */
  readonly listening: () => void
  /** Called when the connection has broken or couldn't be opened. A retry follows. */
  readonly lost: (error: unknown) => void
}

export interface ListenOptions {
  readonly connection: pg.ClientConfig
  readonly channel: string
  /** True if the address is known to be PostgreSQL's own. If false, a pooler is detected and counts as a failure, since it drops notifications. */
  readonly direct: boolean
}

/** Thrown if the address belongs to a pooler. */
class BehindPooler extends Error {
  constructor() {
    super('A pooler does not pass on notifications: set DATABASE_DIRECT_URL to the address of PostgreSQL itself')
  }
}

const assertDirect = async (client: pg.Client, announcedPid: unknown): Promise<void> => {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  // A pooler announces another process id than PostgreSQL's.
  if (rows[0]?.pid !== announcedPid) throw new BehindPooler()
}

const connect = async ({ connection, channel, direct }: ListenOptions): Promise<pg.Client> => {
  const client = new pg.Client({
    ...connection,
    application_name: listenerName,
    query_timeout: answerWithin,
    connectionTimeoutMillis: answerWithin,
  })
  // Without a listener, an error would end the process. The error also rejects the query, or `end` follows it.
  client.on('error', () => {})
  let announcedPid: unknown
  client.connection.once('backendKeyData', ({ processID }: { readonly processID: number }) => {
    announcedPid = processID
  })
  try {
    await client.connect()
    if (!direct) await assertDirect(client, announcedPid)
    await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
    return client
  } catch (error) {
    client.connection.stream.destroy()
    throw error
  }
}

/** Resolves when the connection ends. Tests the connection regularly, since a peer that has vanished reports nothing. */
const untilEnded = async (client: pg.Client): Promise<void> => {
  const timer = setInterval(() => {
    client.query('SELECT 1').catch(() => client.connection.stream.destroy())
  }, testEvery).unref()
  await new Promise<void>((resolve) => client.once('end', resolve))
  clearInterval(timer)
}

/** Listens to a channel on a connection of its own; reconnects until it is closed. Returns a function that closes it. */
export const listenTo = (options: ListenOptions, { message, listening, lost }: Handlers): (() => Promise<void>) => {
  const closing = new AbortController()
  let current: pg.Client | undefined

  const listenOnce = async (): Promise<void> => {
    const client = await connect(options)
    current = client
    if (closing.signal.aborted) return client.end()
    const ended = untilEnded(client)
    client.on('notification', ({ payload }) => message(payload ?? ''))
    listening()
    await ended
  }
  const run = async (): Promise<void> => {
    let pause = shortestPause
    while (!closing.signal.aborted) {
      try {
        await listenOnce()
        pause = shortestPause
        if (!closing.signal.aborted) lost(new Error('The connection that listens for changes ended'))
      } catch (error) {
        if (!closing.signal.aborted) lost(error)
      }
      await sleep(pause, undefined, { signal: closing.signal, ref: false }).catch(() => undefined)
      pause = Math.min(2 * pause, longestPause)
    }
  }
  const running = run()
  return async () => {
    closing.abort()
    current?.connection.stream.destroy()
    await running
  }
}

/** Returns the options for `listenTo`: for the direct address if there is one, else for a connection like those of the pool. */
export const listenOptions = (pool: pg.Pool, channel: string, directUrl: string | undefined): ListenOptions => {
  if (directUrl !== undefined) return { connection: { connectionString: directUrl }, channel, direct: true }
  const { password } = pool.options
  // The driver made the password non-enumerable, to keep it out of logs, so the spread omits it.
  return { connection: { ...pool.options, ...(password !== undefined && { password }) }, channel, direct: false }
}

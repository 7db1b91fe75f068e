import { Socket } from 'node:net'
import type pg from 'pg'

/** The database took a query and stopped answering: a frozen host, a partition, a lost address. No system reports that by itself. */
export class DatabaseSilent extends Error {
  constructor(ms: number) {
    super(`The database sent nothing for ${ms / 1_000} seconds`)
  }
}

/** Milliseconds that a connection may be silent for now, where that is not its pool's limit. */
const exceptions = new WeakMap<pg.ClientBase, number>()

/** Sets another limit for a connection, until the pool has it back; undefined: its pool's own. Milliseconds. */
export const allowSilence = (client: pg.ClientBase, ms: number | undefined): void => {
  if (ms === undefined) exceptions.delete(client)
  else exceptions.set(client, ms)
}

const traffic = (stream: pg.PoolClient['connection']['stream']): number =>
  stream instanceof Socket ? stream.bytesRead + stream.bytesWritten : 0

/**
 * Destroys a connection that waits for an answer while no byte moves for `ms` milliseconds: its query and all after it reject with
 * `DatabaseSilent` at once, and the pool opens another one. The driver's own `query_timeout` leaves the connection as it is, so that a
 * ROLLBACK waits as long again, and ends a COPY that is working.
 */
export const watchSilence = (client: pg.PoolClient, ms: number): void => {
  let timer: NodeJS.Timeout | undefined
  const wait = () => {
    const { stream } = client.connection
    const before = traffic(stream)
    const limit = exceptions.get(client) ?? ms
    timer = setTimeout(() => {
      if (traffic(stream) === before) stream.destroy(new DatabaseSilent(limit))
      else wait()
    }, limit)
  }
  const rest = () => {
    clearTimeout(timer)
    timer = undefined
  }
  // Emitted when the last query that was asked for has been answered.
  client.on('drain', rest)
  client.on('end', rest)
  client.query = new Proxy(client.query, {
    apply: (query, _this, given) => {
      const answer = Reflect.apply(query, client, given)
      if (!timer) wait()
      return answer
    },
  })
}

import { Socket } from 'node:net'
import type pg from 'pg'

/**
 * Thrown if the database accepted a query but never answered: its host froze, the network is partitioned, or its address was lost. The OS
 * reports no error in these cases.
 */
export class DatabaseSilent extends Error {
  constructor(ms: number) {
    super(`The database sent nothing for ${ms / 1_000} seconds`)
  }
}

/** Per-connection overrides of the pool's limit, in milliseconds. */
const overrides = new WeakMap<pg.ClientBase, number>()

/** Overrides the limit (milliseconds) for a connection until it returns to the pool; undefined restores the pool's limit. */
export const allowSilence = (client: pg.ClientBase, ms: number | undefined): void => {
  if (ms === undefined) overrides.delete(client)
  else overrides.set(client, ms)
}

const bytesMoved = (stream: pg.PoolClient['connection']['stream']): number =>
  stream instanceof Socket ? stream.bytesRead + stream.bytesWritten : 0

/**
 * Destroys a connection if a query is open and no byte arrives or leaves for `ms` milliseconds. This query and all later ones reject with
 * `DatabaseSilent`, and the pool opens a new connection. The driver's own `query_timeout` is no replacement: it keeps the connection, so a
 * ROLLBACK waits just as long again, and it ends a COPY that is making progress.
 */
export const watchSilence = (client: pg.PoolClient, ms: number): void => {
  let timer: NodeJS.Timeout | undefined
  const startTimer = () => {
    const { stream } = client.connection
    const before = bytesMoved(stream)
    const limit = overrides.get(client) ?? ms
    timer = setTimeout(() => {
      if (bytesMoved(stream) === before) stream.destroy(new DatabaseSilent(limit))
      else startTimer()
    }, limit)
  }
  const clearTimer = () => {
    clearTimeout(timer)
    timer = undefined
  }
  // `drain`: the last queued query has been answered.
  client.on('drain', clearTimer)
  client.on('end', clearTimer)
  client.query = new Proxy(client.query, {
    apply: (query, _this, args) => {
      const result = Reflect.apply(query, client, args)
      if (!timer) startTimer()
      return result
    },
  })
}

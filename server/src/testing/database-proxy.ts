import { connect, createServer, type Socket } from 'node:net'
import pg from 'pg'
import { afterUse } from './cleanup.ts'

interface DatabaseProxy {
  /** How to reach the database through it. */
  readonly options: pg.PoolConfig
  /** Stops forwarding, also on connections that are opened from now on: nothing is closed, nothing answers. */
  freeze(): void
  /** Forwards what is opened from now on. What was open stays silent, as after a move to another host. */
  thaw(): void
  /** How often something has arrived since the freeze that went nowhere. */
  swallowed(): number
}

/** PgBouncer's answer to a parameter that it does not know: ErrorResponse with severity, code and message. */
const refusalOf = (parameter: string): Buffer => {
  const fields = Buffer.from(`SFATAL\0C08P01\0Munsupported startup parameter: ${parameter}\0\0`)
  const head = Buffer.from('E\0\0\0\0')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

/**
 * A TCP proxy in front of a database that can lose it without a word, or refuses connections that begin with `refuseParameter` as a
 * pooler does.
 */
export const startDatabaseProxy = async (
  to: pg.PoolConfig,
  { refuseParameter }: { readonly refuseParameter?: string } = {},
): Promise<DatabaseProxy> => {
  const { host, port, user, password, database } = new pg.Client(to)
  const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
  const sockets = new Set<Socket>()
  const silent = new WeakSet<Socket>()
  let frozen = false
  let swallowed = 0

  const track = (socket: Socket): Socket => {
    sockets.add(socket)
    // One that breaks is closed as well.
    return socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  }
  const forward = (from: Socket, into: Socket) => {
    from.on('data', (chunk) => {
      if (silent.has(from)) swallowed++
      else if (refuseParameter && chunk.includes(`\0${refuseParameter}\0`)) from.end(refusalOf(refuseParameter))
      else into.write(chunk)
    })
    from.on('close', () => into.destroy())
  }
  const server = createServer((socket) => {
    const upstream = track(connect(target))
    track(socket)
    if (frozen) for (const side of [socket, upstream]) silent.add(side)
    forward(socket, upstream)
    forward(upstream, socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterUse(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  const own = typeof address === 'object' && address ? address.port : 0
  return {
    options: { host: '127.0.0.1', port: own, user, password, database },
    freeze: () => {
      frozen = true
      swallowed = 0
      for (const socket of sockets) silent.add(socket)
    },
    thaw: () => {
      frozen = false
    },
    swallowed: () => swallowed,
  }
}

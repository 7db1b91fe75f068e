import { connect, createServer, type Socket } from 'node:net'
import pg from 'pg'
import { onCleanup } from './cleanup.ts'

interface DatabaseProxy {
  /** Options to connect to the database through the proxy. */
  readonly options: pg.PoolConfig
  /** Stops forwarding, on new connections too. Nothing is closed, and nothing answers. */
  freeze(): void
  /** Forwards on new connections. Existing ones stay silent, as after a move to another host. */
  thaw(): void
  /** The number of chunks swallowed since the freeze. */
  swallowed(): number
}

/** Returns PgBouncer's response to an unknown parameter: ErrorResponse with severity, code and message. */
const errorResponse = (parameter: string): Buffer => {
  const fields = Buffer.from(`SFATAL\0C08P01\0Munsupported startup parameter: ${parameter}\0\0`)
  const head = Buffer.from('E\0\0\0\0')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

/** PostgreSQL's message CopyDone. The count of the copied rows follows it. */
const copyDone = Buffer.from('c\0\0\0\x04')

/**
 * Starts a TCP proxy to a database. It can go silent, send the counts of copied rows late (`lateCounts`), or reject connections
 * with the startup parameter `refuseParameter`, as a pooler does.
 */
export const startDatabaseProxy = async (
  to: pg.PoolConfig,
  { refuseParameter, lateCounts = false }: { readonly refuseParameter?: string; readonly lateCounts?: boolean } = {},
): Promise<DatabaseProxy> => {
  const { host, port, user, password, database } = new pg.Client(to)
  const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
  const sockets = new Set<Socket>()
  const silent = new WeakSet<Socket>()
  let frozen = false
  let swallowed = 0

  const track = (socket: Socket): Socket => {
    sockets.add(socket)
    // Ignores errors: each is followed by `close`.
    return socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  }
  const forward = (from: Socket, into: Socket) => {
    from.on('data', (chunk) => {
      if (silent.has(from)) swallowed++
      else if (refuseParameter && chunk.includes(`\0${refuseParameter}\0`)) from.end(errorResponse(refuseParameter))
      else if (lateCounts && chunk.includes(copyDone)) {
        const end = chunk.indexOf(copyDone) + copyDone.length
        into.write(chunk.subarray(0, end))
        from.pause()
        setTimeout(() => from.resume() && into.write(chunk.subarray(end)), 20)
      } else into.write(chunk)
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
  onCleanup(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  const proxyPort = typeof address === 'object' && address ? address.port : 0
  return {
    options: { host: '127.0.0.1', port: proxyPort, user, password, database },
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

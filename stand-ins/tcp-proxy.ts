import { connect, createServer, type Socket, type TcpNetConnectOpts } from 'node:net'

/** The target of a connection: a port of this machine, or a socket. */
export type ProxyTarget = { readonly port: number } | { readonly path: string }

/** A TCP proxy on loopback that can cut and freeze connections. */
export interface TcpProxy {
  readonly port: number
  /** Sets the targets for new connections. Connections use them in turn; if a target refuses, the connection tries the others. */
  setTargets(targets: readonly ProxyTarget[]): void
  /** Closes all connections. */
  cut(): void
  /** Stops forwarding on existing and new connections without closing them, like a host that has vanished. */
  freeze(): void
  /** Forwards data on new connections again. Closes frozen connections if `cut`; else these stay silent. */
  thaw(options?: { readonly cut?: boolean }): void
  close(): Promise<void>
}

const toOptions = (target: ProxyTarget): TcpNetConnectOpts | { path: string } =>
  'path' in target ? target : { host: '127.0.0.1', port: target.port }

/** Connects to the first target that accepts; undefined if none does. */
const connectToAny = async (targets: readonly ProxyTarget[]): Promise<Socket | undefined> => {
  for (const target of targets) {
    const socket = connect(toOptions(target))
    const connected = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true))
      socket.once('error', () => resolve(false))
    })
    if (connected) return socket
  }
  return undefined
}

/** Starts a TCP proxy on a free port, or on the given one. */
export const startTcpProxy = async (targets: readonly ProxyTarget[] = [], port = 0): Promise<TcpProxy> => {
  const sockets = new Set<Socket>()
  const silent = new WeakSet<Socket>()
  let current = targets
  let turn = 0
  let frozen = false

  const track = (socket: Socket): Socket => {
    sockets.add(socket)
    // Ignores errors, since a `close` event follows.
    return socket
      .setNoDelay(true)
      .on('error', () => {})
      .on('close', () => sockets.delete(socket))
  }
  const forward = (from: Socket, into: Socket) => {
    from.on('data', (chunk) => {
      if (silent.has(from) || into.write(chunk)) return
      from.pause()
      into.once('drain', () => from.resume())
    })
    from.on('close', () => {
      // Keeps the other side of a frozen connection open, since a vanished host can't close it.
      if (!silent.has(from)) into.destroySoon()
    })
  }
  const server = createServer(async (client) => {
    track(client).pause()
    if (frozen) {
      silent.add(client)
      return
    }
    const first = turn++ % Math.max(1, current.length)
    const upstream = await connectToAny([...current.slice(first), ...current.slice(0, first)])
    if (!upstream) return client.destroy()
    if (client.destroyed) return upstream.destroy()
    track(upstream)
    if (silent.has(client)) silent.add(upstream)
    forward(client, upstream)
    forward(upstream, client)
    client.resume()
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const cut = (which: (socket: Socket) => boolean = () => true) => {
    for (const socket of sockets) if (which(socket)) socket.destroy()
  }
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    setTargets: (next) => {
      current = next
    },
    cut: () => cut(),
    freeze: () => {
      frozen = true
      for (const socket of sockets) silent.add(socket)
    },
    thaw: (options = {}) => {
      frozen = false
      if (options.cut) cut((socket) => silent.has(socket))
    },
    close: async () => {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

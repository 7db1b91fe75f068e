import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds that idle keep-alive connections stay open after the drain starts, for requests that are already on their way. */
const idleGraceMs = 500

const pollMs = 25

/** Stops accepting connections and finishes pending requests, for at most `limitMs`; resolves to the number of requests cut off. */
export type Drain = (limitMs: number) => Promise<number>

/** Prepares a server to stop without losing a request. Call it before the server listens. */
export const prepareDrain = (server: Server): Drain => {
  const pendingResponses = new Set<ServerResponse>()
  const sockets = new Set<Socket>()
  let draining = false

  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  // Runs before the app's own listener, so that the header is set before a response is sent.
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    pendingResponses.add(response)
    response.once('close', () => pendingResponses.delete(response))
    if (draining) closeConnectionAfter(response)
  })

  const closeUnused = () => {
    server.closeIdleConnections()
    // Node does not count a connection that never received a byte as idle; browsers open some in advance.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  }

  return async (limitMs) => {
    draining = true
    const start = performance.now()
    let closed = false
    // http.Server's own close would close idle connections immediately.
    NetServer.prototype.close.call(server, () => {
      closed = true
    })
    for (const response of pendingResponses) closeConnectionAfter(response)
    while (!closed) {
      await sleep(pollMs)
      const elapsed = performance.now() - start
      if (elapsed >= idleGraceMs) closeUnused()
      if (elapsed < limitMs) continue
      const cutOff = pendingResponses.size
      server.closeAllConnections()
      return cutOff
    }
    return 0
  }
}

const closeConnectionAfter = (response: ServerResponse): void => {
  if (!response.headersSent) response.setHeader('Connection', 'close')
}

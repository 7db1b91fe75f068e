import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * How long idle keep-alive connections stay open after the stop was asked for: a request that is already on its way when
 * the server decides to stop must not meet a closed connection. Milliseconds.
 */
const lingerMs = 500

const pollMs = 25

/** Stops accepting, answers what is under way, at most `limitMs`; resolves to the number of requests that were cut off. */
export type Drain = (limitMs: number) => Promise<number>

/** Prepares a server that is to stop without losing a request. Call it before the server listens. */
export const prepareDrain = (server: Server): Drain => {
  const answering = new Set<ServerResponse>()
  const sockets = new Set<Socket>()
  let draining = false

  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  // Before the app's own listener, so that the header is set before an answer can be sent.
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    answering.add(response)
    response.once('close', () => answering.delete(response))
    if (draining) endConnectionAfter(response)
  })

  const closeUnused = () => {
    server.closeIdleConnections()
    // A connection that never carried a byte (browsers open some in advance) does not count as idle for Node.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  }

  return async (limitMs) => {
    draining = true
    const start = performance.now()
    let closed = false
    // http.Server's own close would end idle connections at once.
    NetServer.prototype.close.call(server, () => {
      closed = true
    })
    for (const response of answering) endConnectionAfter(response)
    while (!closed) {
      await sleep(pollMs)
      const passed = performance.now() - start
      if (passed >= lingerMs) closeUnused()
      if (passed < limitMs) continue
      const cutOff = answering.size
      server.closeAllConnections()
      return cutOff
    }
    return 0
  }
}

const endConnectionAfter = (response: ServerResponse): void => {
  if (!response.headersSent) response.setHeader('Connection', 'close')
}

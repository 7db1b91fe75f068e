import { once } from 'node:events'
import { connect } from 'node:net'

interface Connection {
  get(path: string): Promise<void>
  close(): void
}

/**
 * Measures requests per second on keep-alive connections. Each connection sends its next request after the response to the last. Parses
 * little, to leave the CPU to the measured server on the same machine.
 */
export const requestsPerSecond = async (port: number, path: string, connections: number, seconds: number) => {
  const pool = await Promise.all(Array.from({ length: connections }, () => open(port)))
  let requests = 0
  const began = performance.now()
  const end = began + seconds * 1_000
  const client = async (connection: Connection): Promise<void> => {
    for (; performance.now() < end; requests += 1) await connection.get(path)
  }
  await Promise.all(pool.map(client))
  const took = (performance.now() - began) / 1_000
  for (const connection of pool) connection.close()
  return requests / took
}

/** Opens a connection that parses consecutive responses, each with a Content-Length. */
const open = async (port: number): Promise<Connection> => {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.setNoDelay(true)
  let received = ''
  let waiting: PromiseWithResolvers<void> | undefined
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => {
    received += chunk
    const headEnd = received.indexOf('\r\n\r\n')
    if (headEnd < 0) return
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(received.slice(0, headEnd))?.[1] ?? 0)
    if (received.length < headEnd + 4 + length) return
    const status = received.slice(9, 12)
    received = received.slice(headEnd + 4 + length)
    if (status === '200') waiting?.resolve()
    else waiting?.reject(new Error(`The server answered ${status}`))
  })
  socket.on('close', () => waiting?.reject(new Error('The server closed the connection')))
  return {
    get: (path) => {
      waiting = Promise.withResolvers()
      socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept-Encoding: br\r\n\r\n`)
      return waiting.promise
    },
    close: () => socket.destroy(),
  }
}

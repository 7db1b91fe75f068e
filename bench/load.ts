import { connect, type Socket } from 'node:net'

/** Creates each request: a POST with a JSON body, or without `body` a GET like a browser's. */
export type NextRequest = () => { readonly path: string; readonly body?: string }

export interface LoadOptions {
  readonly port: number
  readonly connections: number
  readonly seconds: number
  /** Requests per second, at fixed times; by default each connection sends the next after a response. */
  readonly rate?: number
  readonly next: NextRequest
}

export interface LoadResult {
  readonly requests: number
  readonly perSecond: number
  /** Milliseconds; with a `rate`, from when the request was due. */
  readonly p50: number
  readonly p99: number
  readonly max: number
  /** Responses other than 200. */
  readonly failures: number
}

interface Connection {
  /** Resolves to the response's status. */
  request(path: string, body: string | undefined): Promise<number>
  close(): void
}

/** Load generator on keep-alive connections with low CPU use: it shares the cores with the server being measured. */
export const load = async ({ port, connections, seconds, rate, next }: LoadOptions): Promise<LoadResult> => {
  const pool = await Promise.all(Array.from({ length: connections }, () => open(port)))
  const latencies: number[] = []
  let failures = 0
  const began = performance.now()
  const end = began + seconds * 1_000
  let due = began

  const ask = async (connection: Connection, from: number) => {
    const { path, body } = next()
    const status = await connection.request(path, body)
    latencies.push(performance.now() - from)
    if (status !== 200) failures++
  }
  const worker = async (connection: Connection) => {
    for (;;) {
      const now = performance.now()
      if (now >= end) return
      if (rate === undefined) {
        await ask(connection, now)
        continue
      }
      const from = due
      due += 1_000 / rate
      if (from >= end) return
      if (from > now) await new Promise((resolve) => setTimeout(resolve, from - now))
      await ask(connection, from)
    }
  }
  await Promise.all(pool.map(worker))
  const took = (performance.now() - began) / 1_000
  for (const connection of pool) connection.close()

  latencies.sort((a, b) => a - b)
  const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0
  return {
    requests: latencies.length,
    perSecond: latencies.length / took,
    p50: at(0.5),
    p99: at(0.99),
    max: at(1),
    failures,
  }
}

const open = async (port: number): Promise<Connection> => {
  const socket = connect(port, '127.0.0.1')
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('error', reject)
  })
  socket.setNoDelay(true)
  const answers = readAnswers(socket)
  return {
    request: (path, body) => {
      const head = `HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n`
      socket.write(
        body === undefined
          ? `GET ${path} ${head}Accept-Encoding: br\r\n\r\n`
          : `POST ${path} ${head}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      )
      return answers.next()
    },
    close: () => socket.destroy(),
  }
}

/** Parses sequential responses, each with a Content-Length. */
const readAnswers = (socket: Socket) => {
  let received = ''
  let waiting: { resolve: (status: number) => void; reject: (error: Error) => void } | undefined
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => {
    received += chunk
    const headEnd = received.indexOf('\r\n\r\n')
    if (headEnd < 0) return
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(received.slice(0, headEnd))?.[1] ?? 0)
    if (received.length < headEnd + 4 + length) return
    const status = Number(received.slice(9, 12))
    received = received.slice(headEnd + 4 + length)
    waiting?.resolve(status)
  })
  socket.on('close', () => waiting?.reject(new Error('The server closed the connection')))
  return {
    next: () =>
      new Promise<number>((resolve, reject) => {
        waiting = { resolve, reject }
      }),
  }
}

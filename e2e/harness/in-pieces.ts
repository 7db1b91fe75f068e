import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Stands in front of a server and serves one document in two pieces, as a slow network does. */
export const serveInPieces = async (origin: string) => {
  let held = { path: '', at: 0, rest: Promise.resolve() }
  const server = createServer(async ({ url = '/' }, response) => {
    const answer = await fetch(new URL(url, origin))
    const body = Buffer.from(await answer.arrayBuffer())
    response.setHeader('content-type', answer.headers.get('content-type') ?? '')
    if (url !== held.path) {
      response.end(body)
      return
    }
    response.write(body.subarray(0, held.at))
    await held.rest
    response.end(body.subarray(held.at))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Serves the document at `path` up to the byte `at`; the rest after `release`. */
    hold: (path: string, at: number): { release: () => void } => {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = { path, at, rest: promise }
      return { release: resolve }
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

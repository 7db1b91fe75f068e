import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Starts a proxy that can send one document in pieces, like a slow network. */
export const serveInPieces = async (origin: string) => {
  let held = { path: '', ends: [0], rests: [Promise.resolve()] }
  const server = createServer(async ({ url = '/' }, response) => {
    const answer = await fetch(new URL(url, origin))
    const body = Buffer.from(await answer.arrayBuffer())
    response.setHeader('content-type', answer.headers.get('content-type') ?? '')
    let start = 0
    if (url === held.path)
      for (const [index, end] of held.ends.entries()) {
        response.write(body.subarray(start, end))
        start = end
        await held.rests[index]
      }
    response.end(body.subarray(start))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /**
     * Makes the proxy stop at each of the byte offsets `ends` of the document at `path`. Each `release` sends the bytes up to the next
     * offset; the last `release` sends the rest.
     */
    hold: (path: string, ends: number[]): { release: () => void } => {
      const waits = ends.map(() => Promise.withResolvers<void>())
      held = { path, ends, rests: waits.map(({ promise }) => promise) }
      return { release: () => waits.shift()?.resolve() }
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

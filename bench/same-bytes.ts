// A bare `node:http` server that sends the same compressed bytes as Kontor's home page. bench/site.ts compares the two.
import { createServer, get, type IncomingMessage } from 'node:http'

const url = process.argv[2] ?? ''
const response = await new Promise<IncomingMessage>((resolve, reject) => {
  get(url, { headers: { 'accept-encoding': 'br' } }, resolve).once('error', reject)
})
const body = Buffer.concat(await response.toArray())
const headers = {
  'content-type': response.headers['content-type'],
  'content-encoding': response.headers['content-encoding'],
  'content-length': body.length,
}

const server = createServer((_request, answer) => {
  answer.writeHead(200, headers)
  answer.end(body)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address && typeof address === 'object') process.send?.({ ready: `http://127.0.0.1:${address.port}` })
})
process.once('SIGTERM', () => {
  server.close()
  server.closeAllConnections()
  process.disconnect()
})

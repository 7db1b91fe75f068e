import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { prepareDrain } from './drain.ts'

test('cuts off and counts requests that are not answered in time', async () => {
  const server = createServer()
  onTestFinished(() => {
    server.close()
  })
  const drain = prepareDrain(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const broken = [1, 2].map(async () => {
    const call = request({ host: '127.0.0.1', port })
    call.end()
    const [error] = await once(call, 'error').catch((reason: unknown) => [reason])
    return error
  })
  await once(server, 'request')
  await once(server, 'request')
  expect(await drain(0)).toBe(2)
  expect(await Promise.all(broken)).toEqual([expect.any(Error), expect.any(Error)])
})

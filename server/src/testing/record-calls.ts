import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { inject } from 'vitest'

const recordedCalls = new Set<string>()

/** Records every answered route, as `GET /api/contacts/{id} 200`, for the check at the end of the run. */
export const recordCalls = (app: FastifyInstance): void => {
  const file = join(inject('calledEndpoints'), `${process.pid}`)
  app.addHook('onResponse', async ({ method, routeOptions: { url } }, { statusCode }) => {
    if (!url) return
    const call = `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')} ${statusCode}`
    if (recordedCalls.has(call)) return
    recordedCalls.add(call)
    appendFileSync(file, `${call}\n`)
  })
}

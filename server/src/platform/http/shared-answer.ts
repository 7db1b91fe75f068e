import type { Endpoint, EndpointAnswer } from '@kontor/contract/shared/endpoint'
import type { FastifyReply } from 'fastify'
import { safeEncode } from 'zod'

/**
 * Joins calls of the same work: whoever comes while it runs waits for the next run, together with all others who wait. A run
 * begins after everybody came whom it answers, so nobody is told what was true before they asked.
 */
export const joinCalls = <Result>(work: () => Promise<Result>): (() => Promise<Result>) => {
  let running: Promise<Result> | undefined
  let next: Promise<Result> | undefined
  const run = (): Promise<Result> => {
    const current = work().finally(() => {
      if (running === current) running = undefined
    })
    running = current
    return current
  }
  return () => {
    if (!running) return run()
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined
        return run()
      })
    return next
  }
}

/**
 * A handler for a list that is the same for everybody who may ask and costs much: of many who ask at once, all are answered by
 * at most two readings, each written out once. The answer is cut to the endpoint's schema like any other.
 */
export const sharedAnswer = <const E extends Endpoint>(
  endpoint: E,
  read: () => Promise<EndpointAnswer<E>>,
): ((context: { readonly reply: FastifyReply }) => Promise<EndpointAnswer<E>>) => {
  const written = joinCalls(async () => {
    const encoded = safeEncode(endpoint.response, await read())
    if (!encoded.success) throw encoded.error
    return Buffer.from(JSON.stringify(encoded.data))
  })
  return async ({ reply }) => {
    reply.type('application/json; charset=utf-8')
    // Bytes go out as they are; they are what the schema says, written out.
    return (await written()) as EndpointAnswer<E>
  }
}

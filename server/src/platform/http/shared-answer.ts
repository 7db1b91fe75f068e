import { promisify } from 'node:util'
import { constants, gzip, type ZlibOptions } from 'node:zlib'
import type { Endpoint, EndpointAnswer } from '@kontor/contract/shared/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type output, safeEncode, type ZodType } from 'zod'

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

const pack = promisify<Buffer, ZlibOptions, Buffer>(gzip)

interface SharedRead<Answer> {
  readonly read: () => Promise<Answer>
  /** A text that is another one whenever the answer is; much cheaper than the answer. */
  readonly fingerprint: () => Promise<string>
}

/** The same for work that depends on an input: calls are joined with those of an equal one. Nothing is remembered when all are done. */
const joinCallsBy = <Input, Result>(work: (input: Input) => Promise<Result>): ((input: Input) => Promise<Result>) => {
  const joined = new Map<string, { readonly ask: () => Promise<Result>; waiting: number }>()
  return async (input) => {
    const key = JSON.stringify(input)
    const calls = joined.get(key) ?? { ask: joinCalls(() => work(input)), waiting: 0 }
    joined.set(key, calls)
    calls.waiting += 1
    try {
      return await calls.ask()
    } finally {
      calls.waiting -= 1
      if (calls.waiting === 0) joined.delete(key)
    }
  }
}

/** Does work once for equal inputs, and remembers what it gave for the `most` inputs that came last. A failure is not remembered. */
export const rememberBy = <Input, Result>(
  most: number,
  work: (input: Input) => Promise<Result>,
): ((input: Input) => Promise<Result>) => {
  const remembered = new Map<string, Promise<Result>>()
  return (input) => {
    const key = JSON.stringify(input)
    const result = remembered.get(key) ?? work(input)
    // The last one that was asked for stands last.
    remembered.delete(key)
    remembered.set(key, result)
    const [oldest] = remembered.keys()
    if (remembered.size > most && oldest !== undefined) remembered.delete(oldest)
    result.catch(() => {
      if (remembered.get(key) === result) remembered.delete(key)
    })
    return result
  }
}

const writtenOut = <const E extends Endpoint>(endpoint: E, answer: EndpointAnswer<E>): Buffer => {
  const encoded = safeEncode(endpoint.response, answer)
  if (!encoded.success) throw encoded.error
  return Buffer.from(JSON.stringify(encoded.data))
}

/** A handler for a list that depends on nothing but its query: those who ask for the same at once are answered by one reading. */
export const sharedAnswerBy = <const E extends Endpoint & { readonly query: ZodType }>(
  endpoint: E,
  read: (query: output<E['query']>) => Promise<EndpointAnswer<E>>,
): ((context: { readonly query: output<E['query']>; readonly reply: FastifyReply }) => Promise<EndpointAnswer<E>>) => {
  const written = joinCallsBy(async (query: output<E['query']>) => writtenOut(endpoint, await read(query)))
  return async ({ query, reply }) => {
    reply.type('application/json; charset=utf-8')
    // Bytes go out as they are; they are what the schema says, written out.
    return (await written(query)) as EndpointAnswer<E>
  }
}

/**
 * A handler for a list that is the same for everybody who may ask and costs much: of many who ask at once, all are answered by
 * at most two readings, and while nothing has changed by the bytes of the last one. The answer is cut to the endpoint's schema
 * like any other.
 */
export const sharedAnswer = <const E extends Endpoint>(
  endpoint: E,
  { read, fingerprint }: SharedRead<EndpointAnswer<E>>,
): ((context: { readonly request: FastifyRequest; readonly reply: FastifyReply }) => Promise<EndpointAnswer<E>>) => {
  const write = async () => {
    const plain = writtenOut(endpoint, await read())
    return { plain, packed: await pack(plain, { level: constants.Z_BEST_SPEED }) }
  }
  let last: { readonly print: string; readonly bytes: Awaited<ReturnType<typeof write>> } | undefined
  const written = joinCalls(async () => {
    // Taken before the rows are read: a change in between makes the next fingerprint another one.
    const print = await fingerprint()
    if (last?.print !== print) last = { print, bytes: await write() }
    return last.bytes
  })
  return async ({ request, reply }) => {
    const { plain, packed } = await written()
    const takesPacked = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(request.headers['accept-encoding'] ?? '')
    reply.type('application/json; charset=utf-8').header('vary', 'Accept-Encoding')
    if (takesPacked) reply.header('content-encoding', 'gzip')
    // Bytes go out as they are; they are what the schema says, written out.
    return (takesPacked ? packed : plain) as EndpointAnswer<E>
  }
}

import type { Readable } from 'node:stream'
import type { LoginStep } from '@kontor/contract/second-factor/second-factor.rules'
import type { Caller, Endpoint, EndpointAnswer, EndpointRequest } from '@kontor/contract/shared/endpoint'
import { errorSchema } from '@kontor/contract/shared/errors'
import { noContent } from '@kontor/contract/shared/fields'
import { spreadsheetType } from '@kontor/contract/shared/spreadsheet'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import { type Origin, runInContext } from '../request-context.ts'
import { actorOf, type PrincipalFor } from '../session/principal.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The role that may call the route. The server does not start with a route without one (see `default-deny.ts`). */
    caller?: Caller
    /** The step of a login that the route is part of. */
    pending?: LoginStep | null
    /** True if a recent proof of identity is required (see `default-deny.ts`). A text names the cases that require one; the handler checks them. */
    confirm?: boolean | string
    /** True if the route takes a file; for the API documentation. */
    takesFile?: boolean
    /** True if the route responds with a stream of events; its duration isn't measured. */
    streams?: boolean
  }
}

/** The input of a handler: the validated input, the caller, and Fastify's own objects for headers and cookies. */
export type HandlerContext<E extends Endpoint> = EndpointRequest<E> & {
  readonly principal: PrincipalFor<E['caller']>
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/**
 * The result of a handler: the body of the endpoint's schema, or a stream of bytes for a file or events. A call that takes a file may also
 * return a stream whose type the handler has set.
 */
type HandlerAnswer<E extends Endpoint> = E extends { readonly produces: typeof spreadsheetType }
  ? ReadableStream<Uint8Array>
  : E extends { readonly produces: 'text/event-stream' }
    ? Readable
    : E extends { readonly takesFile: true }
      ? EndpointAnswer<E> | Readable
      : EndpointAnswer<E>

/** Milliseconds after which a call is answered with 503. Longer than any healthy call takes, shorter than people wait. */
const handlerTimeout = 10_000

/** The limit for calls with a file, including its transfer. Milliseconds. */
const transferTimeout = 10 * 60_000

/** Returns the origin of the request's writes: the session's user, or a visitor. */
const originOf = ({ principal, ip, log }: FastifyRequest): Origin => ({
  actor: principal ? actorOf(principal) : 'Besøkende',
  actorId: principal?.userId ?? null,
  actorKind: principal ? (principal.role === 'admin' ? 'admin' : 'user') : 'visitor',
  address: ip,
  log,
})

/**
 * Serves an endpoint of the contract: validates the input, and strips the response to its schema. `default-deny.ts` checks the caller
 * before. `options` are Fastify's route options (rate limits, body limits).
 */
export const serve = <const E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (context: HandlerContext<E>) => Promise<HandlerAnswer<E>>,
  options: Omit<RouteShorthandOptions, 'schema'> = {},
): void => {
  const status = endpoint.response === noContent ? 204 : 200
  const produces = endpoint.produces ?? 'application/json'
  const transfers = endpoint.takesFile || produces === spreadsheetType
  const streams = produces === 'text/event-stream'
  app.route({
    // No timeout for a stream of events, which stays open for hours.
    ...(!streams && { handlerTimeout: transfers ? transferTimeout : handlerTimeout }),
    ...options,
    method: endpoint.method,
    url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: {
      ...options.config,
      caller: endpoint.caller,
      pending: endpoint.pending ?? null,
      confirm: endpoint.confirm ?? false,
      takesFile: endpoint.takesFile ?? false,
      streams,
    },
    schema: {
      summary: endpoint.summary,
      ...(endpoint.produces && { produces: [endpoint.produces] }),
      ...(endpoint.params && { params: endpoint.params }),
      ...(endpoint.query && { querystring: endpoint.query }),
      ...(endpoint.body && { body: endpoint.body }),
      response: {
        [status]: endpoint.response,
        '4xx': endpoint.refusal ?? errorSchema,
        '5xx': errorSchema,
      },
    },
    handler: async (request, reply) => {
      const { params, query, body, principal } = request
      // Default deny and the validator compiler guarantee these four types, which Fastify's own can't express.
      const context = { params, query, body, principal, request, reply } as unknown as HandlerContext<E>
      const answer = await runInContext({ origin: originOf(request) }, () => handler(context))
      if (status === 204) return reply.code(204).send()
      if (!reply.hasHeader('content-type')) {
        reply.type(produces === spreadsheetType ? produces : `${produces}; charset=utf-8`)
      }
      return reply.code(status).send(answer)
    },
  })
}

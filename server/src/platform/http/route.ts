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
    /** The callers; a route without it does not start (see `default-deny.ts`). */
    caller?: Caller
    /** The step of a login that the route is part of. */
    pending?: LoginStep | null
    /** Demands a recent proof of who calls (see `default-deny.ts`); in words, the handler does so where that holds. */
    confirm?: boolean | string
    /** Takes a file; for the API documentation. */
    takesFile?: boolean
    /** Responds with a stream of events; its duration isn't measured. */
    streams?: boolean
  }
}

/** The input of a handler: the validated input, who calls, and Fastify's own objects for headers and cookies. */
export type HandlerContext<E extends Endpoint> = EndpointRequest<E> & {
  readonly principal: PrincipalFor<E['caller']>
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/**
 * The answer of a handler: what the endpoint's schema says, a file or events as a stream of bytes. A call that takes a file may also
 * answer a stream whose type the handler has set.
 */
type HandlerAnswer<E extends Endpoint> = E extends { readonly produces: typeof spreadsheetType }
  ? ReadableStream<Uint8Array>
  : E extends { readonly produces: 'text/event-stream' }
    ? Readable
    : E extends { readonly takesFile: true }
      ? EndpointAnswer<E> | Readable
      : EndpointAnswer<E>

/** Milliseconds after which a call is answered with 503: longer than any healthy one, shorter than people wait. */
const handlerTimeout = 10_000

/** The limit for calls that bring or fetch a file, the transfer included. */
const transferTimeout = 10 * 60_000

/** The user of the request's session; a visitor without one. */
const originOf = ({ principal, ip, log }: FastifyRequest): Origin => ({
  actor: principal ? actorOf(principal) : 'Besøkende',
  actorId: principal?.userId ?? null,
  actorKind: principal ? (principal.role === 'admin' ? 'admin' : 'user') : 'visitor',
  address: ip,
  log,
})

/**
 * Serves an endpoint of the contract: validates the input, answers only what the response schema names. Who may call is checked before, by
 * `default-deny.ts`.
 * `options` are Fastify's route options (rate limits, body limits).
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
    // A stream of events is open for hours.
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
      // Default deny and the validator compiler have made the four what the endpoint says; Fastify's own types can't know that.
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

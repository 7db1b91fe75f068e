import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import { currentContext, type RequestContext, runInContext } from '../request-context.ts'
import { startSpan } from '../tracing/tracing.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Shared by everything done for this request. */
    requestContext: RequestContext | null
  }
}

/** The name of a request's id in log lines. */
export const requestIdLabel = 'requestId'

const proxysId = /^[\w.-]{8,64}$/

/** Returns the `X-Request-Id` of a trusted proxy, otherwise an id of our own. */
export const requestIdOf =
  ({ trustProxy }: Pick<Config, 'trustProxy'>) =>
  ({ headers }: Pick<IncomingMessage, 'headers'>): string => {
    const given = headers['x-request-id']
    return trustProxy && typeof given === 'string' && proxysId.test(given) ? given : randomUUID()
  }

interface Bound {
  bindings(): Record<string, unknown>
}

/** Adds the request's id to log lines that aren't written with `request.log`, including those of its jobs. */
export const requestIdOfLine = (_line: object, _level: number, logger: Bound): Record<string, string> => {
  const requestId = currentContext()?.requestId
  return requestId === undefined || requestIdLabel in logger.bindings() ? {} : { [requestIdLabel]: requestId }
}

/** Gives each request its context and, if traces are collected, a span named by its route. Register before all other hooks. */
export const keepRequestContext = (app: FastifyInstance, { trustProxy }: Pick<Config, 'trustProxy'>): void => {
  app.decorateRequest('requestContext', null)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    const { url: route = 'unknown', config } = request.routeOptions
    const { traceparent } = request.headers
    const span = config.streams
      ? undefined
      : startSpan(
          {
            name: `${request.method} ${route}`,
            kind: 'server',
            attributes: { 'http.request.method': request.method, 'http.route': route, 'kontor.request_id': request.id },
          },
          trustProxy && typeof traceparent === 'string' ? traceparent : undefined,
        )
    const context = { requestId: request.id, span }
    request.requestContext = context
    runInContext(context, done)
  })
  // Enters the context again: a body arrives in socket events, which run outside it.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.requestContext) runInContext(request.requestContext, done)
    else done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode } = reply
    request.requestContext?.span?.end({ 'http.response.status_code': statusCode }, statusCode >= 500)
    done()
  })
}

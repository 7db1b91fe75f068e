import { norwegianMessage } from '@kontor/contract/shared/messages'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Config } from '../config/config.ts'
import { quickServer } from './answer-first.ts'
import { answerClientError } from './client-error.ts'
import { answerFrameworkError, handleErrors } from './error-handler.ts'
import { logRequests, serializers } from './request-log.ts'
import { secureAnswers, securityHeaders } from './security-headers.ts'

// A request that trickles in holds a connection no longer than this; a file of 20 MB may take a while. Milliseconds.
const requestTimeout = 5 * 60_000

/** Bytes of a JSON body; files have limits of their own. */
const bodyLimit = 100_000

/** Many clients name JSON as the type of every call: a DELETE without a body has none, whatever its type. */
const acceptEmptyDeletes = (app: FastifyInstance): void => {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '' && request.method === 'DELETE') done(null)
    else parseJson(request, String(body), done)
  })
}

/** An HTTP server that validates and answers by the contract's schemas, with the house's errors, headers and log. No routes yet. */
export const createServer = (config: Config): FastifyInstance => {
  // What a schema does not word itself is said in Norwegian.
  z.config({ localeError: norwegianMessage })
  const headersFor = securityHeaders(config)
  const quick = quickServer(requestTimeout)
  const app: FastifyInstance = Fastify({
    bodyLimit,
    // One proxy: only the address that it saw itself counts, not what the visitor wrote into the header before.
    trustProxy: config.trustProxy && ((_address, hop) => hop === 0),
    serverFactory: quick.serverFactory,
    // Requests that arrive on open connections while the server drains are answered, not refused.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    logger: config.logLevel === 'silent' ? false : { level: config.logLevel, serializers },
    logController: new LogController({ disableRequestLogging: true }),
    clientErrorHandler: answerClientError(headersFor),
    frameworkErrors: answerFrameworkError(headersFor, () => app.notFoundPage),
  })
  app.decorate('notFoundPage', null)
  quick.decorate(app)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.removeContentTypeParser('text/plain')
  acceptEmptyDeletes(app)
  handleErrors(app)
  logRequests(app)
  secureAnswers(app, headersFor)
  return app
}

import { composedValues } from '@kontor/contract/shared/composed'
import { norwegianMessage } from '@kontor/contract/shared/messages'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Config } from '../config/config.ts'
import { answerClientError } from './client-error.ts'
import { answerError, answerFrameworkError } from './error-handler.ts'
import { keepRequestContext, requestIdLabel, requestIdOf, requestIdOfLine } from './request-ids.ts'
import { logRequests, serializers } from './request-log.ts'
import { secureAnswers, securityHeaders } from './security-headers.ts'

/** The longest a request may trickle in; a file of 20 MB takes a while. Milliseconds. */
const requestTimeout = 5 * 60_000

/** Bytes of a JSON body; files have their own limits. */
const bodyLimit = 100_000

/** Accepts a DELETE with a JSON content type and no body, which many clients send. */
const acceptEmptyDeletes = (app: FastifyInstance): void => {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '' && request.method === 'DELETE') done(null)
    else parseJson(request, String(body), done)
  })
}

/** Composes every text that arrives with a request, before it is validated, stored, looked up or compared. */
const composeTexts = (app: FastifyInstance): void => {
  app.addHook('preValidation', async ({ body, query, params }) => {
    composedValues([body, query, params])
  })
}

/** An HTTP server without routes: schema validation, error answers, security headers and log. */
export const createServer = (config: Config): FastifyInstance => {
  // For schemas without a message of their own.
  z.config({ localeError: norwegianMessage })
  const headersFor = securityHeaders(config)
  const app: FastifyInstance = Fastify({
    bodyLimit,
    // Trusts one hop: the address that the proxy saw, not what the visitor wrote into the header.
    trustProxy: config.trustProxy && ((_address, hop) => hop === 0),
    requestTimeout,
    // Answers requests that arrive on open connections while the server drains.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    logger: config.logLevel === 'silent' ? false : { level: config.logLevel, serializers, mixin: requestIdOfLine },
    genReqId: requestIdOf(config),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: requestIdLabel }),
    clientErrorHandler: answerClientError(headersFor),
    frameworkErrors: answerFrameworkError(headersFor),
  })
  app.decorate('notFoundPage', null)
  app.decorate('refusedForms', null)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.removeContentTypeParser('text/plain')
  acceptEmptyDeletes(app)
  app.setErrorHandler(answerError)
  keepRequestContext(app, config)
  logRequests(app)
  composeTexts(app)
  secureAnswers(app, headersFor)
  return app
}

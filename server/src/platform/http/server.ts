import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { composedValues } from '@kontor/contract/shared/composed'
import { norwegianMessage } from '@kontor/contract/shared/messages'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Config } from '../config/config.ts'
import { sentenceOf } from '../errors/sentences.ts'
import { answerError, answerFrameworkError } from './error-handler.ts'
import { keepRequestContext, requestIdLabel, requestIdOf, requestIdOfLine } from './request-ids.ts'
import { logRequests, serializers } from './request-log.ts'
import { type HeadersFor, secureAnswers, securityHeaders } from './security-headers.ts'

const statuses: Readonly<Record<string, number>> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }

// regexp: fixed words, anchored at the beginning.
const apiCall = /^[A-Z]+ \/+api[/? ]/i

/** Returns an HTML page with the status's message in both languages. */
const page = (status: number): string =>
  `<!doctype html><html lang="nb"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${STATUS_CODES[status]}</title><p>${sentenceOf(status, 'no')}</p><p lang="en">${sentenceOf(status, 'en')}</p></html>`

/**
 * Answers unparseable requests (a far too long URL, an endless header) and closes the connection. Answers JSON if the last packet begins like a
 * call of the API, else a page. The earlier packets of a long header are not available.
 */
const answerClientError =
  (headersFor: HeadersFor) =>
  (error: Error & { readonly code?: string; readonly rawPacket?: unknown }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    const status = statuses[error.code ?? ''] ?? 400
    const { rawPacket } = error
    const isCall = Buffer.isBuffer(rawPacket) && apiCall.test(rawPacket.toString('latin1', 0, 20))
    const body = isCall ? JSON.stringify({ error: sentenceOf(status, 'no') }) : page(status)
    const headers = {
      ...headersFor('/api'),
      'content-type': `${isCall ? 'application/json' : 'text/html'}; charset=utf-8`,
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    if (socket.writable) socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
    socket.destroy(error)
  }

/** Maximum time to receive a request, in milliseconds. A file of 20 MB can take minutes. */
const requestTimeout = 5 * 60_000

/** Maximum size of a JSON body in bytes. Files have their own limits. */
const bodyLimit = 100_000

/** Accepts a DELETE with a JSON content type and no body, which many clients send. */
const acceptEmptyDeletes = (app: FastifyInstance): void => {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '' && request.method === 'DELETE') done(null)
    else parseJson(request, String(body), done)
  })
}

/** Normalizes a request's body, query and parameters to Unicode NFC before they are validated. */
const composeTexts = (app: FastifyInstance): void => {
  app.addHook('preValidation', async ({ body, query, params }) => {
    composedValues([body, query, params])
  })
}

/** Creates the HTTP server without routes: schema validation, error answers, security headers and log. */
export const createServer = (config: Config): FastifyInstance => {
  // Sets the texts for schema errors that have no message of their own.
  z.config({ localeError: norwegianMessage })
  const headersFor = securityHeaders(config)
  const app: FastifyInstance = Fastify({
    bodyLimit,
    // Trusts only the last address in X-Forwarded-For, which the proxy added. The visitor may have written the others.
    trustProxy: config.trustProxy && ((_address, hop) => hop === 0),
    requestTimeout,
    // Answers requests on open connections while the server drains, instead of rejecting them with 503.
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
  app.decorate('plainPages', new Map())
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

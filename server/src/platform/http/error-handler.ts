import type { ErrorAnswer } from '@kontor/contract/shared/errors'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { isTransientFailure, isUnstorable } from '../database/failures.ts'
import { HttpError, TooManyRequests } from '../errors/http-error.ts'
import { sentenceFor } from '../errors/sentences.ts'
import { type StaticFile, sendFile } from './assets.ts'
import { pageFor } from './not-found.ts'
import type { HeadersFor } from './security-headers.ts'

/** `Retry-After` while the server or its database is unavailable. Seconds. */
const retryAfterSeconds = 5

/** Returns one message per field; `error` is all messages joined. */
const describeInvalid = (error: FastifyError, request: FastifyRequest): ErrorAnswer => {
  const fields: Record<string, string> = {}
  const sentences = new Set<string>()
  for (const { instancePath, message } of error.validation ?? []) {
    const path = instancePath.slice(1).replaceAll('/', '.')
    const sentence = message ?? sentenceFor(400, request)
    sentences.add(sentence)
    if (path) fields[path] ??= sentence
  }
  const joined = [...sentences].join('. ')
  return Object.keys(fields).length > 0 ? { error: joined, fields } : { error: joined || sentenceFor(400, request) }
}

/** Returns the status and body of the response to a request that failed with `error`. */
export const describeFailure = (
  error: FastifyError,
  request: FastifyRequest,
): { readonly status: number; readonly answer: ErrorAnswer } => {
  if (error instanceof HttpError) return { status: error.statusCode, answer: error.answer }
  if (hasZodFastifySchemaValidationErrors(error)) return { status: 400, answer: describeInvalid(error, request) }
  if (isTransientFailure(error)) return { status: 503, answer: { error: sentenceFor(503, request) } }
  if (isUnstorable(error)) return { status: 400, answer: { error: sentenceFor(400, request) } }
  // Fastify's own errors carry a status (bad JSON, too large, wrong media type), but their messages are for developers.
  const status = error.statusCode !== undefined && error.statusCode >= 400 ? error.statusCode : 500
  return { status, answer: { error: sentenceFor(status, request) } }
}

/** Headers for an error within one of our frames. Without headers that allow framing, a browser would show its own error page. */
const frameHeaders = {
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'self'",
  'x-frame-options': 'SAMEORIGIN',
  'content-type': 'text/plain; charset=utf-8',
} as const

/** Responds to an error with `page` if given, with plain text in a frame, else with `{error, fields?}`. Details only go to the log. */
export const answerError = (
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  page?: StaticFile,
): FastifyReply | Promise<FastifyReply> => {
  const { status, answer } = describeFailure(error, request)
  if (status >= 500) request.log.error({ err: error }, 'request failed')
  if (error instanceof TooManyRequests) reply.header('retry-after', error.retryAfterSeconds)
  if (status === 503) reply.header('retry-after', retryAfterSeconds)
  if (page) return sendFile(request, reply.code(status), page)
  if (request.headers['sec-fetch-dest'] === 'iframe') return reply.code(status).headers(frameHeaders).send(answer.error)
  return reply.code(status).type('application/json; charset=utf-8').send(answer)
}

/** Answers errors that occur before routing, such as a URL that can't be decoded. Sets the headers itself, since no hook has run yet. */
export const answerFrameworkError =
  (headersFor: HeadersFor) =>
  (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    reply.headers(headersFor(request.url))
    const page = pageFor(request)
    if (page) Promise.resolve(page(request, reply)).catch((failure) => answerError(failure, request, reply))
    else answerError(error, request, reply)
  }

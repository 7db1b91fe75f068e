import type { FastifyInstance, FastifyRequest } from 'fastify'
import { beforeToken, decoded } from './private-paths.ts'

const mask = '***'

/** A run of what may stand in an e-mail address; whether it holds one is decided apart, so that the time stays linear. */
const run = /[^\s"'(),/:;<>=[\]\\]+/g

const holdsEmailAddress = (text: string): boolean => {
  const at = text.indexOf('@', 1)
  return at > 0 && at < text.length - 1
}

/** Random tokens are 43 characters of base64url; ids (uuids, numbers) are shorter. */
const longRun = /[\w-]{40,}/

/** A path's segments, without what stands where a token does, whatever its shape, and without what looks like one. */
const maskSegments = (path: string): string => {
  const segments = path.split('/')
  const isToken = (position: number) => {
    const before = segments.slice(0, position).findLast((segment) => segment !== '') ?? ''
    return decoded(before).toLowerCase() === beforeToken
  }
  return segments
    .map((segment, position) => (segment !== '' && (isToken(position) || longRun.test(segment)) ? mask : segment))
    .join('/')
}

/** Query parameters that never hold anything about a person. */
const plainParameters = new Set(['page', 'size', 'sort', 'status', 'dryRun'])

/** A text for the log, without e-mail addresses. */
export const maskText = (text: string): string =>
  text.replaceAll(run, (part) => (holdsEmailAddress(part) ? mask : part))

/** A request's path and query for the log, without tokens, secrets, search texts and e-mail addresses. */
export const maskUrl = (url: string): string => {
  const [path = '', query] = url.split('?', 2)
  const masked = maskText(maskSegments(path).replaceAll('%40', '@'))
  if (query === undefined) return masked
  const parameters = [...new URLSearchParams(query)].map(([name, value]) =>
    plainParameters.has(name) ? `${name}=${maskText(value)}` : `${maskText(name)}=${mask}`,
  )
  return `${masked}?${parameters.join('&')}`
}

type LoggedError = {
  readonly type: string
  readonly message: string
  readonly stack: string
  readonly code?: string
  readonly cause?: LoggedError
}

const beforeValues = '\nparams: '

/** drizzle puts the values of a failed query, a person's data and password hashes, at the end of its message: they may hold anything. */
const messageOf = ({ message }: Error): string => message.split(beforeValues, 1)[0] ?? ''

/** Where the error was thrown, under its own message: the lines behind the message, which stands at the stack's beginning. */
const stackOf = (error: Error): string => {
  const stack = error.stack ?? ''
  const at = stack.indexOf(error.message)
  if (at < 0) return stack.split(beforeValues, 1)[0] ?? ''
  return `${stack.slice(0, at)}${messageOf(error)}${stack.slice(at + error.message.length)}`
}

/** An error for the log: without a query's values and e-mail addresses. */
export const maskError = (error: unknown): LoggedError => {
  if (!(error instanceof Error)) return { type: typeof error, message: maskText(String(error)), stack: '' }
  return {
    type: error.constructor.name,
    message: maskText(messageOf(error)),
    ...('code' in error && { code: String(error.code) }),
    stack: maskText(stackOf(error)),
    ...(error.cause !== undefined && { cause: maskError(error.cause) }),
  }
}

/** How the log writes what it is handed: `request.log.error({ err })`. */
export const serializers = {
  err: maskError,
  req: (request: FastifyRequest) => ({ method: request.method, url: maskUrl(request.url) }),
}

/** Logs one line for each answered request. */
export const logRequests = (app: FastifyInstance): void => {
  app.addHook('onResponse', (request, reply, done) => {
    const ms = Math.round(reply.elapsedTime * 10) / 10
    request.log.info({ req: request, status: reply.statusCode, ms, ip: request.ip }, 'answered')
    done()
  })
}

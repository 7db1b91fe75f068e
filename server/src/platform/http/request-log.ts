import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { precedesToken } from './private-paths.ts'

const mask = '***'

/** Matches runs of characters allowed in an e-mail address. `containsEmailAddress` then checks each run, which keeps the time linear. */
const addressRun = /[^\s"'(),/:;<>=[\]\\]+/g

const containsEmailAddress = (text: string): boolean => {
  const at = text.indexOf('@', 1)
  return at > 0 && at < text.length - 1
}

/** Random tokens are 43 characters of base64url; ids (uuids, numbers) are shorter. */
const tokenLike = /[\w-]{40,}/

/** Masks path segments at a token's position, whatever they look like, and segments elsewhere that look like a token. */
const maskSegments = (path: string): string => {
  const segments = path.split('/')
  const isToken = (position: number) =>
    precedesToken(segments.slice(0, position).findLast((segment) => segment !== '') ?? '')
  return segments
    .map((segment, position) => (segment !== '' && (isToken(position) || tokenLike.test(segment)) ? mask : segment))
    .join('/')
}

/** Query parameters that never contain personal data. */
const unmaskedParameters = new Set(['page', 'size', 'sort', 'status', 'dryRun'])

/** Masks e-mail addresses in a text for the log. */
export const maskText = (text: string): string =>
  text.replaceAll(addressRun, (part) => (containsEmailAddress(part) ? mask : part))

/** Masks tokens, secrets, search texts and e-mail addresses in a request's path and query for the log. */
export const maskUrl = (url: string): string => {
  const [path = '', query] = url.split('?', 2)
  const masked = maskText(maskSegments(path).replaceAll('%40', '@'))
  if (query === undefined) return masked
  const parameters = [...new URLSearchParams(query)].map(([name, value]) =>
    unmaskedParameters.has(name) ? `${name}=${maskText(value)}` : `${maskText(name)}=${mask}`,
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

const valuesMarker = '\nparams: '

/** Drops the values of a failed query from an error's message, where drizzle puts them: they may be personal data or password hashes. */
const messageWithoutValues = ({ message }: Error): string => message.split(valuesMarker, 1)[0] ?? ''

const stackWithoutValues = (error: Error): string => {
  const stack = error.stack ?? ''
  const at = stack.indexOf(error.message)
  if (at < 0) return stack.split(valuesMarker, 1)[0] ?? ''
  return `${stack.slice(0, at)}${messageWithoutValues(error)}${stack.slice(at + error.message.length)}`
}

/** Converts an error for the log: without a query's values and e-mail addresses. */
export const maskError = (error: unknown): LoggedError => {
  if (!(error instanceof Error)) return { type: typeof error, message: maskText(String(error)), stack: '' }
  return {
    type: error.constructor.name,
    message: maskText(messageWithoutValues(error)),
    ...('code' in error && { code: String(error.code) }),
    stack: maskText(stackWithoutValues(error)),
    ...(error.cause !== undefined && { cause: maskError(error.cause) }),
  }
}

export const serializers = {
  err: maskError,
  req: (request: FastifyRequest) => ({ method: request.method, url: maskUrl(request.url) }),
}

/** Returns true if a call was refused for lack of rights. A call that only needs a recent proof of identity doesn't count. */
const isRefused = (request: FastifyRequest, { statusCode }: FastifyReply): boolean =>
  statusCode === 403 && !(request.routeOptions.config.confirm && request.principal)

export const logRequests = (app: FastifyInstance): void => {
  app.addHook('onResponse', (request, reply, done) => {
    const ms = Math.round(reply.elapsedTime * 10) / 10
    const line = { req: request, status: reply.statusCode, ms, ip: request.ip }
    if (isRefused(request, reply)) {
      const userId = request.session?.principal?.userId
      request.log.warn({ event: 'access-refused', userId, ...line }, 'security event')
    } else request.log.info(line, 'answered')
    done()
  })
}

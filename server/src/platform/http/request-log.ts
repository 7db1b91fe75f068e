import type { FastifyInstance, FastifyRequest } from 'fastify'

const mask = '***'

/** A run of what may stand in an e-mail address; whether it holds one is decided apart, so that the time stays linear. */
const run = /[^\s"'(),/:;<>=[\]\\]+/g

const holdsEmailAddress = (text: string): boolean => {
  const at = text.indexOf('@', 1)
  return at > 0 && at < text.length - 1
}

/** Random tokens are 43 characters of base64url; ids (uuids, numbers) are shorter. */
const longSegment = /^[\w-]{40,}$/

/** Query parameters that never hold anything about a person. */
const plainParameters = new Set(['page', 'size', 'sort', 'status', 'dryRun'])

/** A text for the log, without e-mail addresses. */
export const maskText = (text: string): string =>
  text.replaceAll(run, (part) => (holdsEmailAddress(part) ? mask : part))

/** A request's path and query for the log, without tokens, secrets, search texts and e-mail addresses. */
export const maskUrl = (url: string): string => {
  const [path = '', query] = url.split('?', 2)
  const segments = path.split('/').map((segment) => (longSegment.test(segment) ? mask : segment))
  const masked = maskText(segments.join('/').replaceAll('%40', '@'))
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

/** drizzle puts the values of a failed query, a person's data and password hashes, in its message. */
const withoutValues = (text: string): string => text.replace(/\nparams: [\s\S]*?(?=\n {4}at |$)/, '')

/** An error for the log: without a query's values and e-mail addresses. */
export const maskError = (error: unknown): LoggedError => {
  if (!(error instanceof Error)) return { type: typeof error, message: maskText(String(error)), stack: '' }
  return {
    type: error.constructor.name,
    message: maskText(withoutValues(error.message)),
    ...('code' in error && { code: String(error.code) }),
    stack: maskText(withoutValues(error.stack ?? '')),
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

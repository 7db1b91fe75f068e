import type { Endpoint, EndpointAnswer, EndpointInput } from '@kontor/contract/shared/endpoint'
import { confirmationRequired, type ErrorAnswer, errorSchema } from '@kontor/contract/shared/errors'
import { nextCursorHeader } from '@kontor/contract/shared/paging'
import { asOwnChange, followOwnChanges } from './own-versions.ts'

/** An error response. The message is `"<status>: <text>"`, where the text is the answer's `error`, else its body, else the status text. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly text: string
  /** True if the text is a message for the user, not the answer of a proxy or a broken server. */
  readonly explained: boolean
  /** An error message for each invalid field. */
  readonly fields: Readonly<Record<string, string>>
  /** The current entity on a version conflict, not validated. */
  readonly current: unknown
  /** The whole answer, not validated; undefined if it isn't JSON. */
  readonly body: unknown

  constructor(status: number, text: string, answer?: Omit<ErrorAnswer, 'error'>, body?: unknown) {
    super(`${status}: ${text}`)
    this.status = status
    this.text = text
    this.explained = answer !== undefined
    this.fields = answer?.fields ?? {}
    this.current = answer?.current
    this.body = body
  }
}

/** The server rejects the call until the user proves their identity. */
class ConfirmationError extends ApiError {}

/** The session has expired. The user has to log in again. */
export class SessionExpiredError extends ApiError {}

/** Thrown if no response arrived: the server or the network is down. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'

  constructor(cause: unknown) {
    super('Fikk ikke kontakt med serveren. Sjekk nettforbindelsen og prøv igjen.', { cause })
  }
}

/** Returns the message to show the user for an error that a call threw. */
export const errorText = (error: unknown): string => {
  // Calls also throw it if another user has logged in instead, or if the new session has expired.
  if (error instanceof SessionExpiredError) return 'Økten var utløpt. Prøv igjen.'
  if (error instanceof ApiError) {
    return error.explained ? error.text : `Serveren svarte ikke som ventet (${error.status}). Prøv igjen om litt.`
  }
  return error instanceof Error ? error.message : String(error)
}

/** Returns the raw message of an error that a call threw, for a toast: `"<status>: <text>"` for an error response. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

interface Parts {
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

const unauthorizedListeners = new Set<() => void>()

/** Calls `listener` whenever a call fails for lack of a session. Returns the unsubscribe function. */
export const onUnauthorized = (listener: () => void): (() => void) => {
  unauthorizedListeners.add(listener)
  return () => void unauthorizedListeners.delete(listener)
}

/** Asks the user for the missing part of a rejected call. Resolves to true to repeat the call. */
export type Ask = () => Promise<boolean>

let askForConfirmation: Ask | undefined

/** Calls `ask` whenever a call is rejected because the user must prove their identity first. Returns the unsubscribe function. */
export const onConfirmationRequired = (ask: Ask): (() => void) => {
  askForConfirmation = ask
  return () => {
    if (askForConfirmation === ask) askForConfirmation = undefined
  }
}

let askForLogin: Ask | undefined

/**
 * Calls `ask` whenever a call fails because the session has expired. The call waits for the answer, and is repeated at most once. Returns
 * the unsubscribe function.
 */
export const onSessionExpired = (ask: Ask): (() => void) => {
  askForLogin = ask
  return () => {
    if (askForLogin === ask) askForLogin = undefined
  }
}

const fillPath = (path: string, params: Parts['params']): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params?.[name])))

const queryString = (query: Parts['query']): string => {
  const entries = Object.entries(query ?? {}).flatMap(([key, value]): [string, string][] =>
    value === undefined || value === null || value === '' ? [] : [[key, String(value)]],
  )
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries)}`
}

/** Returns the URL of a call, for links, forms and frames. */
export const urlOf = <const E extends Endpoint>(endpoint: E, input: EndpointInput<E>): string => {
  const { params, query } = input as Parts
  return fillPath(endpoint.path, params) + queryString(query)
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns true if the session is missing or, in the panel, not an administrator's: another user may have logged in from another tab. */
const isSessionGone = ({ caller }: Endpoint, status: number): boolean =>
  (status === 401 && caller !== 'public') || (status === 403 && caller === 'admin')

const failureOf = (endpoint: Endpoint, status: number, code: string | undefined): typeof ApiError => {
  if (code === confirmationRequired) return ConfirmationError
  return isSessionGone(endpoint, status) ? SessionExpiredError : ApiError
}

/** Rethrows a failed fetch, or failed read of a body, as `NetworkError`; an abort stays as it is. */
const failUnlessAborted = (cause: unknown): never => {
  throw cause instanceof DOMException && cause.name === 'AbortError' ? cause : new NetworkError(cause)
}

const toApiError = async (endpoint: Endpoint, response: Response): Promise<ApiError> => {
  const text = await response.text().catch(failUnlessAborted)
  const body = parseJson(text)
  const answer = errorSchema.safeParse(body)
  const Failure = failureOf(endpoint, response.status, answer.data?.code)
  return answer.success
    ? new Failure(response.status, answer.data.error, answer.data, body)
    : new Failure(response.status, text || response.statusText)
}

const readAnswer = async <E extends Endpoint>(endpoint: E, response: Response): Promise<EndpointAnswer<E>> => {
  const body = await response.text().catch(failUnlessAborted)
  const answer = endpoint.response.safeParse(endpoint.produces === undefined ? parseJson(body) : body)
  if (!answer.success) {
    throw new ApiError(response.status, 'Svaret fra serveren var ikke som ventet. Last siden på nytt.', {})
  }
  // The endpoint's own schema parsed it; the compiler can't see that through the generic.
  return answer.data as EndpointAnswer<E>
}

/** Asks the user for the missing part of a rejected call. Resolves to true if the call can then be repeated. */
const mayRepeat = async (error: ApiError, { pending }: Endpoint, hasLoggedInAgain: boolean): Promise<boolean> => {
  if (error instanceof ConfirmationError) return (await askForConfirmation?.()) ?? false
  if (!(error instanceof SessionExpiredError)) return false
  for (const listener of unauthorizedListeners) listener()
  const renewal = askForLogin?.()
  // A call of an unfinished login doesn't wait for the new login, since that login would wait for the call.
  if (renewal === undefined || hasLoggedInAgain || pending !== undefined) return false
  return renewal
}

/**
 * Sends a request to an endpoint, with the session cookie and the input's params and query; `makeInit` returns the body and headers of each
 * attempt. Resolves to a successful response whose body hasn't been read. Throws as `call` does.
 */
export const send = async (
  endpoint: Endpoint,
  address: Omit<Parts, 'body'>,
  makeInit: () => Omit<RequestInit, 'method'>,
  hasLoggedInAgain = false,
): Promise<Response> => {
  const request = { method: endpoint.method, credentials: 'include', ...makeInit() } as const
  const response = await fetch(urlOf(endpoint, address), request).catch(failUnlessAborted)
  if (response.ok) return response
  const error = await toApiError(endpoint, response)
  if (!(await mayRepeat(error, endpoint, hasLoggedInAgain))) throw error
  return send(endpoint, address, makeInit, hasLoggedInAgain || error instanceof SessionExpiredError)
}

/** An answer and its ETag, which is null if the server sent none. */
export interface Tagged<Answer> {
  readonly answer: Answer
  readonly etag: string | null
}

interface CallOptions {
  readonly signal?: AbortSignal
  readonly ifMatch?: string | null
}

const callWithHeaders = async <const E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  options: CallOptions,
): Promise<{ readonly answer: EndpointAnswer<E>; readonly headers: Headers }> => {
  const { body, ...address } = input as Parts
  const { signal, ifMatch } = options
  const response = await send(endpoint, address, () => ({
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(ifMatch && { 'if-match': ifMatch }),
    },
    body: JSON.stringify(body),
    signal: signal ?? null,
  }))
  return { answer: await readAnswer(endpoint, response), headers: response.headers }
}

/** Calls like `call`, and returns the answer's ETag. The server rejects the call unless `ifMatch` is still the ETag. */
export const callTagged = async <const E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  options: CallOptions = {},
): Promise<Tagged<EndpointAnswer<E>>> => {
  const { answer, headers } = await callWithHeaders(endpoint, input, options)
  return { answer, etag: headers.get('etag') }
}

/** A page of a list. `nextCursor` fetches the next page; it is null on the last page. */
export interface CursorPage<Rows> {
  readonly rows: Rows
  readonly nextCursor: string | null
}

/** Calls like `call`, for a list in pages. */
export const callPage = async <const E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  options: CallOptions = {},
): Promise<CursorPage<EndpointAnswer<E>>> => {
  const { answer, headers } = await callWithHeaders(endpoint, input, options)
  return { rows: answer, nextCursor: headers.get(nextCursorHeader) }
}

/**
 * Calls an endpoint, with the session cookie. A deletion sends the version that the user's own latest change resulted in. Throws `ApiError`
 * for an error response or one that doesn't match the contract, `NetworkError` without a response.
 */
export const call = async <const E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  options: CallOptions = {},
): Promise<EndpointAnswer<E>> => {
  const { params, query } = input as Parts
  const path = fillPath(endpoint.path, params)
  const answerTo = async (sent: EndpointInput<E>) => (await callWithHeaders(endpoint, sent, options)).answer
  if (endpoint.method === 'GET') return answerTo(input)
  if (endpoint.method !== 'DELETE') return asOwnChange(path, answerTo(input))
  if (typeof query?.version !== 'number') return answerTo(input)
  const version = await followOwnChanges(path, query.version)
  // Only the version differs, which the compiler can't see through the generic.
  return answerTo(Object.assign({}, input, { query: { ...query, version } }))
}

/** Returns a function that calls an endpoint with its input. */
export const callWith =
  <const E extends Endpoint>(endpoint: E) =>
  (input: EndpointInput<E>): Promise<EndpointAnswer<E>> =>
    call(endpoint, input)

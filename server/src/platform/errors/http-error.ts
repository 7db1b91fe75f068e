import type { ErrorAnswer } from '@kontor/contract/shared/errors'
import type { ImportRefusal } from '@kontor/contract/shared/imports'

/** Import errors also state that nothing was imported. */
type Answer = ErrorAnswer | ImportRefusal

/** An error response: an HTTP status, a message for the user and, for invalid fields, one message each. */
export class HttpError extends Error {
  readonly statusCode: number
  readonly answer: Answer

  constructor(
    statusCode: number,
    error: string,
    details: Omit<ErrorAnswer, 'error'> | Omit<ImportRefusal, 'error'> = {},
  ) {
    super(error)
    this.statusCode = statusCode
    this.answer = { error, ...details }
  }
}

/** The error 429 with the value of `Retry-After`, in seconds. */
export class TooManyRequests extends HttpError {
  readonly retryAfterSeconds: number

  constructor(error: string, retryAfterSeconds: number) {
    super(429, error)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export const notFound = (sentence: string): HttpError => new HttpError(404, sentence)

/** Returns the error for an entity that has changed since it was read; `current` is its current state. */
export const staleVersion = (current: unknown): HttpError =>
  new HttpError(409, 'Endret av en annen i mellomtiden. Last inn på nytt og prøv igjen.', { current })

/** Returns the row that a query finds. @throws HttpError `missing` if it finds none */
export const orThrow = async <Row>(query: PromiseLike<Row | undefined>, missing: () => HttpError): Promise<Row> => {
  const row = await query
  if (row === undefined) throw missing()
  return row
}

/**
 * Returns the row of a versioned update.
 * @throws HttpError 409 with the current row if the version was stale, `missing` if there is no row
 */
export const rejectStale = async <Row>(
  update: Promise<Row | undefined>,
  find: () => Promise<Row | undefined>,
  missing: () => HttpError,
): Promise<Row> => {
  const updated = await update
  if (updated) return updated
  const current = await find()
  throw current ? staleVersion(current) : missing()
}

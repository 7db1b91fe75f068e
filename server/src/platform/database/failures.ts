import { errorCode } from '../errors/error-code.ts'
import { HttpError } from '../errors/http-error.ts'
import { DatabaseSilent } from './silence.ts'

/**
 * Transient SQLSTATE classes and codes, from https://www.postgresql.org/docs/current/errcodes-appendix.html.
 * Unreachable: connection exceptions (08), shutting down or starting up (57P0x), an idle transaction or session that timed out.
 * Reachable but unable: out of disk, memory or connections (53), a read-only standby (25006), an I/O error (58030), a statement or lock
 * timeout (57014, 55P03), serialization failures and deadlocks (40).
 */
const transientSqlStates = /^(08...|40...|53...|57P0[1235]|57014|25P03|25006|55P03|58030)$/

const socketCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/** The driver's messages for errors without a code: a connection broke, or none became available in time. */
const driverMessages =
  /^(Connection terminated|timeout (exceeded when trying to connect|expired)|Query read timeout|Client (has encountered a connection error|was closed)|Cannot use a pool after)/

const isTransient = (error: Error): boolean => {
  if (error instanceof DatabaseSilent) return true
  const code = errorCode(error) ?? ''
  const syscall = 'syscall' in error ? error.syscall : undefined
  if (transientSqlStates.test(code)) return true
  if (socketCodes.has(code)) return ['connect', 'read', 'write', 'getaddrinfo'].includes(String(syscall))
  return driverMessages.test(error.message)
}

/** Returns the driver's error that drizzle wrapped. Returns other errors unchanged, since the database didn't cause them. */
const driverError = (error: unknown): unknown =>
  error instanceof Error && 'query' in error && error.cause instanceof Error ? error.cause : error

const hasCode = (error: unknown, codes: readonly string[]): boolean =>
  codes.includes(errorCode(driverError(error)) ?? '')

/** Returns true if a query failed because the database is unreachable, read-only, out of space or too slow. The same query may succeed later. */
export const isTransientFailure = (error: unknown): boolean => {
  const cause = driverError(error)
  return cause instanceof Error && isTransient(cause)
}

/** Returns true if a query failed because a text has a character that PostgreSQL can't store (NUL). */
export const isUnstorable = (error: unknown): boolean => hasCode(error, ['22021', '22P05'])

/** Returns true if the query failed because the database role lacks a right. */
export const isForbidden = (error: unknown): boolean => hasCode(error, ['42501'])

/** Returns true if a write violated a unique constraint. */
export const isDuplicate = (error: unknown): boolean => hasCode(error, ['23505'])

/** Returns the 409 error for a value that must be unique but belongs to another row. */
export const takenError = (field: string, sentence: string): HttpError =>
  new HttpError(409, sentence, { fields: { [field]: sentence } })

/** Awaits a write. @throws HttpError 409 when it violates a unique constraint */
export const rejectTaken = async <Row>(write: Promise<Row>, field: string, sentence: string): Promise<Row> => {
  try {
    return await write
  } catch (error) {
    throw isDuplicate(error) ? takenError(field, sentence) : error
  }
}

/**
 * Returns true if a write violated a foreign key: other rows refer to the row, or the row it refers to does not exist.
 * PostgreSQL 18 has a separate code (23001) for `ON DELETE RESTRICT`; older versions use 23503 for both.
 */
export const breaksForeignKey = (error: unknown): boolean => hasCode(error, ['23503', '23001'])

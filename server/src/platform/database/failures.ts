import { DatabaseSilent } from './silence.ts'

/**
 * SQLSTATE classes and codes that say "not now", by https://www.postgresql.org/docs/current/errcodes-appendix.html.
 * Away: connection exceptions, shutting down, starting up, a transaction or session that was ended for its silence.
 * There, but not able to: out of disk, memory or connections (53), a read-only standby (25006), its disk fails (58030), a statement or a
 * lock that took too long (57014, 55P03), and two transactions in each other's way (40).
 */
const sqlStates = /^(08...|40...|53...|57P0[1235]|57014|25P03|25006|55P03|58030)$/

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

/** What the driver says, without a code, when a connection breaks or none can be had in time. */
const driverSentences =
  /^(Connection terminated|timeout (exceeded when trying to connect|expired)|Query read timeout|Client (has encountered a connection error|was closed)|Cannot use a pool after)/

const saysNotNow = (error: Error): boolean => {
  if (error instanceof DatabaseSilent) return true
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const syscall = 'syscall' in error ? error.syscall : undefined
  if (sqlStates.test(code)) return true
  if (socketCodes.has(code)) return ['connect', 'read', 'write', 'getaddrinfo'].includes(String(syscall))
  return driverSentences.test(error.message)
}

/** The driver's error, out of drizzle's wrapper; what causes any other error is the business of who talks to that service. */
const driverError = (error: unknown): Error | undefined => {
  if (!(error instanceof Error)) return undefined
  return 'query' in error && error.cause instanceof Error ? error.cause : error
}

/**
 * True when a query failed because of the database's state and not because of the query: it cannot be reached, cannot be written, has no
 * room or takes too long. The same query may succeed later.
 */
export const isNotNow = (error: unknown): boolean => {
  const cause = driverError(error)
  return cause !== undefined && saysNotNow(cause)
}

/** True when a text holds a character that PostgreSQL cannot store (NUL) and no schema had refused it. */
export const isUnstorable = (error: unknown): boolean => {
  const cause = driverError(error)
  return cause !== undefined && 'code' in cause && (cause.code === '22021' || cause.code === '22P05')
}

/** True when a write was refused because a row with the same unique value exists. */
export const isDuplicate = (error: unknown): boolean => {
  const cause = driverError(error)
  return cause !== undefined && 'code' in cause && cause.code === '23505'
}

/**
 * True when a write was refused because other rows refer to the row, or because the row it refers to does not exist.
 * PostgreSQL 18 has a code of its own (23001) for what `ON DELETE RESTRICT` refuses; older ones use 23503 for both.
 */
export const breaksForeignKey = (error: unknown): boolean => {
  const cause = driverError(error)
  return cause !== undefined && 'code' in cause && (cause.code === '23503' || cause.code === '23001')
}

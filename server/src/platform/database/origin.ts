import pg from 'pg'
import { currentContext, type Origin, runInContext } from '../request-context.ts'

/** Runs `work` on behalf of Kontor itself: a job or a command. `log` gets its security events. */
export const runAsKontor = <Result>(log: NonNullable<Origin['log']>, work: () => Result): Result =>
  runInContext({ origin: { actor: 'Kontor', actorId: null, actorKind: 'system', address: null, log } }, work)

/** Returns the origin of the current request, job or command; undefined outside of these. */
export const currentOrigin = (): Origin | undefined => currentContext()?.origin

/** Formats the origin for the triggers of the audit trail; see `record_audit_events`. */
const settingOf = ({ actor, actorId, actorKind, address }: Origin): string =>
  JSON.stringify({ actor, actorId, actorKind, address, requestId: currentContext()?.requestId ?? null })

/** Sets the origin of the open transaction's writes. It applies until the transaction ends, even behind a pooler that shares sessions. */
export const nameOrigin = async (client: pg.ClientBase): Promise<void> => {
  const origin = currentOrigin()
  if (origin) await client.query(`select set_config('kontor.origin', $1, true)`, [settingOf(origin)])
}

/** Kontor's SQL functions that write when a statement calls them. A test compares the list with the database's functions. */
export const writingFunctions = [
  'analyze_table',
  'audit_changes_of',
  'delete_agreement',
  'erase_person_from_agreement_events',
  'mask_audit_events',
  'notify_changes_of',
  'purge_audit_events',
] as const

/** Returns true if a statement may write. When unsure, also returns true, which costs only a transaction. */
export const writes = (text: string): boolean =>
  !/^\s*(?:select|values|show|with)\b/i.test(text) || callsWriter(text) || isWritingWith(text)

const callsWriter = (text: string): boolean => writingFunctions.some((name) => text.includes(`${name}(`))

const isWritingWith = (text: string): boolean =>
  /^\s*with\b/i.test(text) && /\b(?:insert\s+into|update|delete\s+from|merge\s+into)\b/i.test(text)

type Query = pg.QueryConfig | string

const textOf = (query: Query): string => (typeof query === 'string' ? query : query.text)

/** Returns a pool that runs a single write in a transaction and first sets its origin there, for the audit trail. */
export const namingOrigins = (pool: pg.Pool): Pick<pg.Pool, 'query'> => {
  const query = async (query: Query, values?: unknown[]) => {
    const origin = currentOrigin()
    if (!origin || !writes(textOf(query))) return pool.query(query, values)
    const client = await pool.connect()
    try {
      // Sends both statements in one round trip.
      await client.query(`begin; select set_config('kontor.origin', ${pg.escapeLiteral(settingOf(origin))}, true)`)
      const result = await client.query(query, values)
      await client.query('commit')
      client.release()
      return result
    } catch (error) {
      await client.query('rollback').then(
        () => client.release(),
        (broken: Error) => client.release(broken),
      )
      throw error
    }
  }
  return { query: query as pg.Pool['query'] }
}

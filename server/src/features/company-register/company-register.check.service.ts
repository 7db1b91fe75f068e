import { isOrganizationNumber } from '@kontor/contract/company-register/company-register.rules'
import type { Queryable } from '../../platform/database/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { throwHttpError, toHttpError } from './company-register.failures.ts'
import { activeStatesFrom, stateFrom, UnreadableAnswer } from './company-register.mapping.ts'
import { type CompanyState, storeStates } from './company-register.queries.ts'
import { openUpstream } from './company-register.upstream.ts'

/**
 * Fetches and stores the register state of up to `maxNumbers` companies, bypassing the cache. Returns an error for each number whose
 * entry can't be read, and stores the others.
 * @throws HttpError 502 when the register does not respond
 */
export type RegisterCheck = (
  db: Queryable,
  numbers: readonly string[],
  signal: AbortSignal,
) => Promise<ReadonlyMap<string, Error>>

/** Checks one company. @throws HttpError 502 when the register does not respond, or its entry can't be read */
export const checkCompany = async (
  check: RegisterCheck,
  db: Queryable,
  number: string,
  signal: AbortSignal,
): Promise<void> => {
  const [unreadable] = (await check(db, [number], signal)).values()
  if (unreadable) throw unreadable
}

/** Maximum numbers in one call to the register. */
export const maxNumbers = 100

/** Maximum milliseconds per call. */
const timeoutMs = 15_000

const emptyState = (organizationNumber: string): CompanyState => ({
  organizationNumber,
  name: null,
  formerNames: [],
  address: null,
  postCode: null,
  city: null,
  bankruptcy: false,
  underLiquidation: false,
  deleted: false,
})

/** If a list is longer than this and has no readable entry, the register's format has changed. */
const maxUnreadable = 10

/** Returns a list's companies. Returns none if no entry of a short list is readable: then the caller fetches each one. @throws UnreadableAnswer */
const readList = (body: unknown, numbers: readonly string[]): CompanyState[] => {
  try {
    return activeStatesFrom(body)
  } catch (error) {
    if (error instanceof UnreadableAnswer && numbers.length <= maxUnreadable) return []
    throw error
  }
}

export const openRegisterCheck = (deps: Pick<Deps, 'config' | 'clock'>): RegisterCheck => {
  const upstream = openUpstream(deps)
  const withTimeout = (signal: AbortSignal) => AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])

  /** Fetches the state of a company missing from the list: deleted, removed on legal grounds, or unknown. */
  const fetchState = async (number: string, signal: AbortSignal): Promise<CompanyState> => {
    const answer = await upstream.byNumber(number, withTimeout(signal))
    if (answer.kind === 'found') return stateFrom(answer.body)
    return { ...emptyState(number), deleted: answer.kind === 'removed' }
  }

  const fetchStates = async (numbers: readonly string[], signal: AbortSignal) => {
    const answer = await upstream.byNumbers(numbers, withTimeout(signal))
    const active = answer.kind === 'found' ? readList(answer.body, numbers) : []
    const found = new Set(active.map(({ organizationNumber }) => organizationNumber))
    const missing: CompanyState[] = []
    const unreadable = new Map<string, Error>()
    for (const number of numbers) {
      if (found.has(number)) continue
      try {
        missing.push(await fetchState(number, signal))
      } catch (error) {
        if (!(error instanceof UnreadableAnswer)) throw error
        unreadable.set(number, toHttpError(error, signal))
      }
    }
    return { states: [...active, ...missing], unreadable }
  }

  return async (db, numbers, signal) => {
    const valid = numbers.filter(isOrganizationNumber)
    if (valid.length === 0) return new Map()
    return fetchStates(valid, signal)
      .then(async ({ states, unreadable }) => {
        await storeStates(db, states, deps.clock.now().toISOString())
        return unreadable
      })
      .catch(throwHttpError(signal))
  }
}

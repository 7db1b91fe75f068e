import { isOrganizationNumber } from '@kontor/contract/company-register/company-register.rules'
import type { Queryable } from '../../platform/database/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { throwHttpError } from './company-register.failures.ts'
import { activeStatesFrom, stateFrom } from './company-register.mapping.ts'
import { type CompanyState, storeStates } from './company-register.queries.ts'
import { openUpstream } from './company-register.upstream.ts'

/**
 * Fetches and stores the register state of up to `maxNumbers` companies, bypassing the cache.
 * @throws HttpError 502 when the register does not respond
 */
export type RegisterCheck = (db: Queryable, numbers: readonly string[], signal: AbortSignal) => Promise<void>

/** Numbers that the register accepts in one call. */
export const maxNumbers = 100

/** Milliseconds per call. */
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

export const openRegisterCheck = (deps: Pick<Deps, 'config' | 'clock'>): RegisterCheck => {
  const upstream = openUpstream(deps)
  const withTimeout = (signal: AbortSignal) => AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])

  /** For a company missing from the list: deleted, removed on legal grounds, or unknown. */
  const fetchState = async (number: string, signal: AbortSignal): Promise<CompanyState> => {
    const answer = await upstream.byNumber(number, withTimeout(signal))
    if (answer.kind === 'found') return stateFrom(answer.body)
    return { ...emptyState(number), deleted: answer.kind === 'removed' }
  }

  const fetchStates = async (numbers: readonly string[], signal: AbortSignal): Promise<CompanyState[]> => {
    const answer = await upstream.byNumbers(numbers, withTimeout(signal))
    const active = answer.kind === 'found' ? activeStatesFrom(answer.body) : []
    const found = new Set(active.map(({ organizationNumber }) => organizationNumber))
    const missing: CompanyState[] = []
    for (const number of numbers) if (!found.has(number)) missing.push(await fetchState(number, signal))
    return [...active, ...missing]
  }

  return async (db, numbers, signal) => {
    const valid = numbers.filter(isOrganizationNumber)
    if (valid.length === 0) return
    await fetchStates(valid, signal)
      .then((states) => storeStates(db, states, deps.clock.now().toISOString()))
      .catch(throwHttpError(signal))
  }
}

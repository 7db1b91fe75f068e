import { isOrganizationNumber } from '@kontor/contract/company-register/company-register.rules'
import type { Queryable } from '../../platform/database/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { explained } from './company-register.failures.ts'
import { livingStatesFrom, stateFrom } from './company-register.mapping.ts'
import { type CompanyState, storeStates } from './company-register.queries.ts'
import { openUpstream } from './company-register.upstream.ts'

/** Looks after companies in the register, whatever they are to us. */
export interface RegisterWatch {
  /**
   * Asks for up to `mostAtOnce` companies past everything that is remembered, and keeps what the register says.
   * @throws HttpError 502 when it does not say anything
   */
  check(db: Queryable, numbers: readonly string[], signal: AbortSignal): Promise<void>
}

/** Numbers that one call of the register takes. */
export const mostAtOnce = 100

/** Milliseconds for a call. */
const patience = 15_000

const nothing = (organizationNumber: string): CompanyState => ({
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

export const openRegisterWatch = (deps: Pick<Deps, 'config' | 'clock'>): RegisterWatch => {
  const upstream = openUpstream(deps)
  const limited = (signal: AbortSignal) => AbortSignal.any([signal, AbortSignal.timeout(patience)])

  /** A company that the register's list does not hold: deleted, removed on legal grounds, or none of its numbers. */
  const askForOne = async (number: string, signal: AbortSignal): Promise<CompanyState> => {
    const answer = await upstream.byNumber(number, limited(signal))
    if (answer.kind === 'found') return stateFrom(answer.body)
    return { ...nothing(number), deleted: answer.kind === 'removed' }
  }

  const ask = async (numbers: readonly string[], signal: AbortSignal): Promise<CompanyState[]> => {
    const answer = await upstream.byNumbers(numbers, limited(signal))
    const living = answer.kind === 'found' ? livingStatesFrom(answer.body) : []
    const found = new Set(living.map(({ organizationNumber }) => organizationNumber))
    const others: CompanyState[] = []
    for (const number of numbers) if (!found.has(number)) others.push(await askForOne(number, signal))
    return [...living, ...others]
  }

  return {
    check: async (db, numbers, signal) => {
      const valid = numbers.filter(isOrganizationNumber)
      if (valid.length === 0) return
      try {
        const states = await ask(valid, signal)
        await storeStates(db, states, deps.clock.now().toISOString())
      } catch (error) {
        throw explained(error, signal)
      }
    },
  }
}

import type { Config } from '../../platform/config/config.ts'
import type { Deps } from '../../platform/deps.ts'
import { createRemote } from './company-register.remote.ts'

const companies = '/enhetsregisteret/api/enheter'
const subUnits = '/enhetsregisteret/api/underenheter'

/** Maximum concurrent calls in this process. */
const concurrency = 8

/** Companies to fetch per search. Fetches more than are shown, since Kontor, not the register, orders them by relevance. */
const pageSize = 50

const userAgent = ({ publicUrl }: Config): string => `Kontor (company look-up; +${new URL(publicUrl).origin})`

/** The register's API (data.brreg.no; open, no key). Callers validate the numbers. */
export const openUpstream = ({ config, clock }: Pick<Deps, 'config' | 'clock'>) => {
  const remote = createRemote({
    baseUrl: config.brregBaseUrl,
    userAgent: userAgent(config),
    concurrency,
    clock,
  })
  return {
    /** Finds companies whose name contains `name` as a whole, or any of its words. */
    byName: (name: string, matching: 'whole' | 'words', signal: AbortSignal) => {
      const method = matching === 'whole' ? '&navnMetodeForSoek=FORTLOEPENDE' : ''
      return remote.get(`${companies}?navn=${encodeURIComponent(name)}&size=${pageSize}${method}`, signal)
    },
    byNumber: (number: string, signal: AbortSignal) => remote.get(`${companies}/${number}`, signal),
    /** Finds a company's branch, shop or department that has a number of its own. */
    subUnitByNumber: (number: string, signal: AbortSignal) => remote.get(`${subUnits}/${number}`, signal),
    /** Finds the companies with these numbers, except deleted ones. */
    byNumbers: (numbers: readonly string[], signal: AbortSignal) =>
      remote.get(`${companies}?organisasjonsnummer=${numbers.join(',')}&size=${numbers.length}`, signal),
    accounts: (number: string, signal: AbortSignal) => remote.get(`/regnskapsregisteret/regnskap/${number}`, signal),
    roles: (number: string, signal: AbortSignal) => remote.get(`${companies}/${number}/roller`, signal),
    signature: (number: string, signal: AbortSignal) => remote.get(`/fullmakt/enheter/${number}/signatur`, signal),
  }
}

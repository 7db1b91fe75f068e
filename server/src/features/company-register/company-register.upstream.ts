import type { Config } from '../../platform/config/config.ts'
import type { Deps } from '../../platform/deps.ts'
import { createRemote, type RemoteAnswer } from '../../platform/remote/remote-json.ts'

/** The register's API (data.brreg.no; open, no key). Callers validate the numbers. */
export interface Upstream {
  /** Companies whose name contains `name` as a whole, or any of its words. */
  byName(name: string, matching: 'whole' | 'words', signal: AbortSignal): Promise<RemoteAnswer>
  byNumber(organizationNumber: string, signal: AbortSignal): Promise<RemoteAnswer>
  /** The companies with these numbers, except deleted ones. */
  byNumbers(organizationNumbers: readonly string[], signal: AbortSignal): Promise<RemoteAnswer>
  accounts(organizationNumber: string, signal: AbortSignal): Promise<RemoteAnswer>
  roles(organizationNumber: string, signal: AbortSignal): Promise<RemoteAnswer>
  signature(organizationNumber: string, signal: AbortSignal): Promise<RemoteAnswer>
}

const companies = '/enhetsregisteret/api/enheter'

/** Concurrent calls in this process. */
const concurrency = 8

/** More than are shown: the register doesn't sort by relevance, so we do. */
const pageSize = 50

const userAgent = ({ publicUrl }: Config): string => `Kontor (company look-up; +${new URL(publicUrl).origin})`

export const openUpstream = ({ config, clock }: Pick<Deps, 'config' | 'clock'>): Upstream => {
  const remote = createRemote({
    baseUrl: config.brregBaseUrl,
    userAgent: userAgent(config),
    concurrency,
    clock,
  })
  return {
    byName: (name, matching, signal) => {
      const method = matching === 'whole' ? '&navnMetodeForSoek=FORTLOEPENDE' : ''
      return remote.get(`${companies}?navn=${encodeURIComponent(name)}&size=${pageSize}${method}`, signal)
    },
    byNumber: (number, signal) => remote.get(`${companies}/${number}`, signal),
    byNumbers: (numbers, signal) =>
      remote.get(`${companies}?organisasjonsnummer=${numbers.join(',')}&size=${numbers.length}`, signal),
    accounts: (number, signal) => remote.get(`/regnskapsregisteret/regnskap/${number}`, signal),
    roles: (number, signal) => remote.get(`${companies}/${number}/roller`, signal),
    signature: (number, signal) => remote.get(`/fullmakt/enheter/${number}/signatur`, signal),
  }
}

import { isOrganizationNumber } from '@kontor/contract/company-register/company-register.rules'
import type { Company } from '@kontor/contract/company-register/company-register.schema'
import { organizationNumberDigits } from '@kontor/contract/shared/orgnr'
import type { Deps } from '../../platform/deps.ts'
import { type AnswerCache, createAnswerCache, type Loaded } from './company-register.cache.ts'
import { CompanyRemoved, throwHttpError } from './company-register.failures.ts'
import * as mapping from './company-register.mapping.ts'
import type { RemoteAnswer } from './company-register.remote.ts'
import { openUpstream } from './company-register.upstream.ts'

const ownNumber = '974760673'

/** Milliseconds for one look-up: all its calls and the wait for a free slot. */
const timeoutMs = 8_000

const withTimeout = (signal: AbortSignal) => AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])

const minute = 60_000
const searchCacheLimits = { ttl: 10 * minute, size: 300 }
const detailCacheLimits = { ttl: 24 * 60 * minute, size: 2_000 }

/** If the whole query has fewer matches than this, its words are searched, too. */
const wordSearchThreshold = 5
const maxHits = 20

/** Legal forms. Half of the register's names end with one of these: as search words, they would match too many companies. */
const legalForms = /^(?:ans|as|asa|ba|bbl|da|enk|fkf|fli|iks|kf|ks|nuf|sa|se|sti)$/

const wordsOf = (text: string): string[] => text.toLowerCase().split(/\s+/)

const distinctiveWords = (query: string): string[] => {
  const words = wordsOf(query)
  const distinctive = words.filter((word) => !legalForms.test(word))
  return distinctive.length > 0 ? distinctive : words
}

/** Returns 3 for an exact match, 2 for a prefix, 1 for a word's prefix, else 0. The register doesn't rank results. */
const matchRank = (name: string, query: string): number => {
  const [lowerName, lowerQuery] = [name.toLowerCase(), query.toLowerCase()]
  if (lowerName === lowerQuery) return 3
  if (lowerName.startsWith(lowerQuery)) return 2
  return lowerName.includes(` ${lowerQuery}`) ? 1 : 0
}

const sortByMatchRank = (companies: readonly Company[], query: string): Company[] =>
  companies.toSorted((a, b) => matchRank(b.navn, query) - matchRank(a.navn, query))

const sortByMatchingWords = (companies: readonly Company[], words: readonly string[]): Company[] => {
  const count = ({ navn }: Company) => {
    const own = wordsOf(navn)
    return words.filter((word) => own.includes(word)).length
  }
  return companies.toSorted((a, b) => count(b) - count(a))
}

const bodyOf = (answer: RemoteAnswer): unknown => {
  if (answer.kind === 'removed') throw new CompanyRemoved()
  return answer.kind === 'found' ? answer.body : undefined
}

/** Returns functions for look-ups. Each rejects with an `HttpError` whose message is for the user. `signal` aborts if the client disconnects. */
export const openCompanyRegister = (deps: Pick<Deps, 'config' | 'clock'>) => {
  const { clock } = deps
  const upstream = openUpstream(deps)

  /** Searches for the whole query, then for its words. Both searches share one timeout. */
  const findByName = async (query: string, signal: AbortSignal): Promise<Loaded<Company[]>> => {
    const wholeMatches = mapping.companiesFrom(bodyOf(await upstream.byName(query, 'whole', signal)))
    const ranked = sortByMatchRank(wholeMatches, query)
    if (ranked.length >= wordSearchThreshold) return { value: ranked.slice(0, maxHits), keep: true }
    const words = distinctiveWords(query)
    try {
      const more = mapping.companiesFrom(bodyOf(await upstream.byName(words.join(' '), 'words', signal)))
      const known = new Set(ranked.map(({ organisasjonsnummer }) => organisasjonsnummer))
      const others = more.filter(({ organisasjonsnummer }) => !known.has(organisasjonsnummer))
      return { value: [...ranked, ...sortByMatchingWords(others, words)].slice(0, maxHits), keep: true }
    } catch (error) {
      // Return the hits so far, but don't cache them.
      if (ranked.length > 0) return { value: ranked, keep: false }
      throw error
    }
  }

  const findByNumber = async (number: string, signal: AbortSignal): Promise<Loaded<Company[]>> => {
    try {
      const body = bodyOf(await upstream.byNumber(number, signal))
      if (body !== undefined) return { value: mapping.companyFrom(body), keep: true }
      const subUnit = bodyOf(await upstream.subUnitByNumber(number, signal))
      return { value: subUnit === undefined ? [] : mapping.subUnitFrom(subUnit), keep: true }
    } catch (error) {
      if (!(error instanceof CompanyRemoved)) throw error
      purge(number)
      return { value: [], keep: false }
    }
  }

  const searchCache = createAnswerCache<Company[]>({
    ...searchCacheLimits,
    clock,
    load: (query, signal) => {
      const find = isOrganizationNumber(query) ? findByNumber : findByName
      return find(query, withTimeout(signal))
    },
  })

  const detailCache = <Value>(
    fetchAnswer: (number: string, signal: AbortSignal) => Promise<RemoteAnswer>,
    read: (body: unknown) => Value,
    emptyValue: Value,
  ): AnswerCache<Value> =>
    createAnswerCache<Value>({
      ...detailCacheLimits,
      clock,
      load: async (number, signal) => {
        try {
          const body = bodyOf(await fetchAnswer(number, withTimeout(signal)))
          return { value: body === undefined ? emptyValue : read(body), keep: true }
        } catch (error) {
          if (error instanceof CompanyRemoved) purge(number)
          throw error
        }
      },
    })

  const accounts = detailCache(upstream.accounts, mapping.accountsFrom, [])
  const roles = detailCache(upstream.roles, mapping.rolesFrom, { rollegrupper: [] })
  const signature = detailCache(upstream.signature, mapping.signatureFrom, mapping.noSignature)

  const purge = (number: string): void => {
    for (const cache of [accounts, roles, signature]) cache.forget((key) => key === number)
    searchCache.forget((_, companies) => companies.some(({ organisasjonsnummer }) => organisasjonsnummer === number))
  }

  const getCached = <Value>(cache: AnswerCache<Value>, key: string, signal: AbortSignal): Promise<Value> =>
    cache.get(key, signal).catch(throwHttpError(signal))

  return {
    /** `query` is a name or a number, at least three characters. */
    search: async (query: string, signal: AbortSignal): Promise<Company[]> => {
      const number = organizationNumberDigits(query)
      if (number !== null) return isOrganizationNumber(number) ? getCached(searchCache, number, signal) : []
      // Nine digits with a wrong check digit match no company.
      if (/^(?:\d[\s.]*){9}$/.test(query.trim())) return []
      return getCached(searchCache, query.trim().replaceAll(/\s+/g, ' '), signal)
    },
    accounts: (number: string, signal: AbortSignal) => getCached(accounts, number, signal),
    roles: (number: string, signal: AbortSignal) => getCached(roles, number, signal),
    signature: (number: string, signal: AbortSignal) => getCached(signature, number, signal),
    /** Looks up a company that always exists, bypassing the cache. */
    check: async (signal: AbortSignal): Promise<void> => {
      await upstream.byNumber(ownNumber, withTimeout(signal)).catch(throwHttpError(signal))
    },
  }
}

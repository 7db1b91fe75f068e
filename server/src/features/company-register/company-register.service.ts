import { isOrganizationNumber } from '@kontor/contract/company-register/company-register.rules'
import type {
  Accounts,
  Company,
  CompanyRoles,
  CompanySignature,
} from '@kontor/contract/company-register/company-register.schema'
import type { Deps } from '../../platform/deps.ts'
import { type AnswerCache, createAnswerCache, type Loaded } from '../../platform/remote/answer-cache.ts'
import type { RemoteAnswer } from '../../platform/remote/remote-json.ts'
import { explained, Removed } from './company-register.failures.ts'
import {
  accountsFrom,
  companiesFrom,
  companyFrom,
  noSignature,
  rolesFrom,
  signatureFrom,
} from './company-register.mapping.ts'
import { openUpstream } from './company-register.upstream.ts'

/** Each rejects with an `HttpError` whose sentence is for the person; the signal tells that nobody waits any more. */
export interface CompanyRegister {
  /** `query` is a name or a number, at least three characters. */
  search(query: string, signal: AbortSignal): Promise<Company[]>
  accounts(organizationNumber: string, signal: AbortSignal): Promise<Accounts[]>
  roles(organizationNumber: string, signal: AbortSignal): Promise<CompanyRoles>
  signature(organizationNumber: string, signal: AbortSignal): Promise<CompanySignature>
  /** Asks for something that is surely there, past everything that is remembered. */
  check(signal: AbortSignal): Promise<void>
}

/** The register's own number. */
const ownNumber = '974760673'

/** Milliseconds for one look-up, all its calls and the waiting for a free one together. */
const patience = 8_000

const minute = 60_000
const searches = { ttl: 10 * minute, size: 300 }
const details = { ttl: 24 * 60 * minute, size: 2_000 }

/** With fewer companies than this that hold the text as it stands, those that hold a word of it are asked for as well. */
const fewHits = 5
const mostHits = 20

/** Words that half the register's names end with: asked for by word, they would bury the company that is meant. */
const formWords = /^(?:ans|as|asa|ba|bbl|da|enk|fkf|fli|iks|kf|ks|nuf|sa|se|sti)$/

/** How people separate the digits of a number. */
const separators = /[\s.]/g

const wordsOf = (text: string): string[] => text.toLowerCase().split(/\s+/)

const tellingWords = (query: string): string[] => {
  const words = wordsOf(query)
  const telling = words.filter((word) => !formWords.test(word))
  return telling.length > 0 ? telling : words
}

/** 3: the very name, 2: it begins so, 1: one of its words does, 0: somewhere. The register sorts by none of that. */
const closeness = (name: string, query: string): number => {
  const [low, wanted] = [name.toLowerCase(), query.toLowerCase()]
  if (low === wanted) return 3
  if (low.startsWith(wanted)) return 2
  return low.includes(` ${wanted}`) ? 1 : 0
}

const byCloseness = (companies: readonly Company[], query: string): Company[] =>
  companies.toSorted((a, b) => closeness(b.navn, query) - closeness(a.navn, query))

const byWords = (companies: readonly Company[], words: readonly string[]): Company[] => {
  const count = ({ navn }: Company) => {
    const own = wordsOf(navn)
    return words.filter((word) => own.includes(word)).length
  }
  return companies.toSorted((a, b) => count(b) - count(a))
}

const bodyOf = (answer: RemoteAnswer): unknown => {
  if (answer.kind === 'removed') throw new Removed()
  return answer.kind === 'found' ? answer.body : undefined
}

export const openCompanyRegister = (deps: Pick<Deps, 'config' | 'clock'>): CompanyRegister => {
  const { clock } = deps
  const upstream = openUpstream(deps)

  /** Both matchings together have the time of one look-up. */
  const findByName = async (query: string, signal: AbortSignal): Promise<Loaded<Company[]>> => {
    const whole = companiesFrom(bodyOf(await upstream.byName(query, 'whole', signal)))
    const first = byCloseness(whole, query)
    if (first.length >= fewHits) return { value: first.slice(0, mostHits), keep: true }
    const words = tellingWords(query)
    try {
      const more = companiesFrom(bodyOf(await upstream.byName(words.join(' '), 'words', signal)))
      const known = new Set(first.map(({ organisasjonsnummer }) => organisasjonsnummer))
      const others = more.filter(({ organisasjonsnummer }) => !known.has(organisasjonsnummer))
      return { value: [...first, ...byWords(others, words)].slice(0, mostHits), keep: true }
    } catch (error) {
      // Some hits are better than none, but the next search for the same must try again.
      if (first.length > 0) return { value: first, keep: false }
      throw error
    }
  }

  const findByNumber = async (number: string, signal: AbortSignal): Promise<Loaded<Company[]>> => {
    try {
      const body = bodyOf(await upstream.byNumber(number, signal))
      return { value: body === undefined ? [] : companyFrom(body), keep: true }
    } catch (error) {
      if (!(error instanceof Removed)) throw error
      purge(number)
      return { value: [], keep: false }
    }
  }

  const found = createAnswerCache<Company[]>({
    ...searches,
    clock,
    load: (query, signal) => {
      const limited = AbortSignal.any([signal, AbortSignal.timeout(patience)])
      return isOrganizationNumber(query) ? findByNumber(query, limited) : findByName(query, limited)
    },
  })

  const detailCache = <Value>(
    ask: (number: string, signal: AbortSignal) => Promise<RemoteAnswer>,
    read: (body: unknown) => Value,
    none: Value,
  ): AnswerCache<Value> =>
    createAnswerCache<Value>({
      ...details,
      clock,
      load: async (number, signal) => {
        try {
          const body = bodyOf(await ask(number, AbortSignal.any([signal, AbortSignal.timeout(patience)])))
          return { value: body === undefined ? none : read(body), keep: true }
        } catch (error) {
          if (error instanceof Removed) purge(number)
          throw error
        }
      },
    })

  const accounts = detailCache(upstream.accounts, accountsFrom, [])
  const roles = detailCache(upstream.roles, rolesFrom, { rollegrupper: [] })
  const signature = detailCache(upstream.signature, signatureFrom, noSignature)

  const purge = (number: string): void => {
    for (const cache of [accounts, roles, signature]) cache.forget((key) => key === number)
    found.forget((_, companies) => companies.some(({ organisasjonsnummer }) => organisasjonsnummer === number))
  }

  const ask = async <Value>(cache: AnswerCache<Value>, key: string, signal: AbortSignal): Promise<Value> => {
    try {
      return await cache.get(key, signal)
    } catch (error) {
      throw explained(error, signal)
    }
  }

  return {
    search: async (query, signal) => {
      const digits = query.replaceAll(separators, '')
      if (!/^\d{9}$/.test(digits)) return ask(found, query.trim().replaceAll(/\s+/g, ' '), signal)
      // Nine digits whose last one does not fit are nobody's number: there is nothing to ask for.
      return isOrganizationNumber(digits) ? ask(found, digits, signal) : []
    },
    accounts: (number, signal) => ask(accounts, number, signal),
    roles: (number, signal) => ask(roles, number, signal),
    signature: (number, signal) => ask(signature, number, signal),
    check: async (signal) => {
      try {
        await upstream.byNumber(ownNumber, AbortSignal.any([signal, AbortSignal.timeout(patience)]))
      } catch (error) {
        throw explained(error, signal)
      }
    },
  }
}

import {
  readAccounts,
  readRoles,
  readSignature,
  searchCompanies,
} from '@kontor/contract/company-register/company-register.endpoints'
import { companySearch, isSearchable } from '@kontor/contract/company-register/company-register.rules'
import type {
  Accounts,
  Company,
  CompanyRoles,
  CompanySignature,
} from '@kontor/contract/company-register/company-register.schema'
import { queryOptions } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError, call } from '../../platform/api-client.ts'

export type { Accounts, Company, CompanyRoles, CompanySignature }

/** Each is undefined while it is on its way, and null when it could not be had: the company is shown without it then. */
export interface CompanyDetails {
  readonly accounts?: Accounts[] | null
  readonly roles?: CompanyRoles | null
  readonly signature?: CompanySignature | null
}

export type FoundCompany = Company & CompanyDetails

export type CompanySearchState =
  | { readonly state: 'idle' }
  | { readonly state: 'searching'; readonly query: string }
  | { readonly state: 'found'; readonly query: string; readonly companies: readonly FoundCompany[] }
  | { readonly state: 'failed'; readonly query: string; readonly message: string; readonly sentence?: string }

/** A failure in the words of the spec and, where the server explains itself, its sentence for the person. */
const describeFailure = (error: unknown): { message: string; sentence?: string } => {
  if (error instanceof ApiError) {
    const message = `HTTP error! status: ${error.status}`
    return error.explained ? { message, sentence: error.text } : { message }
  }
  return { message: (error instanceof Error && error.message) || 'Ukjent feil ved søk' }
}

/** Asks for the three details at once and tells of each as it comes. Resolves to the company with all of them; never rejects. */
const completed = async (
  company: Company,
  signal: AbortSignal,
  onPart: (part: CompanyDetails) => void,
): Promise<FoundCompany> => {
  const input = { params: { organizationNumber: company.organisasjonsnummer } }
  const told = async <Part extends CompanyDetails>(part: Promise<Part>, none: Part): Promise<Part> => {
    // The company is shown without what cannot be had, and no error is: so says the spec.
    const value = await part.catch(() => none)
    if (!signal.aborted) onPart(value)
    return value
  }
  const parts = await Promise.all([
    told<CompanyDetails>(
      call(readAccounts, input, { signal }).then((accounts) => ({ accounts })),
      { accounts: null },
    ),
    told<CompanyDetails>(
      call(readRoles, input, { signal }).then((roles) => ({ roles })),
      { roles: null },
    ),
    told<CompanyDetails>(
      call(readSignature, input, { signal }).then((signature) => ({ signature })),
      { signature: null },
    ),
  ])
  return Object.assign({}, company, ...parts)
}

/** Milliseconds and number of searches for which a field remembers what it has found, no longer than the server does. */
const memory = { ms: 10 * 60_000, searches: 20 }

/** One search with all its calls; only the latest one may change what is on the screen. */
interface Run {
  readonly controller: AbortController
  readonly byNumber: Map<string, { readonly controller: AbortController; readonly whole: Promise<FoundCompany> }>
}

const newRun = (): Run => ({ controller: new AbortController(), byNumber: new Map() })

const abandon = (run: Run, except?: string): void => {
  run.controller.abort()
  for (const [number, { controller }] of run.byNumber) if (number !== except) controller.abort()
}

/**
 * Searches while somebody types. A search that is under way when the text changes is broken off, and should its answer come
 * all the same it is thrown away.
 */
export const useCompanySearch = (): {
  readonly result: CompanySearchState
  /** Takes every change of the text: what was found goes at once, and the search begins when the typing pauses. */
  type(text: string): void
  /**
   * Ends the search with a choice. Resolves to the company with all its details when they have come, or to null when
   * something was typed before that.
   */
  choose(company: FoundCompany): Promise<FoundCompany | null>
} => {
  const [result, setResult] = useState<CompanySearchState>({ state: 'idle' })
  const latest = useRef<Run>(newRun())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const found = useRef(new Map<string, { readonly companies: readonly FoundCompany[]; readonly at: number }>())

  /** Whoever goes back a letter sees the same again, without a call. What lacks a detail is asked for anew. */
  const remember = (query: string, companies: readonly FoundCompany[]) => {
    if (!companies.every(({ accounts, roles, signature }) => accounts && roles && signature)) return
    found.current.set(query, { companies, at: Date.now() })
    const [oldest] = found.current.keys()
    if (found.current.size > memory.searches && oldest !== undefined) found.current.delete(oldest)
  }

  const stop = useCallback(() => {
    clearTimeout(timer.current)
    abandon(latest.current)
    latest.current = newRun()
  }, [])
  useEffect(() => stop, [stop])

  const addPart = (run: Run, number: string, part: CompanyDetails) => {
    if (run !== latest.current) return
    setResult((shown) =>
      shown.state === 'found'
        ? {
            ...shown,
            companies: shown.companies.map((one) => (one.organisasjonsnummer === number ? { ...one, ...part } : one)),
          }
        : shown,
    )
  }

  const begin = async (query: string) => {
    const run = newRun()
    latest.current = run
    const remembered = found.current.get(query)
    if (remembered && Date.now() - remembered.at < memory.ms) {
      setResult({ state: 'found', query, companies: remembered.companies })
      return
    }
    setResult({ state: 'searching', query })
    try {
      const answer = await call(searchCompanies, { query: { q: query } }, { signal: run.controller.signal })
      if (run !== latest.current) return
      const companies = answer._embedded.enheter.slice(0, companySearch.companies)
      setResult({ state: 'found', query, companies })
      for (const company of companies) {
        const controller = new AbortController()
        const number = company.organisasjonsnummer
        const whole = completed(company, controller.signal, (part) => addPart(run, number, part))
        run.byNumber.set(number, { controller, whole })
      }
      const whole = await Promise.all([...run.byNumber.values()].map((one) => one.whole))
      if (run === latest.current && !run.controller.signal.aborted) remember(query, whole)
    } catch (error) {
      if (run === latest.current) setResult({ state: 'failed', query, ...describeFailure(error) })
    }
  }

  return {
    result,
    type: (text) => {
      stop()
      setResult({ state: 'idle' })
      if (isSearchable(text)) timer.current = setTimeout(() => void begin(text.trim()), companySearch.delayMs)
    },
    choose: async (company) => {
      clearTimeout(timer.current)
      const run = latest.current
      abandon(run, company.organisasjonsnummer)
      setResult({ state: 'idle' })
      const whole = (await run.byNumber.get(company.organisasjonsnummer)?.whole) ?? company
      return run === latest.current ? whole : null
    },
  }
}

/**
 * The company with exactly this organisation number as the register knows it today; null where it has none, or none is
 * given. What the register does not answer is not known: no warning comes of it.
 */
export const companyQuery = (organizationNumber: string | null) =>
  queryOptions({
    queryKey: ['company', organizationNumber],
    queryFn: async ({ signal }) => {
      const number = (organizationNumber ?? '').replaceAll(/\D/g, '')
      if (number.length !== 9) return null
      const { _embedded } = await call(searchCompanies, { query: { q: number } }, { signal })
      return _embedded.enheter.find(({ organisasjonsnummer }) => organisasjonsnummer === number) ?? null
    },
  })

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

/** Each is undefined while loading, and null if it could not be fetched: the company is then shown without it. */
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

/** A failure in the words of the spec and, if the server explains it, the server's message for the user. */
const describeFailure = (error: unknown): { message: string; sentence?: string } => {
  if (error instanceof ApiError) {
    const message = `HTTP error! status: ${error.status}`
    return error.explained ? { message, sentence: error.text } : { message }
  }
  return { message: (error instanceof Error && error.message) || 'Ukjent feil ved søk' }
}

/** Fetches the three details in parallel, reporting each as it arrives. Resolves to the company with all of them; never rejects. */
const loadDetails = async (
  company: Company,
  signal: AbortSignal,
  onPart: (part: CompanyDetails) => void,
): Promise<FoundCompany> => {
  const input = { params: { organizationNumber: company.organisasjonsnummer } }
  const load = async <Detail, Part extends CompanyDetails>(
    detail: Promise<Detail>,
    toPart: (detail: Detail | null) => Part,
  ): Promise<Part> => {
    // The spec: show the company without the details that fail to load, and no error.
    const part = toPart(await detail.catch(() => null))
    onPart(part)
    return part
  }
  const [accounts, roles, signature] = await Promise.all([
    load(call(readAccounts, input, { signal }), (accounts) => ({ accounts })),
    load(call(readRoles, input, { signal }), (roles) => ({ roles })),
    load(call(readSignature, input, { signal }), (signature) => ({ signature })),
  ])
  return { ...company, ...accounts, ...roles, ...signature }
}

/** How long a field caches a search, in milliseconds; no longer than the server does. */
const maxCacheAgeMs = 10 * 60_000

/** One search with all its calls; only the latest may update the screen. */
interface SearchRun {
  readonly controller: AbortController
  readonly byNumber: Map<string, { readonly controller: AbortController; readonly complete: Promise<FoundCompany> }>
}

const newRun = (): SearchRun => ({ controller: new AbortController(), byNumber: new Map() })

const abortRun = (run: SearchRun, except?: string): void => {
  run.controller.abort()
  for (const [number, { controller }] of run.byNumber) if (number !== except) controller.abort()
}

/** Searches while the user types. Changing the text aborts a running search; a response that arrives nevertheless is ignored. */
export const useCompanySearch = (): {
  readonly result: CompanySearchState
  /** Call on every change of the text: clears the result at once and searches when the typing pauses. */
  type(text: string): void
  /** Ends the search with a choice. Resolves to the company with all its details, or to null if the user types before they arrive. */
  choose(company: FoundCompany): Promise<FoundCompany | null>
} => {
  const [result, setResult] = useState<CompanySearchState>({ state: 'idle' })
  const latest = useRef<SearchRun>(newRun())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const cache = useRef(new Map<string, { readonly companies: readonly FoundCompany[]; readonly at: number }>())

  /** Deleting a letter shows the earlier result again without a call. Results that lack a detail are not cached. */
  const cacheResult = (query: string, companies: readonly FoundCompany[]) => {
    const isComplete = companies.every(({ accounts, roles, signature }) => accounts && roles && signature)
    if (isComplete) cache.current.set(query, { companies, at: Date.now() })
  }

  const stop = useCallback(() => {
    clearTimeout(timer.current)
    abortRun(latest.current)
    latest.current = newRun()
  }, [])
  useEffect(() => stop, [stop])

  const addPart = (run: SearchRun, number: string, part: CompanyDetails) => {
    if (run !== latest.current) return
    setResult((shown) => {
      if (shown.state !== 'found') return shown
      const companies = shown.companies.map((one) => (one.organisasjonsnummer === number ? { ...one, ...part } : one))
      return { ...shown, companies }
    })
  }

  const search = async (query: string) => {
    const run = newRun()
    latest.current = run
    const cached = cache.current.get(query)
    if (cached && Date.now() - cached.at < maxCacheAgeMs) {
      setResult({ state: 'found', query, companies: cached.companies })
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
        const complete = loadDetails(company, controller.signal, (part) => addPart(run, number, part))
        run.byNumber.set(number, { controller, complete })
      }
      cacheResult(query, await Promise.all([...run.byNumber.values()].map((one) => one.complete)))
    } catch (error) {
      if (run === latest.current) setResult({ state: 'failed', query, ...describeFailure(error) })
    }
  }

  return {
    result,
    type: (text) => {
      stop()
      setResult({ state: 'idle' })
      if (isSearchable(text)) timer.current = setTimeout(() => void search(text.trim()), companySearch.delayMs)
    },
    choose: async (company) => {
      clearTimeout(timer.current)
      const run = latest.current
      abortRun(run, company.organisasjonsnummer)
      setResult({ state: 'idle' })
      const complete = (await run.byNumber.get(company.organisasjonsnummer)?.complete) ?? company
      return run === latest.current ? complete : null
    },
  }
}

/**
 * The register's current data on the company with exactly this organisation number; null if there is none, or no number is given.
 * If the register does not respond, the data stays undefined, so that nothing is warned of.
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

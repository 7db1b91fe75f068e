import {
  readAccounts,
  readRoles,
  readSignature,
  searchCompanies,
} from '@kontor/contract/company-register/company-register.endpoints'
import { readableCompany, readableRoles } from '@kontor/contract/company-register/company-register.names.rules'
import { companySearch, isSearchable } from '@kontor/contract/company-register/company-register.rules'
import type {
  Accounts,
  Company,
  CompanyRoles,
  CompanySignature,
} from '@kontor/contract/company-register/company-register.schema'
import { queryOptions, useQueries, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError, call } from '../../platform/api-client.ts'

export type { Accounts, Company, CompanyRoles, CompanySignature }

/** A company with its details. A detail is undefined while loading, and null if it could not be fetched. */
export interface FoundCompany extends Company {
  readonly accounts: Accounts[] | null | undefined
  readonly roles: CompanyRoles | null | undefined
  readonly signature: CompanySignature | null | undefined
}

export type CompanySearchState =
  | { readonly state: 'idle' }
  | { readonly state: 'searching' }
  | { readonly state: 'found'; readonly query: string; readonly companies: readonly Company[] }
  | { readonly state: 'failed'; readonly message: string; readonly sentence?: string }

/** Returns the message that the specification prescribes and, if there is one, the server's explanation for the user. */
const describeFailure = (error: unknown): { message: string; sentence?: string } => {
  if (error instanceof ApiError) {
    const message = `HTTP error! status: ${error.status}`
    return error.explained ? { message, sentence: error.text } : { message }
  }
  return { message: (error instanceof Error && error.message) || 'Ukjent feil ved søk' }
}

/**
 * Milliseconds for which results are cached, so that deleting a letter shows the earlier result without a call. The server caches at least
 * as long.
 */
const cached = { staleTime: 10 * 60_000, gcTime: 10 * 60_000 }

const searchesKey = ['companies'] as const

const searchQuery = (query: string) =>
  queryOptions({
    ...cached,
    queryKey: [...searchesKey, query],
    queryFn: async ({ signal }) => {
      const { _embedded } = await call(searchCompanies, { query: { q: query } }, { signal })
      return _embedded.enheter.slice(0, companySearch.companies).map(readableCompany)
    },
  })

const inputOf = ({ organisasjonsnummer }: Company) => ({ params: { organizationNumber: organisasjonsnummer } })

const detailKey = (detail: string, { organisasjonsnummer }: Company) => ['company-details', detail, organisasjonsnummer]

const accountsQuery = (company: Company) =>
  queryOptions({
    ...cached,
    queryKey: detailKey('accounts', company),
    queryFn: ({ signal }) => call(readAccounts, inputOf(company), { signal }),
  })

const rolesQuery = (company: Company) =>
  queryOptions({
    ...cached,
    queryKey: detailKey('roles', company),
    queryFn: async ({ signal }) => readableRoles(await call(readRoles, inputOf(company), { signal })),
  })

const signatureQuery = (company: Company) =>
  queryOptions({
    ...cached,
    queryKey: detailKey('signature', company),
    queryFn: ({ signal }) => call(readSignature, inputOf(company), { signal }),
  })

/** Returns null for a detail that failed to load. By the specification, the company is then shown without it and without an error. */
const loaded = <Detail>(query: { readonly data: Detail | undefined; readonly isError: boolean } | undefined) =>
  query?.isError ? null : query?.data

/** Fetches the companies' details in parallel. Aborts the calls of a company that is no longer in the list. */
const useDetails = (companies: readonly Company[]): FoundCompany[] => {
  const accounts = useQueries({ queries: companies.map(accountsQuery) })
  const roles = useQueries({ queries: companies.map(rolesQuery) })
  const signatures = useQueries({ queries: companies.map(signatureQuery) })
  return companies.map((company, index) => ({
    ...company,
    accounts: loaded(accounts[index]),
    roles: loaded(roles[index]),
    signature: loaded(signatures[index]),
  }))
}

const nothingFound: readonly Company[] = []

/** Searches when typing pauses, and fetches the details of the found companies, or only of `chosen`. */
export const useCompanySearch = (chosen: Company | null) => {
  const client = useQueryClient()
  const [result, setResult] = useState<CompanySearchState>({ state: 'idle' })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latestText = useRef('')
  const found = result.state === 'found' ? result.companies : nothingFound
  const companies = useDetails(chosen ? [chosen] : found)

  const stop = useCallback(() => {
    clearTimeout(timer.current)
    void client.cancelQueries({ queryKey: searchesKey })
  }, [client])
  useEffect(() => stop, [stop])

  const search = async (text: string) => {
    const query = text.trim()
    const show = (next: CompanySearchState) => latestText.current === text && setResult(next)
    show({ state: 'searching' })
    try {
      show({ state: 'found', query, companies: await client.fetchQuery(searchQuery(query)) })
    } catch (error) {
      show({ state: 'failed', ...describeFailure(error) })
    }
  }

  /** Clears the result at once, aborts a running search, and starts the next one after a pause. Call it on every change of the text. */
  const type = (text: string) => {
    stop()
    latestText.current = text
    setResult({ state: 'idle' })
    if (isSearchable(text)) timer.current = setTimeout(() => void search(text), companySearch.delayMs)
  }
  return { result, companies, type }
}

/** The register's current data on a company, by its organisation number. Null for an unknown company, or without a valid number. */
export const companyQuery = (organizationNumber: string | null) =>
  queryOptions({
    ...cached,
    refetchOnMount: 'always',
    queryKey: ['company', organizationNumber],
    queryFn: async ({ signal }) => {
      const number = (organizationNumber ?? '').replaceAll(/\D/g, '')
      if (number.length !== 9) return null
      const { _embedded } = await call(searchCompanies, { query: { q: number } }, { signal })
      const company = _embedded.enheter.find(({ organisasjonsnummer }) => organisasjonsnummer === number)
      return company ? readableCompany(company) : null
    },
  })

import { failedIdentification } from '@kontor/contract/agreements/agreements.rules'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { identificationQuery } from '../agreements.api.ts'

/** An identification from which the provider has redirected back. */
export type Identification =
  | { readonly state: 'none' | 'reading' | 'invalid' | 'failed' }
  | { readonly state: 'confirmed'; readonly id: string; readonly name: string | null }

/** The identification in the page's address (`?eid=…`). */
export const useIdentification = (token: string, enabled: boolean): Identification => {
  const [parameters] = useSearchParams()
  const id = parameters.get('eid') ?? ''
  const hasFailed = id === failedIdentification
  const isGiven = enabled && id !== '' && !hasFailed
  const { data, isError } = useQuery({ ...identificationQuery(token, id), enabled: isGiven })
  if (!isGiven) return { state: enabled && hasFailed ? 'failed' : 'none' }
  if (isError) return { state: 'invalid' }
  return data ? { state: 'confirmed', id, name: data.name } : { state: 'reading' }
}

import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type DuplicateKey, type Duplicates, type Lead, leadDuplicatesQuery } from '../leads.api.ts'

const debounceMs = 300

export interface Match {
  /** Null for a customer whose name the user may not see. */
  readonly name: string | null
  readonly isCustomer: boolean
}

/** The typed values, debounced. */
const useDebounced = (key: DuplicateKey): DuplicateKey => {
  const { org_no, email, except } = key
  const [debounced, setDebounced] = useState(key)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced({ org_no: org_no.trim(), email: email.trim(), except }), debounceMs)
    return () => clearTimeout(timer)
  }, [org_no, email, except])
  return debounced
}

const matchesOn = (field: 'org_no' | 'email', found: Duplicates | undefined): readonly Match[] | null => {
  const matches = [
    ...(found?.leads ?? []).map((lead) => ({ ...lead, isCustomer: false })),
    ...(found?.customers ?? []).map((customer) => ({ ...customer, isCustomer: true })),
  ].filter(({ same }) => same.includes(field))
  return matches.length > 0 ? matches : null
}

/**
 * The leads and customers that have the form's number or email, except the edited lead and its own customer; null if none. The
 * user can save without waiting for the result.
 */
export const useDuplicates = (typed: Omit<DuplicateKey, 'except'>, editedLead: Lead | undefined) => {
  const { data } = useQuery(leadDuplicatesQuery(useDebounced({ ...typed, except: editedLead?.id })))
  const others = data && { ...data, customers: data.customers.filter(({ id }) => id !== editedLead?.customer_id) }
  return { org_no: matchesOn('org_no', others), email: matchesOn('email', others) }
}

import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { WarningIcon } from '../../../ui/icons.tsx'
import { type DuplicateKey, type Duplicates, type Lead, leadDuplicatesQuery } from '../leads.api.ts'

const askAfterMs = 300

/** More than these are not named: whoever has so many knows why. */
const named = 3

interface Like {
  /** Null for a customer whose name the user may not see. */
  readonly name: string | null
  readonly isCustomer: boolean
}

/** What was typed, once the typing rests. */
const useRested = (key: DuplicateKey): DuplicateKey => {
  const { org_no, email, except } = key
  const [rested, setRested] = useState(key)
  useEffect(() => {
    const timer = setTimeout(() => setRested({ org_no: org_no.trim(), email: email.trim(), except }), askAfterMs)
    return () => clearTimeout(timer)
  }, [org_no, email, except])
  return rested
}

const likesOf = (found: Duplicates | undefined, what: 'org_no' | 'email'): readonly Like[] | null => {
  const alike = [
    ...(found?.leads ?? []).map((lead) => ({ ...lead, isCustomer: false })),
    ...(found?.customers ?? []).map((customer) => ({ ...customer, isCustomer: true })),
  ].filter(({ same }) => same.includes(what))
  return alike.length > 0 ? alike : null
}

/**
 * Who else than the lead that is edited and its customer has the number or the address in the form; null where nobody has. Not
 * being told stops nobody from saving.
 */
export const useDuplicates = (typed: Omit<DuplicateKey, 'except'>, edited: Lead | undefined) => {
  const { data } = useQuery(leadDuplicatesQuery(useRested({ ...typed, except: edited?.id })))
  const others = data && { ...data, customers: data.customers.filter(({ id }) => id !== edited?.customer_id) }
  return { org_no: likesOf(others, 'org_no'), email: likesOf(others, 'email') }
}

/** Warns at a field, without forbidding anything, that somebody with the same value is there already. */
export function DuplicateHint({ likes, what }: { likes: readonly Like[]; what: string }) {
  const names = likes
    .slice(0, named)
    .map(({ name, isCustomer }) => (name === null ? 'en kunde' : isCustomer ? `${name} (kunde)` : name))
  const more = likes.length - names.length
  return (
    <span role="alert" className="flex items-start gap-1.5 text-warning [overflow-wrap:anywhere]">
      <WarningIcon className="mt-0.5 size-3.5 shrink-0" />
      <span>
        Finnes fra før: {names.join(', ')}
        {more > 0 && ` og ${more} til`} har samme {what}.
      </span>
    </span>
  )
}

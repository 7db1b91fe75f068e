import { organizationNumberDigits } from '@kontor/contract/shared/orgnr'
import { useMemo } from 'react'
import { Notice } from '../../../ui/states.tsx'
import type { Customer } from '../customers.api.ts'

interface CustomerDuplicatesProps {
  readonly customers: readonly Customer[]
  /** The customer that is edited, who is no duplicate of itself. */
  readonly ownId: number | undefined
  readonly email: string
  readonly organizationNumber: string
}

/** More than these are not named: whoever has so many knows why. */
const named = 3

const comparable = (number: string | null): string | null => {
  const text = number?.trim()
  return text ? (organizationNumberDigits(text) ?? text) : null
}

const sameThings = (customer: Customer, email: string, number: string | null): string => {
  const sameNumber = number !== null && comparable(customer.organizationNumber) === number
  const sameEmail = email !== '' && customer.email.toLowerCase() === email
  return [sameNumber && 'org.nr', sameEmail && 'e-post'].filter(Boolean).join(' og ')
}

/** Warns, without forbidding anything, when a customer with the same number or address is there already. */
export function CustomerDuplicates({ customers, ownId, email, organizationNumber }: CustomerDuplicatesProps) {
  const found = useMemo(() => {
    const wanted = { email: email.trim().toLowerCase(), number: comparable(organizationNumber) }
    return customers
      .filter(({ id }) => id !== ownId)
      .map((customer) => ({ customer, same: sameThings(customer, wanted.email, wanted.number) }))
      .filter(({ same }) => same !== '')
  }, [customers, ownId, email, organizationNumber])

  if (found.length === 0) return null
  return (
    <Notice tone="warning">
      <p className="font-semibold">Kunden finnes kanskje fra før</p>
      <ul className="mt-1 text-ink [overflow-wrap:anywhere]">
        {found.slice(0, named).map(({ customer, same }) => (
          <li key={customer.id}>
            {customer.name} har samme {same}.
          </li>
        ))}
        {found.length > named && <li>… og {found.length - named} til.</li>}
      </ul>
    </Notice>
  )
}

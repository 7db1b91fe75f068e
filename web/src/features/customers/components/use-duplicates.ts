import { organizationNumberDigits } from '@kontor/contract/shared/orgnr'
import { useMemo } from 'react'
import type { Customer } from '../customers.api.ts'

const normalizeNumber = (number: string | null): string | null => {
  const text = number?.trim()
  return text ? (organizationNumberDigits(text) ?? text) : null
}

export type Duplicates = Readonly<Record<'email' | 'organizationNumber', readonly Customer[]>>

/** Other customers with the same e-mail or organisation number as the form; `ownId` is the edited customer. */
export const useDuplicates = (
  customers: readonly Customer[],
  ownId: number | undefined,
  { email, organizationNumber }: Readonly<Record<keyof Duplicates, string>>,
): Duplicates =>
  useMemo(() => {
    const address = email.trim().toLowerCase()
    const number = normalizeNumber(organizationNumber)
    const others = customers.filter(({ id }) => id !== ownId)
    return {
      email: address === '' ? [] : others.filter((other) => other.email.toLowerCase() === address),
      organizationNumber:
        number === null ? [] : others.filter((other) => normalizeNumber(other.organizationNumber) === number),
    }
  }, [customers, ownId, email, organizationNumber])

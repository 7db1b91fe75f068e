import { organizationNumberDigits } from '@kontor/contract/shared/orgnr'
import { useMemo } from 'react'
import { WarningIcon } from '../../../ui/icons.tsx'
import type { Customer } from '../customers.api.ts'

/** Maximum number of duplicates listed by name. */
const maxNames = 3

const normalizeNumber = (number: string | null): string | null => {
  const text = number?.trim()
  return text ? (organizationNumberDigits(text) ?? text) : null
}

interface FormValues {
  readonly email: string
  readonly organizationNumber: string
}

export interface Duplicates {
  readonly email: readonly Customer[]
  readonly organizationNumber: readonly Customer[]
}

/** Other customers with the same e-mail or organisation number as the form; `ownId` is the edited customer. */
export const useDuplicates = (
  customers: readonly Customer[],
  ownId: number | undefined,
  { email, organizationNumber }: FormValues,
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

/** Warns that other customers have the same value; does not prevent saving. */
export function DuplicateHint({ customers, what }: { customers: readonly Customer[]; what: string }) {
  const names = customers.slice(0, maxNames).map(({ name }) => name)
  const more = customers.length - names.length
  return (
    <span role="alert" className="flex items-start gap-1.5 text-warning [overflow-wrap:anywhere]">
      <WarningIcon className="mt-0.5 size-3.5 shrink-0" />
      Finnes fra før: {names.join(', ')}
      {more > 0 && ` og ${more} til`} har samme {what}.
    </span>
  )
}

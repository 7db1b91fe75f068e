import { organizationNumberDigits } from '@kontor/contract/shared/orgnr'
import { useMemo } from 'react'
import { WarningIcon } from '../../../ui/icons.tsx'
import type { Customer } from '../customers.api.ts'

/** More than these are not named: whoever has so many knows why. */
const named = 3

const comparable = (number: string | null): string | null => {
  const text = number?.trim()
  return text ? (organizationNumberDigits(text) ?? text) : null
}

interface Typed {
  readonly email: string
  readonly organizationNumber: string
}

export interface Duplicates {
  readonly email: readonly Customer[]
  readonly organizationNumber: readonly Customer[]
}

/** The other customers that have the same address or number as the form; `ownId` is the customer that is edited. */
export const useDuplicates = (
  customers: readonly Customer[],
  ownId: number | undefined,
  { email, organizationNumber }: Typed,
): Duplicates =>
  useMemo(() => {
    const address = email.trim().toLowerCase()
    const number = comparable(organizationNumber)
    const others = customers.filter(({ id }) => id !== ownId)
    return {
      email: address === '' ? [] : others.filter((other) => other.email.toLowerCase() === address),
      organizationNumber:
        number === null ? [] : others.filter((other) => comparable(other.organizationNumber) === number),
    }
  }, [customers, ownId, email, organizationNumber])

/** Warns at a field, without forbidding anything, that somebody with the same value is there already. */
export function DuplicateHint({ customers, what }: { customers: readonly Customer[]; what: string }) {
  const names = customers.slice(0, named).map(({ name }) => name)
  const more = customers.length - names.length
  return (
    <span role="alert" className="flex items-start gap-1.5 text-warning [overflow-wrap:anywhere]">
      <WarningIcon className="mt-0.5 size-3.5 shrink-0" />
      Finnes fra før: {names.join(', ')}
      {more > 0 && ` og ${more} til`} har samme {what}.
    </span>
  )
}

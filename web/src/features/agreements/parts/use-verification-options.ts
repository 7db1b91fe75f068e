import {
  type AgreementVerification,
  agreementVerifications,
  isFrozen,
} from '@kontor/contract/agreements/agreements.rules'
import { keysOf } from '@kontor/contract/shared/fields'
import { useQuery } from '@tanstack/react-query'
import { formatOre } from '../../../platform/format.ts'
import type { SelectOption } from '../../../ui/form/select.tsx'
import { type Agreement, agreementSettingsQuery } from '../agreements.api.ts'

/** Returns the ways to confirm an answer. Includes eID only if a provider is configured, or if the agreement already uses eID. */
export const useVerificationOptions = (chosen: AgreementVerification): SelectOption[] => {
  const { data } = useQuery(agreementSettingsQuery)
  return keysOf(agreementVerifications)
    .filter((value) => value !== 'eid' || value === chosen || data?.eid === true)
    .map((value) => ({ value, label: agreementVerifications[value] }))
}

/** Returns a sentence that says that the amount requires a code; undefined if it doesn't. */
export const useCodeHint = (
  agreement: Pick<Agreement, 'totalAmount' | 'vatAmount'> | undefined,
): string | undefined => {
  const { data } = useQuery(agreementSettingsQuery)
  const codeAbove = data?.codeAbove ?? null
  if (!agreement || codeAbove === null || agreement.totalAmount + agreement.vatAmount <= codeAbove) return undefined
  return `Beløpet er over grensen for kode, ${formatOre(codeAbove)}.`
}

/** Returns true if the customer can't accept or reject the agreement by the link, since it requires eID, and eID isn't set up. */
export const useIsEidMissing = ({ status, verification }: Pick<Agreement, 'status' | 'verification'>): boolean => {
  const { data } = useQuery(agreementSettingsQuery)
  return verification === 'eid' && !isFrozen(status) && data?.eid === false
}

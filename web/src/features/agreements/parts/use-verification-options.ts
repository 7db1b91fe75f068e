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

/** The proofs that customers can give. Includes eID only if a provider is configured, or if the agreement already uses it. */
export const useVerificationOptions = (chosen: AgreementVerification): SelectOption[] => {
  const { data } = useQuery(agreementSettingsQuery)
  return keysOf(agreementVerifications)
    .filter((value) => value !== 'eid' || value === chosen || data?.eid === true)
    .map((value) => ({ value, label: agreementVerifications[value] }))
}

/** Explains why a code is required by default; undefined where the amount doesn't ask for one. */
export const useCodeHint = (
  agreement: Pick<Agreement, 'totalAmount' | 'vatAmount'> | undefined,
): string | undefined => {
  const { data } = useQuery(agreementSettingsQuery)
  const codeAbove = data?.codeAbove ?? null
  if (!agreement || codeAbove === null || agreement.totalAmount + agreement.vatAmount <= codeAbove) return undefined
  return `Beløpet er over grensen for kode, ${formatOre(codeAbove)}.`
}

/** True if the agreement can't be accepted or rejected by the link: it requires an eID that is not set up here. */
export const useIsEidMissing = ({ status, verification }: Pick<Agreement, 'status' | 'verification'>): boolean => {
  const { data } = useQuery(agreementSettingsQuery)
  return verification === 'eid' && !isFrozen(status) && data?.eid === false
}

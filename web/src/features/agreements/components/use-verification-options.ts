import { type AgreementVerification, agreementVerifications } from '@kontor/contract/agreements/agreements.rules'
import { keysOf } from '@kontor/contract/shared/fields'
import { useQuery } from '@tanstack/react-query'
import type { SelectOption } from '../../../ui/select.tsx'
import { agreementSettingsQuery } from '../agreements.api.ts'

/** How customers can prove who answers: by eID only where a provider is configured, or where it is chosen already. */
export const useVerificationOptions = (chosen: AgreementVerification): SelectOption[] => {
  const { data } = useQuery(agreementSettingsQuery)
  return keysOf(agreementVerifications)
    .filter((value) => value !== 'eid' || value === chosen || data?.eid === true)
    .map((value) => ({ value, label: agreementVerifications[value] }))
}

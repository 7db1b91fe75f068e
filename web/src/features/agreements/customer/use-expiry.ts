import type { PublicAgreement } from '../agreements.api.ts'
import { useFormats } from './use-response-language.ts'

/** The last day of an agreement that can't be accepted any more, as text; otherwise null. */
export const useExpiry = ({ status, expired, validUntil }: PublicAgreement['agreement']): string | null => {
  const formats = useFormats()
  return status === 'sent' && expired && validUntil ? formats.day(validUntil) : null
}

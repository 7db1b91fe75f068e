import type { PublicAgreement } from '../agreements.api.ts'
import { useFormats } from './use-response-language.ts'

/** Returns the last day for accepting as text, if that day has passed; otherwise null. */
export const useExpiry = ({ status, expired, validUntil }: PublicAgreement['agreement']): string | null => {
  const formats = useFormats()
  return status === 'sent' && expired && validUntil ? formats.day(validUntil) : null
}

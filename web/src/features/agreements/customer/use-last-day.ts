import { daysBetween, osloDay } from '@kontor/contract/shared/time'
import { nowText, useNow } from '../../../platform/now.ts'
import type { PublicAgreement } from '../agreements.api.ts'
import { useFormats, useResponseTexts } from './use-response-language.ts'

/** The number of remaining days from which the customer sees how many are left. */
const nearDays = 7

/** Returns the last day of an agreement that can still be accepted, in words; null for others, and without a last day. */
export const useLastDay = ({ status, expired, validUntil }: PublicAgreement['agreement']): string | null => {
  const texts = useResponseTexts()
  const formats = useFormats()
  const today = osloDay(nowText(useNow()))
  if (status !== 'sent' || expired || !validUntil) return null
  const left = daysBetween(today, validUntil)
  const day = formats.day(validUntil)
  return left >= 0 && left <= nearDays ? `${day}, ${texts.daysLeft(left)}` : day
}

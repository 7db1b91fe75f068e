import { daysBetween, osloDay } from '@kontor/contract/shared/time'
import { nowText, useNow } from '../../../platform/now.ts'
import type { PublicAgreement } from '../agreements.api.ts'
import { useFormats, useResponseTexts } from './use-response-language.ts'

/** If at most this many days remain, the customer also sees how many. */
const nearDays = 7

/** Returns the last day to accept, in words. Returns null if the agreement can't be accepted or has no last day. */
export const useLastDay = ({ status, expired, validUntil }: PublicAgreement['agreement']): string | null => {
  const texts = useResponseTexts()
  const formats = useFormats()
  const today = osloDay(nowText(useNow()))
  if (status !== 'sent' || expired || !validUntil) return null
  const left = daysBetween(today, validUntil)
  const day = formats.day(validUntil)
  return left >= 0 && left <= nearDays ? `${day}, ${texts.daysLeft(left)}` : day
}

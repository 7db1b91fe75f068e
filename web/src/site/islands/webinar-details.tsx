import type { UpcomingWebinar } from '@kontor/contract/webinars/webinars.schema'
import { useTexts } from '../../platform/i18n.tsx'
import { webinarDetailTexts } from '../texts/webinar-detail-texts.ts'

/** Shows duration, language and free seats, as far as the office has filled them in. */
export function WebinarDetails({ webinar: { durationMinutes, language, seatsLeft } }: { webinar: UpcomingWebinar }) {
  const texts = useTexts(webinarDetailTexts)
  const facts = [
    ...(durationMinutes === undefined ? [] : [texts.minutes(durationMinutes)]),
    ...(language === undefined ? [] : [texts.heldIn[language]]),
    ...(seatsLeft === undefined || seatsLeft === 0 ? [] : [texts.seats(seatsLeft)]),
  ]
  if (facts.length === 0 && seatsLeft !== 0) return null
  return (
    <span className="mt-1 block text-small text-soft">
      {facts.join(' · ')}
      {seatsLeft === 0 && (
        <>
          {facts.length > 0 && ' · '}
          <strong className="font-semibold text-ink">{texts.full}</strong>
        </>
      )}
    </span>
  )
}

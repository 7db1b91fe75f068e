import type { UpcomingWebinar } from '@kontor/contract/webinars/webinars.schema'
import { useTexts } from '../../platform/i18n.tsx'
import { webinarDetailTexts } from '../texts/webinar-detail-texts.ts'

/** Shows duration, language and free seats, as far as the office has filled them in. */
export function WebinarDetails({ webinar: { durationMinutes, language, seatsLeft } }: { webinar: UpcomingWebinar }) {
  const texts = useTexts(webinarDetailTexts)
  const facts = [
    durationMinutes && texts.minutes(durationMinutes),
    language && texts.heldIn[language],
    seatsLeft && texts.seats(seatsLeft),
  ].filter(Boolean)
  if (facts.length === 0 && seatsLeft !== 0) return null
  return (
    <span className="mt-1 block text-small text-soft">
      {/* Wraps only between the facts. */}
      {facts.join(' ·\n').replaceAll(' ', '\u00a0')}
      {seatsLeft === 0 && (
        <>
          {facts.length > 0 && ' · '}
          <strong className="font-semibold text-ink">{texts.full}</strong>
        </>
      )}
    </span>
  )
}

import type { UpcomingWebinar } from '@kontor/contract/webinars/webinars.schema'
import { useTexts } from '../../platform/i18n.tsx'
import { webinarDetailTexts } from '../texts/webinar-detail-texts.ts'

/** Shows duration, language and free seats, as far as the office has filled them in. Wraps only between them. */
export function WebinarDetails({ webinar: { durationMinutes, language, seatsLeft } }: { webinar: UpcomingWebinar }) {
  const texts = useTexts(webinarDetailTexts)
  return (
    <span className={`mt-1 block text-small ${seatsLeft === 0 ? 'font-semibold' : 'text-soft'}`}>
      {[
        durationMinutes && texts.minutes(durationMinutes),
        language && texts.heldIn[language],
        seatsLeft ? texts.seats(seatsLeft) : seatsLeft === 0 && texts.full,
      ]
        .filter(Boolean)
        .join(' ·\n')
        .replaceAll(' ', '\u00a0')}
    </span>
  )
}

import type { FieldProblem } from '@kontor/contract/shared/public-form'
import type { UpcomingWebinar } from '@kontor/contract/webinars/webinars.schema'
import { formatCalendarLeaf } from '../../platform/format/calendar-leaf.ts'
import { useLanguage, useTexts } from '../../platform/i18n.tsx'
import { webinarDetailTexts } from '../texts/webinar-detail-texts.ts'
import { webinarFormTexts } from '../texts/webinar-form-texts.ts'
import { useProblemText } from './use-problem-text.ts'
import { Problem } from './visitor-field.tsx'
import { WebinarDetails } from './webinar-details.tsx'

interface WebinarCardsProps {
  readonly webinars: readonly UpcomingWebinar[]
  readonly selected: string | null
  readonly onSelect: (id: string, byPointer: boolean) => void
  readonly problem: FieldProblem | undefined
}

/** A radio group: one tab stop, arrow keys to choose. */
export function WebinarCards({ webinars, selected, onSelect, problem }: WebinarCardsProps) {
  const texts = useTexts(webinarFormTexts)
  const text = useProblemText('webinarId', problem, texts.missingWebinar)
  return (
    <fieldset className="min-w-0 lg:col-span-5" aria-describedby={text === null ? undefined : 'webinar-problem'}>
      <legend className="mb-3 font-semibold text-[0.9375rem]">
        {texts.choose}
        <span aria-hidden="true" className="text-signal">
          {' *'}
        </span>
      </legend>
      <div className="grid grid-cols-1 gap-3">
        {webinars.map((webinar) => (
          <Card key={webinar.id} webinar={webinar} selected={webinar.id === selected} onSelect={onSelect} />
        ))}
      </div>
      {text !== null && <Problem id="webinar-problem">{text}</Problem>}
    </fieldset>
  )
}

interface CardProps {
  readonly webinar: UpcomingWebinar
  readonly selected: boolean
  readonly onSelect: (id: string, byPointer: boolean) => void
}

/** A calendar leaf beside the name; the radio button and a heavy border mark the selection, not colour alone. */
function Card({ webinar, selected, onSelect }: CardProps) {
  const { id, name, date } = webinar
  const texts = useTexts(webinarDetailTexts)
  const { language } = useLanguage()
  const leaf = formatCalendarLeaf(date, language)
  return (
    <label className="grid cursor-pointer grid-cols-[4.25rem_minmax(0,1fr)_auto] items-center gap-4 rounded-md border border-border bg-surface p-4 has-checked:border-fjord has-checked:bg-fjord-tint has-checked:ring-2 has-checked:ring-fjord has-checked:ring-inset has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2 hover:border-ink">
      <span className="border-rule border-r pr-4 text-center leading-none">
        <span className="block font-bold text-[1.875rem] numerals tracking-[-0.02em]">{leaf.day}</span>
        <span className="mt-1.5 block text-small text-soft">{leaf.month}</span>
      </span>
      <span>
        <span className="wrap-anywhere block font-semibold leading-snug">{name}</span>
        <span className="mt-1 block text-small text-soft">{texts.at(leaf.weekdayAndTime)}</span>
        <WebinarDetails webinar={webinar} />
      </span>
      <input
        type="radio"
        name="webinarId"
        value={id}
        required
        checked={selected}
        onChange={({ currentTarget }) => onSelect(id, !currentTarget.matches(':focus-visible'))}
        className="size-5 accent-fjord outline-none"
      />
    </label>
  )
}

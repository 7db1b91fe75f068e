import type { FormResult } from '@kontor/contract/shared/public-form'
import { longOsloTime } from '@kontor/contract/shared/time'
import type { registerForWebinar } from '@kontor/contract/webinars/webinars.endpoints'
import { registrationLimits } from '@kontor/contract/webinars/webinars.rules'
import type { UpcomingWebinar } from '@kontor/contract/webinars/webinars.schema'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLanguage, useTexts } from '../../platform/i18n.tsx'
import { formTexts } from '../texts/form-texts.ts'
import { webinarDetailTexts } from '../texts/webinar-detail-texts.ts'
import { webinarFormTexts } from '../texts/webinar-form-texts.ts'
import { useVisitorForm } from './use-visitor-form.ts'
import { VisitorField, VisitorIdentityFields } from './visitor-field.tsx'
import { VisitorFormEnd, VisitorResult } from './visitor-form-end.tsx'
import { WebinarCards } from './webinar-cards.tsx'
import { WebinarDetails } from './webinar-details.tsx'

const fields = ['webinarId', 'name', 'email', 'company', 'phone', 'waitingList'] as const
const required = ['webinarId', 'name', 'email'] as const
// Imports only the endpoint's type: the site's bundle has no zod.
const path: (typeof registerForWebinar)['path'] = '/api/webinars/{id}/registrations'

/** Returns true if the webinar was closed, filled up or began since the list was fetched (409), or was deleted (404). */
const isClosed = (status: number | null): boolean => status === 409 || status === 404

function Empty() {
  const texts = useTexts(webinarFormTexts)
  return (
    <div className="mt-10 max-w-[44rem] border border-rule border-l-4 border-l-fjord bg-surface p-6 sm:p-8">
      <p className="font-semibold">{texts.noneTitle}</p>
      <p className="mt-1">{texts.noneText}</p>
    </div>
  )
}

/** The selected webinar, above the fields; keeps its height without a selection. */
function Selected({ webinar }: { webinar: UpcomingWebinar | undefined }) {
  const texts = { ...useTexts(webinarFormTexts), ...useTexts(webinarDetailTexts) }
  const { language } = useLanguage()
  return (
    <div className="min-h-24 border-rule border-b pb-5 sm:col-span-2" aria-live="polite" data-selected={webinar?.id}>
      {webinar ? (
        <>
          <p className="text-small text-soft">{texts.selected}</p>
          <p className="wrap-anywhere font-semibold text-[1.25rem] leading-snug">{webinar.name}</p>
          <p>{texts.at(longOsloTime(webinar.date, language))}</p>
          <WebinarDetails webinar={webinar} />
          {webinar.description !== undefined && (
            <p className="wrap-anywhere mt-3 whitespace-pre-line">{webinar.description}</p>
          )}
        </>
      ) : (
        <p className="text-soft">{texts.chooseHint}</p>
      )}
    </div>
  )
}

interface WebinarRegistrationProps {
  readonly webinars: readonly UpcomingWebinar[]
  /** Called when a webinar turns out to be closed, to fetch the list again. */
  readonly onClosed: () => void
}

export function WebinarRegistration({ webinars, onClosed }: WebinarRegistrationProps) {
  const texts = { ...useTexts(formTexts), ...useTexts(webinarFormTexts), ...useTexts(webinarDetailTexts) }
  const [chosen, setChosen] = useState<string | null>(null)
  const selected = webinars.find(({ id }) => id === chosen)
  const panel = useRef<HTMLDivElement>(null)

  const choose = (id: string, byPointer: boolean): void => {
    flushSync(() => setChosen(id))
    // Doesn't scroll for keyboard users: the focus stays on the list, and the arrow keys may choose another webinar.
    if (byPointer && panel.current && panel.current.getBoundingClientRect().top > innerHeight / 2) {
      panel.current.scrollIntoView()
    }
  }

  const onEnd = (result: FormResult): void => {
    if (result.kind === 'sent') setChosen(null)
    if (result.kind === 'failed' && isClosed(result.status)) onClosed()
  }
  const url = ({ webinarId = '' }: Readonly<Record<string, string>>) =>
    path.replace('{id}', encodeURIComponent(webinarId))
  const sent = ({ waitingList }: Readonly<Record<string, string>>) =>
    waitingList
      ? { title: texts.waitingSuccess, description: texts.waitingSuccessText }
      : { title: texts.registrationSuccess, description: texts.registrationSuccessText }
  const failed = texts.registrationFailed
  const why = (status: number | null) => {
    if (!isClosed(status)) return undefined
    return selected?.seatsLeft === undefined ? texts.closed : texts.filled
  }
  const isFull = selected?.seatsLeft === 0
  const { problems, formProps, end } = useVisitorForm({
    fields,
    required,
    url,
    sent,
    failed,
    why,
    onEnd,
  })

  // After an attempt, keeps the form even without webinars: it contains the input and the reason of a failure.
  if (webinars.length === 0 && end.result === null) return <Empty />
  return (
    <form
      {...formProps}
      aria-labelledby="webinar-title"
      className="mt-10 grid grid-cols-1 items-start gap-x-12 gap-y-10 lg:grid-cols-12"
    >
      <WebinarCards
        webinars={webinars}
        selected={selected?.id ?? null}
        onSelect={choose}
        problem={problems.webinarId}
      />
      {/* On a narrow screen the fields appear once a webinar is chosen. */}
      <div
        ref={panel}
        className={`relative scroll-mt-20 grid-cols-1 gap-5 rounded-md border border-rule bg-surface p-5 sm:grid-cols-2 sm:p-9 lg:sticky lg:top-24 lg:col-span-7 lg:grid ${selected || end.result ? 'grid' : 'hidden'}`}
      >
        {end.result?.kind === 'sent' && !selected ? (
          <VisitorResult {...end} />
        ) : (
          <>
            <Selected webinar={selected} />
            <p className="text-[0.9375rem] text-soft sm:col-span-2">{texts.requiredMark}</p>
            <VisitorIdentityFields form="webinar" problems={problems} limits={registrationLimits} />
            <VisitorField form="webinar" field="phone" label={texts.phone} problem={problems.phone}>
              {(props) => (
                <input
                  {...props}
                  type="tel"
                  autoComplete="tel"
                  placeholder="+47 12 34 56 78"
                  maxLength={registrationLimits.phone}
                />
              )}
            </VisitorField>
            <input type="hidden" name="waitingList" value={isFull ? 'true' : ''} />
            <VisitorFormEnd
              {...end}
              send={isFull ? texts.joinList : texts.submit}
              sending={texts.submitting}
              blocked={selected ? undefined : texts.chooseFirst}
              note={texts.privacy}
            />
          </>
        )}
      </div>
    </form>
  )
}

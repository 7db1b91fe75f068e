import { longOsloTime } from '@kontor/contract/shared/time'
import type { OwnRegistration } from '@kontor/contract/webinars/webinars.schema'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useParams } from 'react-router'
import { ApiError } from '../../../platform/api-client.ts'
import { useDocumentLanguage, useDocumentTitle } from '../../../platform/document-title.ts'
import { officeCompany } from '../../../platform/office-company.ts'
import { Button } from '../../../ui/base/button.tsx'
import { RefreshIcon } from '../../../ui/base/icons.tsx'
import { Skeleton } from '../../../ui/base/skeleton.tsx'
import { Notice } from '../../../ui/base/states.tsx'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { LinkPageFrame } from '../../../ui/visitor/link-page-frame.tsx'
import { ownRegistrationTexts } from '../components/own-registration-texts.ts'
import {
  ownCalendarAddress,
  ownRegistrationQuery,
  useCancelOwnRegistration,
  useConfirmOwnRegistration,
} from '../webinars.api.ts'

type Language = OwnRegistration['language']
type Texts = (typeof ownRegistrationTexts)[Language]

/** Returns the browser's language, which is used until the registration's own language is known. */
const browserLanguage = (): Language => (/^(?:nb|nn|no|da|sv)\b/i.test(navigator.language) ? 'no' : 'en')

function Loading({ texts }: { texts: Texts }) {
  return (
    <div aria-busy="true" aria-label={texts.loading} role="status">
      <Skeleton className="h-6 w-40" />
      <Skeleton className="mt-4 h-10 w-full max-w-md" />
      <Skeleton className="mt-10 h-40 w-full" />
    </div>
  )
}

function Failure({ texts, error, onRetry }: { texts: Texts; error: Error; onRetry: () => void }) {
  const isUnknown = error instanceof ApiError && error.status === 404
  const title = isUnknown ? texts.unknown : texts.failed
  useDocumentTitle(title)
  return (
    <>
      <h1 className="font-semibold text-[min(1.875rem,9vw)] leading-tight tracking-tight">{title}</h1>
      <p className="mt-3 max-w-prose text-soft leading-relaxed">{isUnknown ? texts.unknownText : texts.failedText}</p>
      {!isUnknown && (
        <Button className="mt-5 h-11" onClick={onRetry}>
          <RefreshIcon /> {texts.retry}
        </Button>
      )}
    </>
  )
}

function WebinarFacts({ texts, registration }: { texts: Texts; registration: OwnRegistration }) {
  const { name, date, durationMinutes, language } = registration.webinar
  const details = [
    ...(durationMinutes === undefined ? [] : [texts.minutes(durationMinutes)]),
    ...(language === undefined ? [] : [texts.heldIn[language]]),
  ]
  return (
    <>
      <p className="text-soft">{texts.page}</p>
      <h1 className="mt-1 text-balance font-semibold text-[clamp(1.625rem,5vw,2.25rem)] leading-tight tracking-tight [overflow-wrap:anywhere]">
        {name}
      </h1>
      <p className="mt-3">
        {longOsloTime(date, registration.language)} ({texts.zone})
      </p>
      {details.length > 0 && <p className="text-soft">{details.join(' · ')}</p>}
    </>
  )
}

/** The two things that people open the page for: the link to the webinar and, before it begins (`open`), its calendar entry. */
function Attend({ token, texts, registration: { open, webinar } }: RegistrationProps) {
  return (
    <p className="mt-5 flex flex-wrap gap-3 empty:hidden">
      {webinar.joinLink !== undefined && (
        <Button asChild variant="primary" className="h-11 px-6 text-base">
          <a href={webinar.joinLink} rel="noreferrer">
            {texts.join}
          </a>
        </Button>
      )}
      {open && (
        <Button asChild className="h-11 px-6 text-base">
          <a href={ownCalendarAddress(token)} download="webinar.ics">
            {texts.calendar}
          </a>
        </Button>
      )}
    </p>
  )
}

interface RegistrationProps {
  readonly token: string
  readonly texts: Texts
  readonly registration: OwnRegistration
}

function Registration({ token, texts, registration }: RegistrationProps) {
  const { state, open, webinar, heldUntil } = registration
  useDocumentTitle(webinar.name)
  const cancel = useCancelOwnRegistration(token)
  const confirm = useConfirmOwnRegistration(token)
  const heading = useRef<HTMLHeadingElement>(null)
  const [isAsking, setIsAsking] = useState(false)
  const stopAsking = () => setIsAsking(false)
  const hasSeat = state === 'registered' && heldUntil === undefined
  const [hasCancelled, hasConfirmed] = [cancel.isSuccess, confirm.isSuccess]

  useEffect(() => {
    if (hasCancelled || hasConfirmed) heading.current?.focus()
  }, [hasCancelled, hasConfirmed])

  return (
    <>
      <WebinarFacts texts={texts} registration={registration} />
      <section
        aria-labelledby="state-title"
        className="mt-8 rounded-md border border-rule bg-surface p-5 sm:mt-10 sm:p-8"
      >
        <h2 id="state-title" ref={heading} tabIndex={-1} className="font-semibold text-xl tracking-tight outline-none">
          {texts.states[state]}
        </h2>
        {open && heldUntil !== undefined && (
          <>
            <p className="mt-2 max-w-prose leading-relaxed">
              {texts.held(`${longOsloTime(heldUntil, registration.language)} (${texts.zone})`)}
            </p>
            {confirm.isError && (
              <div className="mt-4">
                <Notice>{texts.notConfirmed}</Notice>
              </div>
            )}
            <Button
              variant="primary"
              className="mt-4 mb-6 h-11 px-6 text-base"
              working={confirm.isPending}
              workingLabel={texts.confirming}
              onClick={() => !confirm.isPending && confirm.mutate()}
            >
              {texts.confirm}
            </Button>
          </>
        )}
        <p className="mt-2 max-w-prose text-soft leading-relaxed">{open ? texts.question[state] : texts.over}</p>
        {cancel.isError && (
          <div className="mt-4">
            <Notice>{texts.notCancelled}</Notice>
          </div>
        )}
        {hasSeat && <Attend token={token} texts={texts} registration={registration} />}
        {open && state !== 'cancelled' && (
          <Button
            variant="quiet"
            className="-ml-3.5 mt-5 h-11 underline decoration-border underline-offset-4"
            working={cancel.isPending}
            workingLabel={texts.cancelling}
            onClick={() => setIsAsking(true)}
          >
            {texts.cancel[state]}
          </Button>
        )}
        {isAsking && state !== 'cancelled' && (
          <ConfirmDialog
            title={texts.cancelQuestion[state]}
            confirmLabel={texts.cancel[state]}
            workingLabel={texts.cancelling}
            cancelLabel={texts.keep}
            onConfirm={() => cancel.mutateAsync().then(stopAsking, stopAsking)}
            onCancel={stopAsking}
          >
            {texts.cancelText[state]}
          </ConfirmDialog>
        )}
        {open && state === 'cancelled' && (
          <Button asChild className="mt-5 h-11 px-6 text-base">
            <a href={registration.language === 'en' ? '/en/#webinar-registration' : '/#webinar-registration'}>
              {texts.again}
            </a>
          </Button>
        )}
      </section>
    </>
  )
}

/** The page behind the personal link in a webinar's mails. Opening it changes nothing; buttons confirm or cancel the registration. */
export default function OwnRegistrationPage() {
  const { token = '' } = useParams()
  const { data, error, refetch } = useQuery(ownRegistrationQuery(token))
  const language = data?.language ?? browserLanguage()
  const texts = ownRegistrationTexts[language]
  useDocumentLanguage(language)

  return (
    <LinkPageFrame language={language} company={officeCompany}>
      {data ? (
        <Registration token={token} texts={texts} registration={data} />
      ) : error ? (
        <Failure texts={texts} error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading texts={texts} />
      )}
    </LinkPageFrame>
  )
}

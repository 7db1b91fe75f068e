import { agreementSentences } from '@kontor/contract/agreements/agreements.rules'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useParams } from 'react-router'
import { ApiError, errorText, NetworkError } from '../../../platform/api-client.ts'
import { useDocumentLanguage, useDocumentTitle } from '../../../platform/document-title.ts'
import { LanguageProvider } from '../../../platform/i18n.tsx'
import { officeCompany } from '../../../platform/office-company.ts'
import { Button } from '../../../ui/base/button.tsx'
import { RefreshIcon } from '../../../ui/base/icons.tsx'
import { Skeleton } from '../../../ui/base/skeleton.tsx'
import { Notice } from '../../../ui/base/states.tsx'
import { toastFailure } from '../../../ui/toast/toast-store.ts'
import { LinkPageFrame } from '../../../ui/visitor/link-page-frame.tsx'
import { agreementResponseQuery, type PublicAgreement, responsePdfAddress } from '../agreements.api.ts'
import { agreementResponseTexts } from './agreement-response-texts.ts'
import { AnswerButton } from './answer-button.tsx'
import { PdfLink } from './pdf-link.tsx'
import { ResponseBar } from './response-bar.tsx'
import { ResponseDocument } from './response-document.tsx'
import { sentenceIn } from './response-failure.ts'
import { ResponseForm } from './response-form.tsx'
import { ResponseHead } from './response-head.tsx'
import { ResponseNotFound, ResponseOffline } from './response-not-found.tsx'
import { ResponseOutcome } from './response-outcome.tsx'
import { useExpiry } from './use-expiry.ts'
import { useLastDay } from './use-last-day.ts'
import { useResponseAnswer } from './use-response-answer.ts'
import { useResponseTexts } from './use-response-language.ts'

/** Returns true while `above` is scrolled out of view and `below` isn't in view yet. */
const useIsBetween = (above: RefObject<Element | null>, below: RefObject<Element | null>): boolean => {
  const [isPast, setIsPast] = useState(false)
  const [isBefore, setIsBefore] = useState(false)
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting, boundingClientRect } of entries) {
        if (target === above.current) setIsPast(!isIntersecting && boundingClientRect.top < 0)
        if (target === below.current) setIsBefore(!isIntersecting && boundingClientRect.top > 0)
      }
    })
    for (const { current } of [above, below]) if (current) observer.observe(current)
    return () => observer.disconnect()
  }, [above, below])
  return isPast && isBefore
}

function Loading() {
  return (
    <div aria-busy="true" aria-label={agreementResponseTexts.no.loading} role="status">
      <Skeleton className="h-6 w-40" />
      <Skeleton className="mt-4 h-10 w-full max-w-md" />
      <Skeleton className="mt-10 h-28 w-full" />
      <Skeleton className="mt-10 h-64 w-full" />
    </div>
  )
}

function NotFound({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const isOffline = error instanceof NetworkError
  const unknown = error instanceof ApiError && error.status === 404
  useDocumentTitle(isOffline ? agreementResponseTexts.no.offline : agreementSentences.notFound)
  useEffect(() => {
    if (!isOffline) toastFailure(agreementResponseTexts.no.notLoaded)
  }, [isOffline])
  return (
    <>
      {isOffline ? <ResponseOffline /> : <ResponseNotFound />}
      {!unknown && (
        <>
          <p className="mt-3 max-w-prose text-soft leading-relaxed">{errorText(error)}</p>
          <Button className="mt-5 h-11" onClick={onRetry}>
            <RefreshIcon /> Prøv igjen
          </Button>
        </>
      )}
    </>
  )
}

/** Says that the deadline has passed, if so. The button near the title then asks for a new deadline. */
function DeadlinePassed({ agreement }: Pick<PublicAgreement, 'agreement'>) {
  const texts = useResponseTexts()
  const day = useExpiry(agreement)
  return day && <p className="mt-3 max-w-prose text-lg leading-snug">{texts.deadlinePassed(day)}</p>
}

function Agreement({ token, view, etag }: { token: string; view: PublicAgreement; etag: string | null }) {
  const { agreement } = view
  useDocumentTitle(agreement.title)
  const answer = useResponseAnswer(token, view, etag)
  const { changeNotice, isAnswered } = answer
  const summary = useRef<HTMLElement>(null)
  const form = useRef<HTMLElement>(null)
  const formHeading = useRef<HTMLHeadingElement>(null)
  const outcome = useRef<HTMLHeadingElement>(null)
  const changeNoticeElement = useRef<HTMLDivElement>(null)
  const isOpen = agreement.status === 'sent'
  const canAnswer = isOpen && !view.office
  const showsBar = useIsBetween(summary, form) && canAnswer

  useEffect(() => {
    if (isAnswered) outcome.current?.focus()
  }, [isAnswered])

  useEffect(() => {
    if (changeNotice === null) return
    changeNoticeElement.current?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }, [changeNotice])

  const goToForm = () => {
    formHeading.current?.focus({ preventScroll: true })
    form.current?.scrollIntoView({ block: 'start' })
  }
  const pdf = responsePdfAddress(token)

  return (
    <>
      {changeNotice && (
        <div ref={changeNoticeElement} tabIndex={-1} className="mb-6 outline-none">
          <Notice tone="warning">{changeNotice}</Notice>
        </div>
      )}
      {isOpen && view.office && (
        <div className="mb-6">
          <Notice tone="warning" isLasting>
            {sentenceIn(agreement.language, agreementSentences.officeSession)}
          </Notice>
        </div>
      )}
      <ResponseHead
        view={view}
        summary={summary}
        lastDay={useLastDay(agreement)}
        outcome={
          isOpen ? (
            <DeadlinePassed agreement={agreement} />
          ) : (
            <ResponseOutcome agreement={agreement} heading={outcome}>
              <PdfLink address={pdf} />
            </ResponseOutcome>
          )
        }
      >
        {isOpen && (
          <>
            {canAnswer && <AnswerButton onAnswer={goToForm} isExpired={agreement.expired} className="max-md:flex-1" />}
            <PdfLink address={pdf} className="max-md:flex-1" />
          </>
        )}
      </ResponseHead>
      <ResponseDocument view={view} />
      {(canAnswer || answer.isOvertaken) && (
        <ResponseForm token={token} agreement={agreement} answer={answer} section={form} heading={formHeading} />
      )}
      {showsBar && <ResponseBar agreement={agreement} onAnswer={goToForm} />}
    </>
  )
}

/** The page behind a customer's link, where the customer reads and answers an agreement. */
export default function AgreementResponsePage() {
  const { token = '' } = useParams()
  const { data, error, refetch } = useQuery(agreementResponseQuery(token))
  const { agreement, seller } = data?.answer ?? {}
  const language = agreement?.language ?? 'no'
  useDocumentLanguage(language)

  return (
    <LanguageProvider language={language}>
      <LinkPageFrame language={language} company={seller ?? officeCompany} wide>
        {data ? (
          <Agreement key={token} token={token} view={data.answer} etag={data.etag} />
        ) : error ? (
          <NotFound error={error} onRetry={() => void refetch()} />
        ) : (
          <Loading />
        )}
      </LinkPageFrame>
    </LanguageProvider>
  )
}

import {
  type AgreementStatus,
  agreementSentences,
  answerChannels,
  customerStatusLabels,
} from '@kontor/contract/agreements/agreements.rules'
import { useQuery } from '@tanstack/react-query'
import { type Ref, useEffect, useRef, useState } from 'react'
import { useParams } from 'react-router'
import { ApiError, errorText } from '../../../platform/api-client.ts'
import { useDocumentTitle } from '../../../platform/document-title.ts'
import { formatLongDateTime } from '../../../platform/format.ts'
import { Button } from '../../../ui/button.tsx'
import { FileIcon, RefreshIcon } from '../../../ui/icons.tsx'
import { LinkPageFrame } from '../../../ui/link-page-frame.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Notice } from '../../../ui/states.tsx'
import { toast, toastFailure } from '../../../ui/toast-store.ts'
import { useLeaveWarning } from '../../../ui/use-leave-warning.ts'
import {
  agreementResponseQuery,
  type CustomerAnswer,
  conflictingPublicAgreement,
  markOpened,
  type PublicAgreement,
  responsePdfAddress,
  useAnswerAgreement,
} from '../agreements.api.ts'
import { ResponseDocument, ResponseTitle } from '../components/response-document.tsx'
import { emptyDraft, ResponseForm } from '../components/response-form.tsx'

const sentences: Readonly<Partial<Record<AgreementStatus, string>>> = {
  accepted: 'Avtalen er akseptert.',
  rejected: 'Avtalen er avslått.',
  pending_contact: 'Du har bedt om å bli kontaktet om avtalen. Vi tar kontakt.',
}

function Fact({ label, children }: { label: string; children: string }) {
  return (
    <div className="grid gap-x-6 border-rule border-b py-2.5 sm:grid-cols-[11rem_1fr]">
      <dt className="text-soft text-sm">{label}</dt>
      <dd className="whitespace-pre-wrap [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}

function ResponseOutcome({
  agreement,
  heading,
}: {
  agreement: PublicAgreement['agreement']
  heading: Ref<HTMLHeadingElement>
}) {
  const { status, respondedAt, respondedBy, customerResponse, answerChannel, evidence } = agreement
  const sentence = sentences[status]
  return (
    <section
      aria-labelledby="outcome-title"
      className="mt-10 rounded-md border border-rule bg-surface p-5 sm:mt-14 sm:p-8 print:border-0 print:p-0"
    >
      <h2 id="outcome-title" ref={heading} tabIndex={-1} className="font-semibold text-xl tracking-tight outline-none">
        {sentence ?? agreementSentences.notOpen}
      </h2>
      {sentence && (
        <dl className="mt-4 border-rule border-t">
          <Fact label="Svar">{customerStatusLabels[status]}</Fact>
          {respondedAt && <Fact label="Besvart">{formatLongDateTime(respondedAt)}</Fact>}
          {respondedBy && <Fact label="Av">{respondedBy}</Fact>}
          {answerChannel && <Fact label="Hvordan">{answerChannels[answerChannel]}</Fact>}
          {customerResponse && <Fact label="Melding">{customerResponse}</Fact>}
          {evidence && <Fact label="Kontrollsum (SHA-256)">{evidence}</Fact>}
        </dl>
      )}
      {evidence && (
        <p className="mt-4 text-[0.8125rem] text-soft leading-relaxed">
          Kontrollsummen er regnet ut av avtalen slik du leste den, svaret og tidspunktet. Den samme står i kvitteringen
          på e-post: endres noe i ettertid, stemmer den ikke lenger.
        </p>
      )}
    </section>
  )
}

/** Marks the agreement as opened on the first touch, click or key press, which robots that follow links never make. */
const useMarkOpened = (token: string): void => {
  useEffect(() => {
    const controller = new AbortController()
    const mark = (event: Event) => {
      if (!event.isTrusted) return
      controller.abort()
      // Only sets a mark in the office's timeline: the reader loses nothing if it fails.
      markOpened(token).catch(() => {})
    }
    for (const gesture of ['pointerdown', 'keydown']) {
      document.addEventListener(gesture, mark, { signal: controller.signal })
    }
    return () => controller.abort()
  }, [token])
}

function Loading() {
  return (
    <div aria-busy="true" aria-label="Henter avtalen …" role="status">
      <Skeleton className="h-6 w-40" />
      <Skeleton className="mt-4 h-10 w-full max-w-md" />
      <Skeleton className="mt-10 h-28 w-full" />
      <Skeleton className="mt-10 h-64 w-full" />
    </div>
  )
}

function NotFound({ error, onRetry }: { error: Error; onRetry: () => void }) {
  useDocumentTitle(agreementSentences.notFound)
  useEffect(() => toastFailure('Kunne ikke laste avtalen. Kontroller at lenken er gyldig.'), [])
  const unknown = error instanceof ApiError && error.status === 404
  return (
    <>
      <h1 className="font-semibold text-3xl tracking-tight">{agreementSentences.notFound}</h1>
      <p className="mt-3 max-w-prose text-soft leading-relaxed">
        Kunne ikke laste avtalen. Kontroller at lenken er gyldig: åpne den på nytt fra e-posten, eller ta kontakt med
        oss.
      </p>
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

function Agreement({ token, view, etag }: { token: string; view: PublicAgreement; etag: string | null }) {
  const { agreement } = view
  useDocumentTitle(agreement.title)
  useMarkOpened(token)
  const answer = useAnswerAgreement(token)
  const [draft, setDraft] = useState(emptyDraft)
  const [problem, setProblem] = useState<string | null>(null)
  /** Why the text has changed since the page was opened. */
  const [changeNotice, setChangeNotice] = useState<string | null>(null)
  const [answered, setAnswered] = useState(false)
  const outcome = useRef<HTMLHeadingElement>(null)
  const changeNoticeElement = useRef<HTMLDivElement>(null)
  const open = agreement.status === 'sent'
  useLeaveWarning(open && draft.message.trim() !== '')

  useEffect(() => {
    if (answered && !open) outcome.current?.focus()
  }, [answered, open])

  useEffect(() => {
    if (changeNotice === null) return
    changeNoticeElement.current?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }, [changeNotice])

  const fail = (error: Error) => {
    const current = conflictingPublicAgreement(error)
    setChangeNotice(current ? errorText(error) : null)
    setProblem(current ? null : `Kunne ikke registrere responsen. Prøv igjen. ${errorText(error)}`)
    toastFailure('Kunne ikke registrere responsen. Prøv igjen.')
    // Keeps the typed text, but the answer must be chosen again for the new text.
    if (current) setDraft((draft) => ({ ...draft, action: null }))
  }

  const send = (body: CustomerAnswer) => {
    if (answer.isPending) return
    setProblem(null)
    setChangeNotice(null)
    answer.mutate(
      { answer: body, etag },
      {
        onSuccess: () => {
          setAnswered(true)
          toast({ title: 'Suksess', description: 'Takk! Din respons er registrert. Vi vil kontakte deg snarest.' })
        },
        onError: fail,
      },
    )
  }

  return (
    <>
      {changeNotice && (
        <div ref={changeNoticeElement} tabIndex={-1} className="mb-6 outline-none">
          <Notice tone="warning">{changeNotice}</Notice>
        </div>
      )}
      <ResponseTitle agreement={agreement} />
      <ResponseDocument view={view} />
      {open ? (
        // The key resets the form when the text changes.
        <ResponseForm
          key={etag}
          agreement={agreement}
          draft={draft}
          onDraftChange={setDraft}
          problem={problem}
          working={answer.isPending}
          onAnswer={send}
        />
      ) : (
        <ResponseOutcome agreement={agreement} heading={outcome} />
      )}
      {agreement.status !== 'draft' && (
        <p className="mt-6 print:hidden">
          <Button asChild className="h-11">
            <a href={responsePdfAddress(token)} download>
              <FileIcon /> Last ned som PDF
            </a>
          </Button>
        </p>
      )}
    </>
  )
}

/** The page behind the link in an agreement's mail, for reading and answering it. */
export default function AgreementResponsePage() {
  const { token = '' } = useParams()
  const { data, error, refetch } = useQuery(agreementResponseQuery(token))
  return (
    <LinkPageFrame language="no">
      {data ? (
        <Agreement token={token} view={data.answer} etag={data.etag} />
      ) : error ? (
        <NotFound error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </LinkPageFrame>
  )
}

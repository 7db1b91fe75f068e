import type { ReactNode, Ref } from 'react'
import { cx } from '../../../ui/base/cx.ts'
import { CheckIcon } from '../../../ui/base/icons.tsx'
import type { PublicAgreement } from '../agreements.api.ts'
import { Signature } from './response-signature.tsx'
import { useFormats, useResponseTexts } from './use-response-language.ts'

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[6.5rem_minmax(0,1fr)] items-baseline gap-x-4 py-1 sm:grid-cols-[9rem_minmax(0,1fr)]">
      <dt className="text-soft text-sm">{label}</dt>
      <dd className="whitespace-pre-wrap [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}

/** Shows the answer's evidence, folded on the screen and unfolded in print. */
function Evidence({ agreement: { evidence, evidenceNumber } }: Pick<PublicAgreement, 'agreement'>) {
  const texts = useResponseTexts()
  if (!evidence) return null
  return (
    <details className="unfold-in-print mt-5 border-rule border-t pt-3 text-sm">
      <summary className="w-fit rounded-sm py-1 font-medium">{texts.evidence}</summary>
      <dl className="mt-1">
        {evidenceNumber !== null && <Fact label={texts.evidenceNumber}>{evidenceNumber}</Fact>}
        <Fact label={texts.evidenceHash}>{evidence}</Fact>
      </dl>
      <p className="mt-2 max-w-prose text-[0.8125rem] text-soft leading-relaxed">{texts.evidenceText}</p>
    </details>
  )
}

interface ResponseOutcomeProps {
  readonly agreement: PublicAgreement['agreement']
  readonly heading?: Ref<HTMLHeadingElement>
  /** The link to the PDF. */
  readonly children: ReactNode
}

/** Shows the answer with the person's name and the time, the next step, and the customer's copies. */
export function ResponseOutcome({ agreement, heading, children }: ResponseOutcomeProps) {
  const texts = useResponseTexts()
  const formats = useFormats()
  const { status, respondedAt, respondedBy, customerResponse, answerChannel, linkSentTo } = agreement
  const isAnswered = status !== 'draft' && status !== 'sent'
  return (
    <section
      aria-labelledby="outcome-title"
      className={cx(
        'mt-5 mb-7 rounded-md border bg-surface p-5 [overflow-wrap:anywhere] sm:mt-7 sm:mb-9 sm:p-7 print:p-4',
        status === 'accepted' ? 'border-success/50' : 'border-rule',
      )}
    >
      <h2
        id="outcome-title"
        ref={heading}
        tabIndex={-1}
        className="flex items-start gap-2.5 font-semibold text-xl tracking-tight outline-none"
      >
        {status === 'accepted' && <CheckIcon className="mt-1 size-5 shrink-0 text-success" />}
        {isAnswered ? texts.outcomes[status] : status === 'draft' ? texts.notSent : texts.notOpen}
      </h2>
      {isAnswered && (
        <>
          {respondedBy && status === 'accepted' && (
            <div className="mt-3 mb-4">
              <Signature name={respondedBy} />
            </div>
          )}
          <dl className="mt-3">
            {respondedBy && status !== 'accepted' && <Fact label={texts.answered.by}>{respondedBy}</Fact>}
            {respondedAt && <Fact label={texts.answered.at}>{formats.moment(respondedAt)}</Fact>}
            {answerChannel && <Fact label={texts.answered.channel}>{texts.channels[answerChannel]}</Fact>}
            {customerResponse && <Fact label={texts.answered.message}>{customerResponse}</Fact>}
          </dl>
          <h3 className="mt-4 font-semibold">{texts.nextTitle}</h3>
          <p className="mt-1 max-w-prose leading-relaxed">{texts.next[status]}</p>
          {linkSentTo && <p className="max-w-prose leading-relaxed">{texts.receipt(linkSentTo)}</p>}
          <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
            {children}
            {agreement.evidence && <p className="text-sm text-soft">{texts.sealedPdf}</p>}
          </div>
          <Evidence agreement={agreement} />
        </>
      )}
    </section>
  )
}

import {
  type AgreementStatus,
  agreementSentences,
  answerChannels,
  customerStatusLabels,
} from '@kontor/contract/agreements/agreements.rules'
import type { Ref } from 'react'
import { formatLongDateTime } from '../../../platform/format.ts'
import type { PublicAgreement } from '../agreements.api.ts'

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

/** The answer with its evidence, or why the agreement cannot be answered. */
export function ResponseOutcome({
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

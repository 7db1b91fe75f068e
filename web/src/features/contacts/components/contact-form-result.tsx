import type { Ref } from 'react'
import { contactTexts } from '../../../content/contact-texts.ts'
import { useTexts } from '../../../platform/i18n.tsx'

/** How the last try to send ended. */
export type ContactResult =
  | { readonly kind: 'sent' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'check' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'too-many'; readonly minutes: number }

type ContactTexts = (typeof contactTexts)['no']

export const resultTexts = (result: ContactResult, texts: ContactTexts): { title: string; description: string } => {
  switch (result.kind) {
    case 'sent':
      return { title: texts.messageSentSuccess, description: texts.messageSentDescription }
    case 'missing':
      return { title: texts.missingFields, description: texts.fillRequiredFields }
    case 'check':
      return { title: texts.checkFields, description: texts.checkFieldsDescription }
    case 'too-many':
      return { title: texts.errorSendingMessage, description: texts.tooMany(result.minutes) }
    case 'failed':
      return { title: texts.errorSendingMessage, description: texts.tryAgainLater }
  }
}

/** The result as text that stays by the form when the toast has gone. The toast has been read out, so this is not again. */
export function ContactFormResult({ result, ref }: { result: ContactResult; ref: Ref<HTMLDivElement> }) {
  const texts = useTexts(contactTexts)
  const { title, description } = resultTexts(result, texts)
  const sent = result.kind === 'sent'
  const kept = result.kind === 'failed' || result.kind === 'too-many'
  return (
    <div
      ref={ref}
      tabIndex={-1}
      data-result={result.kind}
      className={`border-l-4 py-1 pl-4 outline-none ${sent ? 'border-success' : 'border-danger'}`}
    >
      <p className="font-semibold">{title}</p>
      <p>{description}</p>
      {kept && <p>{texts.kept}</p>}
    </div>
  )
}

import { agreementSentences } from '@kontor/contract/agreements/agreements.rules'
import { renderToStaticMarkup } from 'react-dom/server'
import { type Language, LanguageProvider } from '../../../platform/i18n.tsx'
import { type FrameCompany, LinkPageFrame } from '../../../ui/visitor/link-page-frame.tsx'
import type { PublicAgreement } from '../agreements.api.ts'
import { PdfLink } from './pdf-link.tsx'
import { ResponseDocument } from './response-document.tsx'
import { ResponseHead } from './response-head.tsx'
import { ResponseNotFound } from './response-not-found.tsx'
import { ResponseOutcome } from './response-outcome.tsx'
import { useResponseTexts } from './use-response-language.ts'

interface PlainAgreementProps {
  readonly view: PublicAgreement
  /** The address of the PDF. */
  readonly pdf: string
}

function PlainAgreement({ view, pdf }: PlainAgreementProps) {
  const texts = useResponseTexts()
  const isOpen = view.agreement.status === 'sent'
  return (
    <>
      <ResponseHead
        view={view}
        outcome={
          !isOpen && (
            <ResponseOutcome agreement={view.agreement}>
              <PdfLink address={pdf} />
            </ResponseOutcome>
          )
        }
      >
        {isOpen && <PdfLink address={pdf} />}
      </ResponseHead>
      <ResponseDocument view={view} />
      {isOpen && <p className="mt-10 border-rule border-t pt-4 print:hidden">{texts.noScripts}</p>}
    </>
  )
}

/** Renders the customer's page without the form, for browsers without scripts. If `shown` is null, says that the link is unknown. */
export const renderPlainResponse = (
  shown: PlainAgreementProps | null,
  company: FrameCompany,
): { readonly language: Language; readonly title: string; readonly markup: string } => {
  const view = shown?.view
  const language = view?.agreement.language ?? 'no'
  const markup = renderToStaticMarkup(
    <LanguageProvider language={language}>
      <LinkPageFrame language={language} company={view?.seller ?? company} wide>
        {shown ? <PlainAgreement {...shown} /> : <ResponseNotFound />}
      </LinkPageFrame>
    </LanguageProvider>,
  )
  return { language, title: view?.agreement.title ?? agreementSentences.notFound, markup }
}

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

interface PlainResponseProps {
  /** Null when the link is unknown. */
  readonly view: PublicAgreement | null
  /** The address of the PDF. */
  readonly pdf: string
  readonly company: FrameCompany
}

function PlainAgreement({ view, pdf }: { view: PublicAgreement; pdf: string }) {
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

/** The customer's page for browsers without scripts: everything but the form. */
export const renderPlainResponse = ({
  view,
  pdf,
  company,
}: PlainResponseProps): { readonly language: Language; readonly title: string; readonly markup: string } => {
  const language = view?.agreement.language ?? 'no'
  const markup = renderToStaticMarkup(
    <LanguageProvider language={language}>
      <LinkPageFrame language={language} company={view?.seller ?? company} wide>
        {view ? <PlainAgreement view={view} pdf={pdf} /> : <ResponseNotFound />}
      </LinkPageFrame>
    </LanguageProvider>,
  )
  return { language, title: view?.agreement.title ?? agreementSentences.notFound, markup }
}

import { agreementSentences } from '@kontor/contract/agreements/agreements.rules'
import { agreementResponseTexts, englishSentences } from './agreement-response-texts.ts'

/** Shows Norwegian text and a short English version, since the agreement, and so its language, couldn't be read. */
export const ResponseNotFound = () => (
  <>
    <h1 className="font-semibold text-3xl tracking-tight">{agreementSentences.notFound}</h1>
    <p className="mt-3 max-w-prose text-soft leading-relaxed">
      Kunne ikke laste avtalen. Kontroller at lenken er gyldig: åpne den på nytt fra e-posten, eller ta kontakt med oss.
    </p>
    <p lang="en" className="mt-3 max-w-prose text-soft leading-relaxed">
      {englishSentences[agreementSentences.notFound]}. {agreementResponseTexts.en.notLoaded}
    </p>
  </>
)

/** Says that the server can't be reached, in both languages, since the agreement and its language couldn't be read. */
export const ResponseOffline = () => (
  <>
    <h1 className="font-semibold text-3xl tracking-tight">{agreementResponseTexts.no.offline}</h1>
    <p lang="en" className="mt-3 max-w-prose text-soft leading-relaxed">
      {agreementResponseTexts.en.offline}.
    </p>
  </>
)

import { defineTexts, type Translated } from '../../platform/i18n.tsx'

/**
 * Cookies by category. Analytics and marketing cookies need consent. Pages need the necessary cookies; visitors request the functional
 * ones.
 */
export type CookieCategory = 'necessary' | 'functional' | 'analytics' | 'marketing'

interface CookieFact {
  readonly names: readonly string[]
  readonly category: CookieCategory
  readonly texts: Translated<{ readonly purpose: string; readonly lifetime: string }>
}

export const cookieCategories = defineTexts({
  no: { necessary: 'Nødvendig', functional: 'Funksjonell', analytics: 'Analyse', marketing: 'Markedsføring' },
  en: { necessary: 'Necessary', functional: 'Functional', analytics: 'Analytics', marketing: 'Marketing' },
})

/** The data that the site may store in a visitor's browser and that the cookie settings list. A consent covers this list. */
export const cookies: readonly CookieFact[] = [
  {
    names: ['cookieConsent', 'cookieConsentDate', 'cookieConsentVersion'],
    category: 'necessary',
    texts: defineTexts({
      no: { purpose: 'Husker hva du har samtykket til, når, og på hvilken tekst.', lifetime: '6 måneder' },
      en: { purpose: 'Remember what you have agreed to, when, and on which text.', lifetime: '6 months' },
    }),
  },
  {
    names: ['lang'],
    category: 'functional',
    texts: defineTexts({
      no: { purpose: 'Husker om du leser norsk eller engelsk. Settes når du velger språk.', lifetime: '12 måneder' },
      en: {
        purpose: 'Remembers whether you read Norwegian or English. Set when you choose a language.',
        lifetime: '12 months',
      },
    }),
  },
  {
    names: ['language'],
    category: 'functional',
    texts: defineTexts({
      no: {
        purpose: 'Husker det samme i nettleserens lagring, om informasjonskapselen skulle bli borte.',
        lifetime: 'Til du sletter nettstedets data',
      },
      en: {
        purpose: 'Remembers the same in the browser’s storage, should the cookie be lost.',
        lifetime: 'Until you delete the site’s data',
      },
    }),
  },
  {
    names: ['draft'],
    category: 'functional',
    texts: defineTexts({
      no: {
        purpose: 'Tar med det du har skrevet i et skjema, når du bytter språk.',
        lifetime: 'Til språket er byttet',
      },
      en: {
        purpose: 'Keeps what you have written in a form when you change the language.',
        lifetime: 'Until the language has changed',
      },
    }),
  },
  {
    names: ['_ga', '_ga_*'],
    category: 'analytics',
    texts: defineTexts({
      no: { purpose: 'Teller besøk og skiller én besøkende fra en annen.', lifetime: '2 år' },
      en: { purpose: 'Count visits and tell one visitor from another.', lifetime: '2 years' },
    }),
  },
  {
    names: ['_gid', '_gat', '_gat_*'],
    category: 'analytics',
    texts: defineTexts({
      no: { purpose: 'Samler sidene i ett og samme besøk, og begrenser hvor mye som måles.', lifetime: '24 timer' },
      en: { purpose: 'Tie together the pages of one visit, and limit how much is measured.', lifetime: '24 hours' },
    }),
  },
  {
    names: ['_fbp', '_fbc'],
    category: 'marketing',
    texts: defineTexts({
      no: { purpose: 'Måler om en annonse førte til et besøk.', lifetime: '3 måneder' },
      en: { purpose: 'Measures whether an advertisement led to a visit.', lifetime: '3 months' },
    }),
  },
]

/** Other data, stored only if a visitor uses a form or answers an agreement. The privacy statement's table lists it together with `cookies`. */
export const formCookies: readonly CookieFact[] = [
  {
    names: ['typed', 'agreement-answer:…', '__Host-kontor_eid'],
    category: 'functional',
    texts: defineTexts({
      no: { purpose: 'Tar vare på det du har skrevet, og eID-en.', lifetime: 'Til du lukker fanen, eID 30 minutter' },
      en: { purpose: 'Keep what you have written, and your eID.', lifetime: 'Until you close the tab, eID 30 minutes' },
    }),
  },
]

import { expect, test } from 'vitest'
import { aboutTexts } from './about-texts.ts'
import { siteCompany } from './company.ts'
import { contactPageTexts } from './contact-page-texts.ts'
import { contactTexts } from './contact-texts.ts'
import { cookieBannerTexts } from './cookie-banner-texts.ts'
import { cookieDialogTexts } from './cookie-dialog-texts.ts'
import { cookieTexts } from './cookie-texts.ts'
import { cookieCategories, cookies, formCookies } from './cookies.ts'
import { customTexts } from './custom-texts.ts'
import { footerTexts } from './footer-texts.ts'
import { formTexts } from './form-texts.ts'
import { headerTexts } from './header-texts.ts'
import { homeTexts } from './home-texts.ts'
import { notFoundTexts } from './not-found-texts.ts'
import { pageTexts } from './page-texts.ts'
import { type PrivacySection, privacySections, privacyTexts } from './privacy-texts.ts'
import { productTexts } from './product-texts.ts'
import { serviceTexts } from './service-texts.ts'
import { siteTexts } from './site-texts.ts'
import { exampleFactors, transparencyTexts } from './transparency-texts.ts'
import { webinarFormTexts } from './webinar-form-texts.ts'
import { webinarTexts } from './webinar-texts.ts'
import { webinarTitleTexts } from './webinar-title-texts.ts'

const dictionaries = {
  aboutTexts,
  contactPageTexts,
  contactTexts,
  cookieCategories,
  cookieBannerTexts,
  cookieDialogTexts,
  cookieTexts,
  customTexts,
  footerTexts,
  formTexts,
  headerTexts,
  homeTexts,
  notFoundTexts,
  privacyTexts,
  productTexts,
  serviceTexts,
  siteTexts,
  transparencyTexts,
  webinarFormTexts,
  webinarTexts,
  webinarTitleTexts,
  ...Object.fromEntries(Object.entries(pageTexts).map(([page, texts]) => [`pageTexts.${page}`, texts])),
  ...Object.fromEntries(cookies.map(({ names, texts }) => [`cookies.${names[0]}`, texts])),
}

/** Every text with its path; functions are called with a number. */
const textsIn = (node: unknown, path = ''): [path: string, text: string][] => {
  if (typeof node === 'string') return [[path, node]]
  if (typeof node === 'function') return [[path, String(node(3))]]
  return Object.entries(Object(node)).flatMap(([key, value]) => textsIn(value, `${path}.${key}`))
}

test.each(Object.entries(dictionaries))('%s says the same things in both languages', (_, { no, en }) => {
  const [norwegian, english] = [textsIn(no), textsIn(en)]
  expect(english.map(([path]) => path)).toEqual(norwegian.map(([path]) => path))
  for (const [path, text] of [...norwegian, ...english]) expect(text.trim(), path).not.toBe('')
})

test('a sentence is not left in the other language', () => {
  for (const { no, en } of Object.values(dictionaries)) {
    const english = new Map(textsIn(en))
    // Names of one or two words may be the same.
    const untranslated = textsIn(no).filter(([path, text]) => text.split(' ').length > 2 && english.get(path) === text)
    expect(untranslated).toEqual([])
  }
})

/** Only the owner can make these promises; the delivered texts don't. */
const unmade = [
  /(?:lagres i|innenfor|within the) (?:EØS|EEA)|blir i Norge|stays in Norway/i,
  /kryptert|encrypted|sikkerhetskopi|back ?up/i,
  /innen én|samme dag|same day|one working day|fra 8 til|8 am/i,
  /\bEHF\b|samtalen er gratis|conversation is free|fast pris|fixed price|prøvetilgang|trial access/i,
  /fra første dag\. Vi|day one\. We|uten dekning|without coverage|[Dd]e fleste kunder|[Mm]ost customers/,
]

test('the texts promise nothing that only the owner could promise', () => {
  for (const { no, en } of Object.values(dictionaries)) {
    for (const [path, text] of [...textsIn(no), ...textsIn(en)])
      for (const promise of unmade) expect(text, path).not.toMatch(promise)
  }
  for (const language of ['no', 'en'] as const) {
    const outcomes = Object.values(serviceTexts[language].page.list).flatMap(({ outcome }) => outcome)
    for (const outcome of outcomes) expect(outcome).not.toMatch(/sertifikat\b|certificate\b/i)
  }
})

test('the English has one word for each thing', () => {
  for (const { en } of Object.values(dictionaries)) {
    for (const [path, text] of textsIn(en)) expect(text, path).not.toMatch(/\bHSE\b|e-mail|deviation|tidying/i)
  }
})

test('the texts of the contact form are those that are specified', () => {
  const { missingFields, fillRequiredFields, tryAgainLater } = formTexts.en
  const { errorSendingMessage } = contactTexts.en
  expect([missingFields, fillRequiredFields]).toEqual(['Missing fields', 'Please fill in all required fields.'])
  expect([errorSendingMessage, tryAgainLater]).toEqual(['Error sending message', 'Please try again later.'])
  expect(contactTexts.en.messageSentSuccess).toBe('Message sent successfully!')
  expect(contactTexts.en.messageSentDescription).toBe("We'll get back to you as soon as possible.")
  expect(contactTexts.en.sending).toBe('Sending...')
})

test('the texts of the registration are those that are specified', () => {
  const { no, en } = webinarFormTexts
  expect([no.noneTitle, no.noneText]).toEqual([
    'Ingen aktive webinarer',
    'Vi har ingen kommende webinarer for øyeblikket. Sjekk tilbake senere!',
  ])
  expect([formTexts.no.missingFields, formTexts.no.fillRequiredFields]).toEqual([
    'Manglende felter',
    'Vennligst fyll inn alle påkrevde felter.',
  ])
  expect([no.registrationFailed, formTexts.no.tryAgainLater]).toEqual(['Feil ved påmelding', 'Prøv igjen senere.'])
  expect(no.registrationSuccessText).toBe('Vi sender deg en e-post bekreftelse snart.')
  expect(en.registrationSuccess).toBe('Thank you for registering! You will receive a confirmation email.')
  expect(no.submitting).toBe('Melder på...')
})

test('the risk score runs from the least to the most that its factors can add up to', () => {
  const { riskFactors } = siteCompany.transparency
  const highest = 5
  const [no, en] = [transparencyTexts.no, transparencyTexts.en].map(({ features }) => features[2]?.text)
  expect(no).toContain(`fra ${riskFactors} til ${riskFactors * highest}`)
  expect(en).toContain(`from ${riskFactors} to ${riskFactors * highest}`)
  expect(exampleFactors).toHaveLength(riskFactors)
})

test('what is kept in the browser is listed with how long it stays there', () => {
  const lifetimes = [...cookies, ...formCookies].flatMap(({ names, texts }) =>
    names.map((name) => [name, texts.no.lifetime]),
  )
  expect(lifetimes).toEqual([
    ['cookieConsent', '6 måneder'],
    ['cookieConsentDate', '6 måneder'],
    ['cookieConsentVersion', '6 måneder'],
    ['lang', '12 måneder'],
    ['language', 'Til du sletter nettstedets data'],
    ['draft', 'Til språket er byttet'],
    ['_ga', '2 år'],
    ['_ga_*', '2 år'],
    ['_gid', '24 timer'],
    ['_gat', '24 timer'],
    ['_gat_*', '24 timer'],
    ['_fbp', '3 måneder'],
    ['_fbc', '3 måneder'],
    ['typed', 'Til du lukker fanen, eID 30 minutter'],
    ['agreement-answer:…', 'Til du lukker fanen, eID 30 minutter'],
    ['kontor_eid', 'Til du lukker fanen, eID 30 minutter'],
  ])
})

test('the privacy statement tells what is kept of an answer to an agreement, and why', () => {
  const said = (language: 'no' | 'en', id: PrivacySection) =>
    privacyTexts[language].sections[privacySections.indexOf(id)]?.list.join('\n')
  expect(said('no', 'data')).toMatch(/Svar på en avtale: .*IP-adressen.*nettleser/)
  expect(said('en', 'data')).toMatch(/Answers to an agreement: .*IP address.*browser/)
  expect(said('no', 'purpose')).toMatch(/vise hva som er avtalt.*artikkel 6 nr\. 1 b og f/)
  expect(said('no', 'data')).toMatch(/åpnet lenken.*eID.*navn/)
  expect(said('en', 'data')).toMatch(/opened the link.*eID.*name/)
  expect(said('en', 'purpose')).toMatch(/show what was agreed.*Article 6\(1\)\(b\) and \(f\)/)
})

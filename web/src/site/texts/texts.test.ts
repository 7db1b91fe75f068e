import { expect, test } from 'vitest'
import { cookieCategories, cookies, formCookies } from '../consent/cookie-list.ts'
import { siteCompany } from './company.ts'
import { contactTexts } from './contact-texts.ts'
import { cookieBannerTexts } from './cookie-banner-texts.ts'
import { cookieDialogTexts } from './cookie-dialog-texts.ts'
import { cookieTexts } from './cookie-texts.ts'
import { dictionaries as editable } from './dictionaries.ts'
import { formTexts } from './form-texts.ts'
import { type PrivacySection, privacySections, privacyTexts } from './privacy-texts.ts'
import { serviceTexts } from './service-texts.ts'
import { exampleFactors, transparencyTexts } from './transparency-texts.ts'
import { webinarFormTexts } from './webinar-form-texts.ts'

const dictionaries = {
  ...editable,
  ...{ cookieCategories, cookieBannerTexts, cookieDialogTexts, cookieTexts },
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
  const translations = new Map(english)
  // Names of one or two words may be the same.
  const left = norwegian.filter(([path, text]) => text.split(' ').length > 2 && translations.get(path) === text)
  expect(left).toEqual([])
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

test('the texts of the forms are those that are specified', () => {
  expect(formTexts.en).toMatchObject({
    missingFields: 'Missing fields',
    fillRequiredFields: 'Please fill in all required fields.',
    tryAgainLater: 'Please try again later.',
  })
  expect(formTexts.no).toMatchObject({
    missingFields: 'Manglende felter',
    fillRequiredFields: 'Vennligst fyll inn alle påkrevde felter.',
    tryAgainLater: 'Prøv igjen senere.',
  })
  expect(contactTexts.en).toMatchObject({
    errorSendingMessage: 'Error sending message',
    messageSentSuccess: 'Message sent successfully!',
    messageSentDescription: "We'll get back to you as soon as possible.",
    sending: 'Sending...',
  })
  expect(webinarFormTexts.no).toMatchObject({
    noneTitle: 'Ingen aktive webinarer',
    noneText: 'Vi har ingen kommende webinarer for øyeblikket. Sjekk tilbake senere!',
    registrationFailed: 'Feil ved påmelding',
    registrationSuccessText: 'Vi sender deg en e-post bekreftelse snart.',
    submitting: 'Melder på...',
  })
  expect(webinarFormTexts.en.registrationSuccess).toBe(
    'Thank you for registering! You will receive a confirmation email.',
  )
})

test('the risk score runs from the least to the most that its factors can add up to', () => {
  const { riskFactors } = siteCompany.transparency
  const highest = 5
  const [no, en] = [transparencyTexts.no, transparencyTexts.en].map(({ features }) => features[2]?.text)
  expect(no).toContain(`fra ${riskFactors} til ${riskFactors * highest}`)
  expect(en).toContain(`from ${riskFactors} to ${riskFactors * highest}`)
  expect(exampleFactors).toHaveLength(riskFactors)
})

// `cookie-version.test.ts` has the others.
test('what forms keep in the browser is listed with how long it stays there', () => {
  const lifetimes = formCookies.map(({ names, texts }) => [...names, texts.no.lifetime])
  expect(lifetimes).toEqual([
    ['typed', 'agreement-answer:…', '__Host-kontor_eid', 'Til du lukker fanen, eID 30 minutter'],
  ])
})

test('the privacy statement says which data of an answer to an agreement is kept, and why', () => {
  const said = (language: 'no' | 'en', id: PrivacySection) =>
    privacyTexts[language].sections[privacySections.indexOf(id)]?.list.join('\n')
  expect(said('no', 'data')).toMatch(/Svar på en avtale: .*IP-adressen.*nettleser/)
  expect(said('en', 'data')).toMatch(/Answers to an agreement: .*IP address.*browser/)
  expect(said('no', 'purpose')).toMatch(/vise hva som er avtalt.*artikkel 6 nr\. 1 b og f/)
  expect(said('no', 'data')).toMatch(/åpnet lenken.*eID.*navn/)
  expect(said('en', 'data')).toMatch(/opened the link.*eID.*name/)
  expect(said('en', 'purpose')).toMatch(/show what was agreed.*Article 6\(1\)\(b\) and \(f\)/)
})

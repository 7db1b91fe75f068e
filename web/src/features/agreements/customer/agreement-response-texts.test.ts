import { expect, test } from 'vitest'
import { agreementResponseTexts, englishFailures, englishSentences } from './agreement-response-texts.ts'

/** All texts, nested ones and those of functions included. */
const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  if (typeof value === 'function') return [String(value({}))]
  return Object.values(Object(value)).flatMap(textsIn)
}

test("the customer's page has no Norwegian word in English, and says each outcome", () => {
  const { en } = agreementResponseTexts
  const texts = textsIn([en, englishFailures, englishSentences])
  const norwegian = /[æøåÆØÅ]|\b(?:avtale\w*|svar\w*|ikke|gyldig|navn|kunde|leverandør|mva|og|til)\b/i
  expect(texts.filter((text) => norwegian.test(text))).toEqual([])
  expect(en.outcomes).toEqual({
    accepted: 'The agreement is accepted.',
    rejected: 'The agreement is rejected.',
    pending_contact: 'You have asked us to contact you about the agreement. We will get in touch.',
  })
  expect(en.statuses).toMatchObject({ rejected: 'Rejected', pending_contact: 'Contact requested' })
})

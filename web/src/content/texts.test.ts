import { expect, test } from 'vitest'
import { contactTexts } from './contact-texts.ts'
import { homeTexts } from './home-texts.ts'
import { notFoundTexts } from './not-found-texts.ts'
import { pageTexts } from './page-texts.ts'
import { siteTexts } from './site-texts.ts'

const dictionaries = { contactTexts, homeTexts, notFoundTexts, siteTexts, ...pageTexts }

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
    const untranslated = textsIn(no).filter(([path, text]) => text.includes(' ') && english.get(path) === text)
    expect(untranslated).toEqual([])
  }
})

test('the texts of the contact form are those that are specified', () => {
  const { missingFields, fillRequiredFields, errorSendingMessage, tryAgainLater } = contactTexts.en
  expect([missingFields, fillRequiredFields]).toEqual(['Missing fields', 'Please fill in all required fields.'])
  expect([errorSendingMessage, tryAgainLater]).toEqual(['Error sending message', 'Please try again later.'])
  expect(contactTexts.en.messageSentSuccess).toBe('Message sent successfully!')
  expect(contactTexts.en.messageSentDescription).toBe("We'll get back to you as soon as possible.")
  expect(contactTexts.en.sending).toBe('Sending...')
})

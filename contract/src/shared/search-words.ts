import { visibleText } from './composed.ts'
import { organizationNumberDigits } from './orgnr.ts'

/** The rule for all searches: words in any order, each found somewhere in the text. Free of dependencies. */

/** Normalises text for searches, also of those in the browser. */
export const searchable = (text: string): string => visibleText(text).toLowerCase()

/** The spellings of one search word; a text that contains any of them has the word. */
export type SearchWord = readonly [string, ...string[]]

/** Matches phone and organisation numbers with their usual separators, and the `tel:` links of phone numbers. */
const numberPattern = /^(?:tel:)?[\d\s().+\u2010-\u2013-]+$/

/** Norway's country code before a number. */
const countryCode = /^(?:(?:\+|00)47|47(?=\d{8}$))/

/** Minimum number of digits for a series such as `22 33 44 55` to be one number. */
const minJoinedDigits = 7

/** The digits of a number without Norway's country code; null if the text isn't a number. */
const digitsOf = (text: string): string | null => {
  const digits = numberPattern.test(text)
    ? text
        .replaceAll(/[^\d+]/g, '')
        .replace(countryCode, '')
        .replaceAll('+', '')
    : ''
  return digits === '' ? null : digits
}

/** Returns a text's spellings; for a number, one of them is without separators. */
const spellings = (text: string): SearchWord => {
  const digits = digitsOf(text)
  return digits === null || digits === text ? [text] : [text, digits]
}

const isJoined = (parts: readonly string[], text: string): boolean =>
  (parts[0] === '0047' || parts.some((part) => part.replaceAll(/\D/g, '').length < 3)) &&
  (digitsOf(text)?.length ?? 0) >= minJoinedDigits

/** The words of a search, in lower case; none for an empty one. */
export const searchWords = (query: string): SearchWord[] => {
  const number = organizationNumberDigits(query)
  if (number !== null) return [[number]]
  const parts = searchable(query)
    .split(/[\s,;]+/)
    .filter((part) => part !== '')
  const text = parts.join(' ')
  if (isJoined(parts, text)) return [spellings(text)]
  // A text with the longer word has the shorter one, too.
  const needed = [...new Set(parts)].filter(
    (part, _, all) => !all.some((other) => other !== part && other.includes(part)),
  )
  return needed.map(spellings)
}

/** True if a text, in the form that `searchable` gives it, has every word. */
export const hasWords = (text: string, words: readonly SearchWord[]): boolean =>
  words.every((word) => word.some((spelling) => text.includes(spelling)))

/** Joins a record's texts for searching; numbers also without separators. Line breaks keep matches within one text. */
export const searchableTexts = (texts: readonly (string | null)[]): string =>
  searchable(texts.flatMap((text) => (text ? spellings(text) : [])).join('\n'))

import { visibleText } from './composed.ts'
import { organizationNumberDigits } from './orgnr.ts'

/** The rule for searches of records: a text matches if it contains every word, in any order. */

/** Normalises text for searches on the server and in the browser. */
export const searchable = (text: string): string => visibleText(text).toLowerCase()

/** The spellings of a search word. A text contains the word if it contains any of them. */
export type SearchWord = readonly [string, ...string[]]

/** Matches phone and organisation numbers with their usual separators, and the `tel:` links of phone numbers. */
const numberPattern = /^(?:tel:)?[\d\s().+\u2010-\u2013-]+$/

/** Matches Norway's country code before a number. */
const countryCode = /^(?:(?:\+|00)47|47(?=\d{8}$))/

/** Groups of digits such as `22 33 44 55` are one number if they have at least this many digits in all. */
const minJoinedDigits = 7

/** Returns the digits of a number without Norway's country code; null if the text isn't a number. */
const digitsOf = (text: string): string | null => {
  const digits = numberPattern.test(text)
    ? text
        .replaceAll(/[^\d+]/g, '')
        .replace(countryCode, '')
        .replaceAll('+', '')
    : ''
  return digits === '' ? null : digits
}

/** Returns the text and, for a number with separators, also its digits alone. */
const spellings = (text: string): SearchWord => {
  const digits = digitsOf(text)
  return digits === null || digits === text ? [text] : [text, digits]
}

const isJoined = (parts: readonly string[], text: string): boolean =>
  (parts[0] === '0047' || parts.some((part) => part.replaceAll(/\D/g, '').length < 3)) &&
  (digitsOf(text)?.length ?? 0) >= minJoinedDigits

/** Returns the words of a search, in lower case; an empty list for an empty search. */
export const searchWords = (query: string): SearchWord[] => {
  const number = organizationNumberDigits(query)
  if (number !== null) return [[number]]
  const parts = searchable(query)
    .split(/[\s,;]+/)
    .filter((part) => part !== '')
  const text = parts.join(' ')
  if (isJoined(parts, text)) return [spellings(text)]
  // Drops words that are part of a longer search word: a text with the longer word contains them, too.
  const needed = [...new Set(parts)].filter(
    (part, _, all) => !all.some((other) => other !== part && other.includes(part)),
  )
  return needed.map(spellings)
}

/** Returns true if `text`, which `searchable` has normalised, contains every word. */
export const hasWords = (text: string, words: readonly SearchWord[]): boolean =>
  words.every((word) => word.some((spelling) => text.includes(spelling)))

/** Joins a record's texts for searching, and adds numbers without their separators. The line breaks keep a match within one text. */
export const searchableTexts = (texts: readonly (string | null)[]): string =>
  searchable(texts.flatMap((text) => (text ? spellings(text) : [])).join('\n'))

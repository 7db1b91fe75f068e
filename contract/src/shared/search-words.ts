/** How every search compares: words in any order, each of which must be somewhere in a text. Free of dependencies. */

/** Text as searches compare it. NFC, since an "å" typed on a Mac may be "a" and a ring. */
export const searchable = (text: string): string => text.normalize('NFC').toLowerCase()

/** One word of a search in each way that it may be written; a text that contains any of them has the word. */
export type SearchWord = readonly [string, ...string[]]

/** Phone and organisation numbers, with the separators that people write. */
const numberPattern = /^[\d\s().+-]+$/

/** From so many digits, a row of short numbers such as `22 33 44 55` is one number. */
const minJoinedDigits = 7

/** The digits of a number without Norway's country code; null if the text isn't a number. */
const digitsOf = (text: string): string | null => {
  const digits = numberPattern.test(text) ? text.replaceAll(/^(?:\+|00)47|\D/g, '') : ''
  return digits === '' ? null : digits
}

/** A text's spellings: a number also without separators. */
const spellings = (text: string): SearchWord => {
  const digits = digitsOf(text)
  return digits === null || digits === text ? [text] : [text, digits]
}

const isJoined = (parts: readonly string[], text: string): boolean =>
  parts.some((part) => part.replaceAll(/\D/g, '').length < 3) && (digitsOf(text)?.length ?? 0) >= minJoinedDigits

/** The words of a search, in lower case; none for an empty one. */
export const searchWords = (query: string): SearchWord[] => {
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

/** Whether a text, in the form that `searchable` gives it, has every word. */
export const hasWords = (text: string, words: readonly SearchWord[]): boolean =>
  words.every((word) => word.some((spelling) => text.includes(spelling)))

/** The texts of a record as one text to search in; numbers also without separators. Line breaks keep matches within one text. */
export const searchableTexts = (texts: readonly (string | null)[]): string =>
  searchable(texts.flatMap((text) => (text ? spellings(text) : [])).join('\n'))

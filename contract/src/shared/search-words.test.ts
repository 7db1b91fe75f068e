import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hasWords, searchableTexts, searchWords } from './search-words.ts'

const finds = (query: string, ...texts: (string | null)[]): boolean =>
  hasWords(searchableTexts(texts), searchWords(query))

const letters = fc.string({ unit: fc.constantFrom(...'abcdæøåÆØÅéÉ'), minLength: 1, maxLength: 8 })
const phrase = fc.array(letters, { minLength: 1, maxLength: 6 })

describe('a search', () => {
  test('finds a text by any part of its words in any order', () => {
    const wordsAndParts = phrase.chain((words) =>
      fc.record({
        words: fc.constant(words),
        parts: fc.shuffledSubarray(words.map((word) => word.slice(0, Math.ceil(word.length / 2)))),
      }),
    )
    fc.assert(
      fc.property(wordsAndParts, ({ words, parts }) => {
        expect(finds(parts.join('  '), words.join(' '))).toBe(true)
        expect(finds(parts.join(' ').toUpperCase(), ...words)).toBe(true)
      }),
    )
  })

  test('does not find a text that lacks one of the words', () => {
    fc.assert(
      fc.property(phrase, fc.nat(), (words, at) => {
        const query = words.toSpliced(at % (words.length + 1), 0, 'zq')
        expect(finds(query.join(' '), words.join(' '))).toBe(false)
      }),
    )
  })

  test('finds a number in any grouping of its digits', () => {
    const separator = fc.constantFrom('', ' ', '.', '-')
    const digits = fc.array(fc.tuple(fc.nat(9), separator), { minLength: 8, maxLength: 9 })
    const written = (grouped: [number, string][]) =>
      grouped
        .map(([digit, after]) => digit + after)
        .join('')
        .replace(/[ .-]$/, '')
    fc.assert(
      fc.property(digits, fc.array(separator, { minLength: 9, maxLength: 9 }), (stored, separators) => {
        fc.pre(stored[0]?.[0] !== 0 && !written(stored).startsWith('47'))
        const asked = stored.map(([digit], at): [number, string] => [digit, separators[at] ?? ''])
        expect(finds(written(asked), written(stored))).toBe(true)
      }),
    )
  })

  test.each([
    ['+47 22 33 44 55', '22334455'],
    ['004722334455', '22 33 44 55'],
    ['22334455', '+47 22 33 44 55'],
    ['914 594 685', '914594685'],
    ['kari 3344', '22 33 44 55\nKari'],
    ['2026 0007', 'A-2026-0007'],
    ['Oslo, Nordfiktiv', 'Nordfiktiv AS i Oslo'],
    ['bla\u030abær', 'Blåbær'],
    ['\u202ablå\u00adbær\u202c', 'Blåbær'],
    ['(+47) 22 33 44 55', '22 33 44 55'],
    ['0047 22334455', '22 33 44 55'],
    ['+ 47 22334455', '22334455'],
    ['4722334455', '22 33 44 55'],
    ['tel:+4722334455', '(+47) 22 33 44 55'],
    ['22–33–44–55', '22334455'],
  ])('finds "%s" in "%s"', (query, text) => {
    expect(finds(query, ...text.split('\n'))).toBe(true)
  })

  test.each([
    // Joined, or else any text with these four pairs of digits would be found.
    ['22 33 44 55', '55 44 33 22'],
    ['karinordmann', 'Kari Nordmann'],
    ['oslo bergen', 'Oslo'],
  ])('does not find "%s" in "%s"', (query, text) => {
    expect(finds(query, text)).toBe(false)
  })

  test('matches everything when empty', () => {
    expect(finds(' , ', 'anything')).toBe(true)
    expect(searchWords('')).toEqual([])
  })

  test('drops a word that another one contains', () => {
    expect(searchWords('nord nordfiktiv NORD')).toEqual([['nordfiktiv']])
  })
})

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** The site's colours. All text is dark enough to be read in black and white. */
export const colours = {
  ink: '#10262b',
  mutedInk: '#4b5e62',
  rule: '#b9c4c2',
  signal: '#b5390f',
  fjord: '#0f4750',
} as const

const { ink, mutedInk, fjord } = colours

type Weight = 'regular' | 'bold'

const require = createRequire(import.meta.url)

/** The company's typeface, read once per thread. */
const sources: Readonly<Record<Weight, Buffer>> = {
  regular: readFileSync(
    require.resolve('@expo-google-fonts/schibsted-grotesk/400Regular/SchibstedGrotesk_400Regular.ttf'),
  ),
  bold: readFileSync(require.resolve('@expo-google-fonts/schibsted-grotesk/700Bold/SchibstedGrotesk_700Bold.ttf')),
}

/** Sizes and distances of lines in points. */
export interface TextStyle {
  readonly size: number
  readonly leading: number
  readonly weight: Weight
  readonly colour: string
}

export const styles = {
  name: { size: 13, leading: 18, weight: 'bold', colour: fjord },
  contact: { size: 8.5, leading: 12, weight: 'regular', colour: mutedInk },
  caption: { size: 8.5, leading: 12, weight: 'regular', colour: mutedInk },
  fact: { size: 8.5, leading: 12, weight: 'bold', colour: ink },
  title: { size: 21, leading: 26, weight: 'bold', colour: ink },
  heading: { size: 13, leading: 18, weight: 'bold', colour: ink },
  clause: { size: 10, leading: 14.5, weight: 'bold', colour: ink },
  paragraph: { size: 10, leading: 14.5, weight: 'regular', colour: ink },
  small: { size: 8.5, leading: 12.5, weight: 'regular', colour: mutedInk },
  label: { size: 10, leading: 14.5, weight: 'regular', colour: mutedInk },
  mark: { size: 10, leading: 14.5, weight: 'bold', colour: ink },
  cell: { size: 9, leading: 13, weight: 'regular', colour: ink },
  head: { size: 8.5, leading: 13, weight: 'bold', colour: mutedInk },
  sum: { size: 10, leading: 16, weight: 'regular', colour: ink },
  total: { size: 11, leading: 18, weight: 'bold', colour: ink },
} as const satisfies Record<string, TextStyle>

/** A line as it is drawn. */
export interface Line {
  readonly words: string
  /** Whether it ends a line of the text, instead of being wrapped. */
  readonly ends: boolean
}

/** Replaces characters that the typeface lacks. */
const replacementCharacter = '?'

const lineBreak = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/

/** Longer words are measured letter by letter: laying out a very long one takes time. */
const maxWord = 200

/** Where a word may be broken: after a hyphen, a dash or a slash between letters. */
const breakInWord = /(?<=\p{L}[-–/])(?=\p{L})/u

/** Measures and wraps texts in the company's typeface. */
export const openType = (pdf: PDFKit.PDFDocument) => {
  for (const [weight, source] of Object.entries(sources)) pdf.registerFont(weight, source)
  // pdfkit's current font, missing from its types. Both weights have the same characters.
  const { _font: current } = pdf.font('regular') as unknown as {
    readonly _font: { readonly font: { hasGlyphForCodePoint(code: number): boolean } }
  }

  const replaceUnknown = (letter: string): string =>
    current.font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0) ? letter : replacementCharacter

  /** The lines of a text before wrapping, in characters that the typeface has. */
  const linesOf = (text: string): string[] =>
    text
      .normalize('NFC')
      .split(lineBreak)
      .map((line) => Array.from(line.replaceAll(/[ \t]+/g, ' ').trim(), replaceUnknown).join(''))

  const setStyle = ({ weight, size, colour }: TextStyle): void => {
    pdf.font(weight).fontSize(size).fillColor(colour)
  }

  /** Sets no colour, which would be written to the page. */
  const widthOf = (words: string, { weight, size }: TextStyle): number =>
    pdf.font(weight).fontSize(size).widthOfString(words)

  /** Splits a word that is wider than a line. */
  const splitWord = (word: string, width: number, style: TextStyle): string[] => {
    const parts: string[] = []
    let [part, partWidth] = ['', 0]
    for (const letter of word) {
      const letterWidth = widthOf(letter, style)
      if (part && partWidth + letterWidth > width) {
        parts.push(part)
        part = ''
        partWidth = 0
      }
      part += letter
      partWidth += letterWidth
    }
    return [...parts, part]
  }

  /** The parts of a line that stay whole, each with what separates it from the one before. */
  const piecesOf = (line: string, width: number, style: TextStyle) =>
    line.split(' ').flatMap((word) =>
      word
        .split(breakInWord)
        .flatMap((part) => {
          const isWide = part.length > maxWord || widthOf(part, style) > width
          return isWide ? splitWord(part, width, style) : [part]
        })
        .map((part, index) => ({ part, space: index === 0 ? ' ' : '' })),
    )

  const wrapLine = (line: string, width: number, style: TextStyle): Line[] => {
    const spaceWidth = widthOf(' ', style)
    const lines: string[] = []
    let [words, wordsWidth] = ['', 0]
    for (const { part, space } of piecesOf(line, width, style)) {
      const partWidth = widthOf(part, style)
      const joinedWidth = wordsWidth + (space ? spaceWidth : 0) + partWidth
      if (words === '') [words, wordsWidth] = [part, partWidth]
      else if (joinedWidth <= width) [words, wordsWidth] = [words + space + part, joinedWidth]
      else {
        // Keeps the space, so that screen readers don't join the words.
        lines.push(words + space)
        ;[words, wordsWidth] = [part, partWidth]
      }
    }
    return [...lines, words].map((wrapped, index) => ({ words: wrapped, ends: index === lines.length }))
  }

  /** Wraps a text to lines of at most `width` points. */
  const wrap = (text: string, width: number, style: TextStyle): Line[] =>
    linesOf(text).flatMap((line) => wrapLine(line, width, style))

  /** Shortens a text to one line. */
  const fit = (text: string, width: number, style: TextStyle): string => {
    const line = linesOf(text).join(' ')
    if (widthOf(line, style) <= width) return line
    const [first = ''] = splitWord(line, width - widthOf('…', style), style)
    return `${first.trim()}…`
  }

  return { setStyle, widthOf, wrap, fit }
}

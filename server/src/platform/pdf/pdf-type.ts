import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fallbackCount, fallbackFile, isRightToLeft, type Weight } from './pdf-fallback.ts'

/** The site's colours. All text is dark enough to be read in black and white. */
export const colours = {
  ink: '#10262b',
  mutedInk: '#4b5e62',
  rule: '#b9c4c2',
  hairline: '#dfe6e4',
  signal: '#b5390f',
  fjord: '#0f4750',
} as const

const { ink, mutedInk, fjord } = colours

const require = createRequire(import.meta.url)

/** The company's typeface, read once per thread. */
const sources: Readonly<Record<Weight, Buffer>> = {
  regular: readFileSync(
    require.resolve('@expo-google-fonts/schibsted-grotesk/400Regular/SchibstedGrotesk_400Regular.ttf'),
  ),
  bold: readFileSync(require.resolve('@expo-google-fonts/schibsted-grotesk/700Bold/SchibstedGrotesk_700Bold.ttf')),
}

/** A text's look. `size` and `leading`, the height of a line, are in points. */
export interface TextStyle {
  readonly size: number
  readonly leading: number
  readonly weight: Weight
  readonly colour: string
  /** Gives digits equal widths. */
  readonly tabular?: boolean
}

export const styles = {
  name: { size: 13, leading: 18, weight: 'bold', colour: fjord },
  contact: { size: 8.5, leading: 12, weight: 'regular', colour: mutedInk },
  caption: { size: 8.5, leading: 12, weight: 'regular', colour: mutedInk },
  fact: { size: 8.5, leading: 12, weight: 'bold', colour: ink },
  fine: { size: 7.5, leading: 10.5, weight: 'regular', colour: ink },
  fineLabel: { size: 7.5, leading: 10.5, weight: 'regular', colour: mutedInk },
  title: { size: 21, leading: 26, weight: 'bold', colour: ink },
  longTitle: { size: 17, leading: 22, weight: 'bold', colour: ink },
  heading: { size: 13, leading: 18, weight: 'bold', colour: ink },
  clause: { size: 10, leading: 14.5, weight: 'bold', colour: ink },
  paragraph: { size: 10, leading: 14.5, weight: 'regular', colour: ink },
  small: { size: 8.5, leading: 12.5, weight: 'regular', colour: mutedInk },
  label: { size: 10, leading: 14.5, weight: 'regular', colour: mutedInk },
  mark: { size: 10, leading: 14.5, weight: 'bold', colour: ink },
  cell: { size: 9, leading: 13, weight: 'regular', colour: ink },
  figure: { size: 9, leading: 13, weight: 'regular', colour: ink, tabular: true },
  head: { size: 8.5, leading: 13, weight: 'bold', colour: mutedInk },
  sum: { size: 10, leading: 16, weight: 'regular', colour: ink, tabular: true },
  total: { size: 11, leading: 18, weight: 'bold', colour: ink, tabular: true },
} as const satisfies Record<string, TextStyle>

/** A line as it is drawn. */
export interface Line {
  readonly words: string
  /** True if the line ends with a line break of the text; false if it is wrapped. */
  readonly ends: boolean
}

/** Replaces letters that no typeface has. */
const replacementCharacter = '?'

const lineBreak = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/

/** Maximum length of a word that is measured as a whole. Longer ones are measured letter by letter, since laying them out takes long. */
const maxWord = 200

/** A last word with more letters than this may stand alone on its line. */
const maxOrphan = 9

const onlyLetters = /^\p{L}+$/u

/** Matches the positions at which a word may be broken: after a hyphen, a dash or a slash between letters. */
const breakInWord = /(?<=\p{L}[-–/])(?=\p{L})/u

/** pdfkit's current font, missing from its types. */
interface Font {
  readonly ascender: number
  readonly font: { hasGlyphForCodePoint(code: number): boolean }
}

/** The company's typeface, or the rank of a fallback. */
type Face = 'own' | number

/** Letters in one typeface. */
interface Run {
  readonly words: string
  readonly face: Face
  /** Gives digits equal widths. Only set for digits: it would widen the commas and spaces between them, too. */
  readonly features?: readonly ['tnum']
}

const optionsOf = ({ features }: Run) => (features ? { features: [...features] } : {})

const figures = /\d+|\D+/g

/** Matches invisible characters: joiners, variants of symbols, soft hyphens. */
const invisible = /\p{Default_Ignorable_Code_Point}/u

/** Matches an accent on the letter before it. */
const accent = /\p{Mark}/u

/** Measures, wraps and writes texts in the company's typeface. Letters that it lacks are set in a fallback, which is loaded when first needed. */
export const openType = (pdf: PDFKit.PDFDocument, drawing: number) => {
  const onlyOwn = drawing === 1
  const isOlder = drawing < 3
  const fonts = new Map<string, Font>()
  /** The typeface of each letter seen so far. Both weights of a typeface have the same letters. */
  const faces = new Map<string, Face | null>()
  const unshown = new Set<string>()
  let usesFallback = false

  const nameOf = (face: Face, weight: Weight): string => (face === 'own' ? weight : `${weight} ${face}`)

  const fontOf = (face: Face, weight: Weight): Font => {
    const name = nameOf(face, weight)
    const known = fonts.get(name)
    if (known) return known
    pdf.registerFont(name, face === 'own' ? sources[weight] : fallbackFile(face, weight)).font(name)
    const { _font: font } = pdf as unknown as { readonly _font: Font }
    fonts.set(name, font)
    return font
  }

  fontOf('own', 'regular')

  const has = (face: Face, letter: string): boolean =>
    fontOf(face, 'regular').font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)

  const findFallback = (letter: string): Face | null => {
    if (onlyOwn || isRightToLeft(letter)) return null
    for (let rank = 0; rank < fallbackCount; rank += 1) if (has(rank, letter)) return rank
    return null
  }

  const faceOf = (letter: string): Face | null => {
    const known = faces.get(letter)
    if (known !== undefined) return known
    const face = has('own', letter) ? 'own' : findFallback(letter)
    faces.set(letter, face)
    if (face !== null && face !== 'own') usesFallback = true
    return face
  }

  const asShown = (letter: string): string => {
    if (faceOf(letter) === 'own') return letter
    if (invisible.test(letter) && !onlyOwn) return ''
    if (faceOf(letter) !== null) return letter
    unshown.add(letter)
    return replacementCharacter
  }

  /** Returns the lines of a text before wrapping. Letters that no typeface has are replaced. */
  const linesOf = (text: string): string[] =>
    text
      .normalize('NFC')
      .split(lineBreak)
      .map((line) => Array.from(line.replaceAll(/[ \t]+/g, ' ').trim(), asShown).join(''))

  const facesOf = (words: string): Run[] => {
    if (!usesFallback) return [{ words, face: 'own' }]
    const runs: Run[] = []
    for (const letter of words) {
      const last = runs.at(-1)
      const isAccent = last && accent.test(letter) && has(last.face, letter)
      const face = isAccent ? last.face : (faceOf(letter) ?? 'own')
      if (last?.face === face) runs[runs.length - 1] = { words: last.words + letter, face }
      else runs.push({ words: letter, face })
    }
    return runs
  }

  const runsOf = (words: string, { tabular }: TextStyle): Run[] => {
    const runs = facesOf(words)
    if (!tabular || isOlder) return runs
    return runs.flatMap((run) =>
      (run.words.match(figures) ?? []).map(
        (part): Run => (/\d/.test(part) ? { ...run, words: part, features: ['tnum'] } : { ...run, words: part }),
      ),
    )
  }

  /** Sets typeface and size but no colour, which pdfkit would write to the page at once. */
  const setFont = (face: Face, { weight, size }: TextStyle): void => {
    fontOf(face, weight)
    pdf.font(nameOf(face, weight)).fontSize(size)
  }

  const widthOf = (words: string, style: TextStyle): number =>
    runsOf(words, style).reduce((width, run) => {
      setFont(run.face, style)
      return width + pdf.widthOfString(run.words, optionsOf(run))
    }, 0)

  /** Writes one line whose top is at the pen. All letters stand on the baseline of the company's typeface. */
  const write = (words: string, left: number, style: TextStyle): void => {
    const top = pdf.y
    const baseline = top + (fontOf('own', style.weight).ascender / 1000) * style.size
    pdf.x = left
    // pdfkit skips an empty text.
    for (const run of runsOf(words || ' ', style)) {
      const { words: letters, face } = run
      setFont(face, style)
      pdf.fillColor(style.colour)
      if (face === 'own') pdf.text(letters, pdf.x, top, { lineBreak: false, ...optionsOf(run) })
      else pdf.text(letters, pdf.x, baseline, { lineBreak: false, baseline: 'alphabetic' })
    }
    pdf.y = top
  }

  /** Splits a word that is wider than a line. Only words that consist of letters get hyphens. */
  const splitWord = (word: string, width: number, style: TextStyle): string[] => {
    const hyphen = !isOlder && onlyLetters.test(word) ? '-' : ''
    const room = hyphen ? width - widthOf(hyphen, style) : width
    const parts: string[] = []
    let [part, partWidth] = ['', 0]
    for (const letter of word) {
      const letterWidth = widthOf(letter, style)
      if (part && partWidth + letterWidth > room) {
        parts.push(part + hyphen)
        part = ''
        partWidth = 0
      }
      part += letter
      partWidth += letterWidth
    }
    return [...parts, part]
  }

  /** Returns the parts of a line that must not be broken, each with the separator before it. */
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

  /** Moves a word from the second last line to the last if a short word would stand alone there. */
  const withoutOrphan = (lines: readonly string[], last: string, width: number, style: TextStyle): string[] => {
    const before = lines.at(-1)?.trimEnd() ?? ''
    const space = before.lastIndexOf(' ')
    const moved = before.slice(space + 1)
    const stays = space < before.length / 2 || last.includes(' ') || last.length > maxOrphan
    if (stays || !lines.at(-1)?.endsWith(' ') || widthOf(`${moved} ${last}`, style) > width) return [...lines, last]
    return [...lines.slice(0, -1), before.slice(0, space + 1), `${moved} ${last}`]
  }

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
    const wrapped = isOlder ? [...lines, words] : withoutOrphan(lines, words, width, style)
    return wrapped.map((part, index) => ({ words: part, ends: index === wrapped.length - 1 }))
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

  return { write, widthOf, wrap, fit, unshown: () => [...unshown] }
}

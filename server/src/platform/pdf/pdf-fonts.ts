import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

export type Weight = 'regular' | 'bold'

const require = createRequire(import.meta.url)

/** The company's typeface, read once per thread. */
const sources: Readonly<Record<Weight, Buffer>> = {
  regular: readFileSync(
    require.resolve('@expo-google-fonts/schibsted-grotesk/400Regular/SchibstedGrotesk_400Regular.ttf'),
  ),
  bold: readFileSync(require.resolve('@expo-google-fonts/schibsted-grotesk/700Bold/SchibstedGrotesk_700Bold.ttf')),
}

/** Replaces characters that the typeface lacks. */
const replacementCharacter = '?'

const lineBreak = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/

// pdfkit measures the rest of a word again for each line that it fills, so a very long one is cut first.
// regexp: reads at most 501 characters from any position.
const longWord = /[^ \t]{500}(?=[^ \t])/gu

export const openFonts = (pdf: PDFKit.PDFDocument) => {
  for (const [weight, source] of Object.entries(sources)) pdf.registerFont(weight, source)
  // pdfkit's current font, missing from its types. Both weights have the same characters.
  const { _font: current } = pdf.font('regular') as unknown as {
    readonly _font: { readonly font: { hasGlyphForCodePoint(code: number): boolean } }
  }

  const replaceUnknown = (letter: string): string =>
    current.font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0) ? letter : replacementCharacter

  /** The lines of a text before wrapping, in characters that the typeface has. An empty one is a space, as pdfkit skips ''. */
  const linesOf = (text: string): string[] =>
    text
      .normalize('NFC')
      .split(lineBreak)
      .flatMap((line) => line.replaceAll(longWord, '$&\n').split('\n'))
      .map((line) => Array.from(line.replaceAll(/[ \t]+/g, ' ').trim() || ' ', replaceUnknown).join(''))

  return { linesOf }
}

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

export type Weight = 'regular' | 'bold'

/** A piece of text whose characters are all in one font file. */
interface Run {
  readonly font: string
  readonly text: string
}

const require = createRequire(import.meta.url)

/** The typeface comes in two files: one for Norwegian, one for other languages in Latin script. */
const scripts = ['latin', 'latin-ext'] as const

/** Replaces characters that the typeface lacks. */
const replacementCharacter = '?'

/** The PDF library's opened font. */
interface OpenedFont {
  hasGlyphForCodePoint(codePoint: number): boolean
}

interface FontTarget {
  registerFont(name: string, source: Buffer): unknown
  font(name: string): unknown
}

/** The company's typeface, read once per thread. */
const sources: ReadonlyMap<string, Buffer> = new Map(
  Object.entries({
    'regular-latin': require.resolve('@fontsource/schibsted-grotesk/files/schibsted-grotesk-latin-400-normal.woff'),
    'regular-latin-ext': require.resolve(
      '@fontsource/schibsted-grotesk/files/schibsted-grotesk-latin-ext-400-normal.woff',
    ),
    'bold-latin': require.resolve('@fontsource/schibsted-grotesk/files/schibsted-grotesk-latin-700-normal.woff'),
    'bold-latin-ext': require.resolve(
      '@fontsource/schibsted-grotesk/files/schibsted-grotesk-latin-ext-700-normal.woff',
    ),
  }).map(([name, file]) => [name, readFileSync(file)]),
)

/** Registers the typeface with a document. */
export const openFonts = (document: FontTarget, glyphsOf: () => OpenedFont) => {
  const opened = new Map<string, OpenedFont>()
  for (const [name, source] of sources) {
    document.registerFont(name, source)
    document.font(name)
    opened.set(name, glyphsOf())
  }
  const fontFor = (weight: Weight, codePoint: number): string | undefined =>
    scripts.map((script) => `${weight}-${script}`).find((name) => opened.get(name)?.hasGlyphForCodePoint(codePoint))

  /** Splits a text into runs of one font each; replaces characters that no font has. */
  const splitRuns = (text: string, weight: Weight): Run[] => {
    const runs: Run[] = []
    for (const letter of text.normalize('NFC')) {
      const known = fontFor(weight, letter.codePointAt(0) ?? 0)
      const font = known ?? `${weight}-latin`
      const written = known ? letter : replacementCharacter
      const last = runs.at(-1)
      if (last?.font === font) runs[runs.length - 1] = { font, text: last.text + written }
      else runs.push({ font, text: written })
    }
    return runs
  }
  return { splitRuns }
}

import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Blob, Face, Font, Buffer as GlyphBuffer, shape, Variation } from 'harfbuzzjs'
import subsetFont from 'subset-font'

const typeface = fileURLToPath(new URL('../src/ui/base/fonts/schibsted-grotesk-latin.woff2', import.meta.url))

/** A line of text in font units: each glyph's path, with y upwards from the baseline, and its position on the line. */
export interface Outline {
  readonly glyphs: readonly { readonly path: string; readonly x: number }[]
  readonly width: number
}

export interface Typeface {
  readonly unitsPerEm: number
  outline(text: string): Outline
}

/** Loads the site's own typeface in one weight (400 to 800), so that drawn text depends on no system font. */
export const loadTypeface = async (letters: string, weight: number): Promise<Typeface> => {
  const sfnt = await subsetFont(await readFile(typeface), letters, {
    targetFormat: 'sfnt',
    keepFeatures: ['kern', 'mark'],
  })
  const face = new Face(new Blob(sfnt))
  const font = new Font(face)
  font.setVariations([new Variation('wght', weight)])
  const outline = (text: string): Outline => {
    const buffer = new GlyphBuffer()
    buffer.addText(text)
    buffer.guessSegmentProperties()
    shape(font, buffer)
    const glyphs: { path: string; x: number }[] = []
    let width = 0
    for (const { codepoint, xAdvance = 0 } of buffer.getGlyphInfosAndPositions()) {
      glyphs.push({ path: font.glyphToPath(codepoint), x: width })
      width += xAdvance
    }
    return { glyphs, width }
  }
  return { unitsPerEm: face.upem, outline }
}

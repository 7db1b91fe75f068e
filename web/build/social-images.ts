import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Language } from '../src/platform/i18n.tsx'
import type { PageId } from '../src/site/pages/pages.ts'
import { type SocialImage, socialImageSize } from './document.ts'
import { loadTypeface, type Outline, type Typeface } from './outlines.ts'

const { width, height } = socialImageSize
const margin = 72
/** The drawing fills the right of the image; the rest is for the title. */
const drawingWidth = 440
const titleWidth = width - drawingWidth - margin - 40
const titleSizes = [84, 76, 68, 60, 52] as const
const maxTitleHeight = 380
const lineHeight = 1.04
const letterSpacing = -0.03

const paper = '#f7f3ec'
const ink = '#10262b'
const signal = '#b5390f'

/** The file of each page's drawing; `fjord.svg` is the map. */
const drawings: Readonly<Record<PageId, string>> = {
  home: 'fjord.svg',
  about: 'quay.svg',
  products: 'tool.svg',
  services: 'lighthouse.svg',
  custom: 'custom.svg',
  contact: 'quay.svg',
  privacy: 'fjord.svg',
  transparency: 'supply.svg',
  'not-found': 'fjord.svg',
}

const art = new URL('../src/site/art/', import.meta.url)

/** The part of the map with the fjord, in the map's pixels. Other drawings are cropped around their middle. */
const mapCrop = { left: 540, top: 90, width: 460, height: 659 }

const drawPicture = async (id: PageId): Promise<Buffer> => {
  const file = drawings[id]
  const image = sharp(await readFile(new URL(file, art))).flatten({ background: paper })
  const cropped = file === 'fjord.svg' ? image.extract(mapCrop) : image
  return cropped.resize(drawingWidth, height, { fit: 'cover' }).png().toBuffer()
}

const pixelWidth = ({ width: units, glyphs }: Outline, size: number, unitsPerEm: number): number =>
  (units / unitsPerEm + glyphs.length * letterSpacing) * size

/** Breaks the words into lines of at most `titleWidth`. Returns null if a single word is wider. */
const wrap = (words: readonly string[], size: number, typeface: Typeface): string[] | null => {
  const fits = (line: string) => pixelWidth(typeface.outline(line), size, typeface.unitsPerEm) <= titleWidth
  const lines: string[] = []
  for (const word of words) {
    const longer = `${lines.at(-1)} ${word}`
    if (lines.length > 0 && fits(longer)) lines[lines.length - 1] = longer
    else if (fits(word)) lines.push(word)
    else return null
  }
  return lines
}

const drawLine = ({ glyphs }: Outline, size: number, x: number, y: number, unitsPerEm: number): string => {
  const scale = size / unitsPerEm
  const paths = glyphs.map(
    (glyph, index) =>
      `<path transform="translate(${glyph.x + index * letterSpacing * unitsPerEm})" d="${glyph.path}"/>`,
  )
  return `<g transform="translate(${x} ${y}) scale(${scale} ${-scale})" fill="${ink}">${paths.join('')}</g>`
}

const drawTitle = (title: string, typeface: Typeface): string => {
  for (const size of titleSizes) {
    const lines = wrap(title.split(' '), size, typeface)
    if (!lines || lines.length * size * lineHeight > maxTitleHeight) continue
    const bottom = height - margin - (lines.length - 1) * size * lineHeight
    return lines
      .map((line, index) =>
        drawLine(typeface.outline(line), size, margin, bottom + index * size * lineHeight, typeface.unitsPerEm),
      )
      .join('')
  }
  throw new Error(`The title is too long for its social image: ${title}`)
}

/** Draws the company's mark: three curved lines. Images don't contain the company's name, which the build doesn't know. */
const drawMark = (): string => {
  const line = (y: number, colour: string, stroke: number) =>
    `<path d="M2 ${y}c5-3.6 9.3-2.4 14 .6s9 3.4 14-.2" stroke="${colour}" stroke-width="${stroke}"/>`
  const mark = line(4, ink, 2.2) + line(12, ink, 2.2) + line(20, signal, 2.8)
  return `<g transform="translate(${margin} 60) scale(2.5)" fill="none" stroke-linecap="round">${mark}</g>`
}

interface SocialPage {
  readonly id: PageId
  readonly language: Language
  /** The page's heading. */
  readonly title: string
}

/** Draws a page's image into `<dist>/assets`: 1200 × 630 pixels, its heading in the site's typeface beside its drawing. */
export const drawSocialImage = async (dist: string, { id, language, title }: SocialPage): Promise<SocialImage> => {
  const typeface = await loadTypeface(title, 700)
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`,
    `<rect width="${width}" height="${height}" fill="${paper}"/>`,
    drawMark(),
    drawTitle(title, typeface),
    '</svg>',
  ].join('')
  const image = await sharp(Buffer.from(svg))
    .composite([{ input: await drawPicture(id), left: width - drawingWidth, top: 0 }])
    .jpeg({ quality: 84, mozjpeg: true })
    .toBuffer()
  const hash = createHash('sha256').update(image).digest('base64url').slice(0, 8)
  const path = `/assets/social-${id}-${language}-${hash}.jpg`
  await mkdir(join(dist, 'assets'), { recursive: true })
  await writeFile(join(dist, path), image)
  return { path, heading: title }
}

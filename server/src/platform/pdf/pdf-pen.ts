import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** The page layout: A4, in points of 1/72 inch. */
export const page = { width: 595.28, height: 841.89, left: 56, right: 56, top: 64, bottom: 72 } as const
export const textWidth = page.width - page.left - page.right
const maxY = page.height - page.bottom

// The site's colours.
const ink = '#10262b'
const mutedInk = '#4b5e62'
export const rule = '#b9c4c2'
const signal = '#b5390f'
const fjord = '#0f4750'
const contours = [
  { part: 1, colour: '#9fb8b9' },
  { part: 0.86, colour: '#7d9fa2' },
  { part: 0.61, colour: fjord },
  { part: 0.23, colour: signal },
] as const

type Weight = 'regular' | 'bold'

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

const openFonts = (pdf: PDFKit.PDFDocument) => {
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

interface TextStyle {
  readonly size: number
  readonly leading: number
  readonly weight: Weight
  readonly colour: string
}

export const styles = {
  name: { size: 11, leading: 14, weight: 'bold', colour: fjord },
  title: { size: 22, leading: 27, weight: 'bold', colour: ink },
  heading: { size: 12.5, leading: 18, weight: 'bold', colour: ink },
  paragraph: { size: 10, leading: 14.5, weight: 'regular', colour: ink },
  small: { size: 8.5, leading: 12.5, weight: 'regular', colour: mutedInk },
  label: { size: 10, leading: 14.5, weight: 'regular', colour: mutedInk },
  cell: { size: 9, leading: 13, weight: 'regular', colour: ink },
  head: { size: 8.5, leading: 13, weight: 'bold', colour: mutedInk },
  sum: { size: 10, leading: 16, weight: 'regular', colour: ink },
  total: { size: 11, leading: 18, weight: 'bold', colour: ink },
} as const satisfies Record<string, TextStyle>

/** An element of the document's structure, for screen readers. */
export type Element = PDFKit.PDFStructureElement

export interface Cell {
  readonly tag: string
  readonly text: string
  readonly x: number
  readonly width: number
  readonly align: 'left' | 'right'
  readonly style: TextStyle
}

/** Text options that leave the page breaks to us. */
const onSamePage = { height: Number.POSITIVE_INFINITY } as const

/** Missing from pdfkit's types. */
const headCellOptions: object = { scope: 'Column' }

/** Draws on a document from top to bottom, and tags everything as part of its structure or as decoration. */
export const createPen = (pdf: PDFKit.PDFDocument) => {
  const { linesOf } = openFonts(pdf)
  const root = pdf.struct('Document')
  pdf.addStructure(root)

  const setStyle = ({ weight, size, leading, colour }: TextStyle): void => {
    pdf.font(weight).fontSize(size).fillColor(colour)
    pdf.lineGap(leading - pdf.currentLineHeight())
  }

  const heightOf = ({ text, width, style }: Cell): number => {
    setStyle(style)
    return linesOf(text).reduce((sum, words) => sum + pdf.heightOfString(words, { width }), 0)
  }

  /** Draws something as part of an element, or as decoration without one. */
  const drawTagged = (element: Element | null, tag: string, draw: () => void): void => {
    if (element) {
      const content = pdf.markStructureContent(tag)
      draw()
      pdf.endMarkedContent()
      element.add(content)
      return
    }
    pdf.markContent('Artifact', { type: 'Layout' })
    draw()
    pdf.endMarkedContent()
  }

  /** Tags each of the text's own lines apart: screen readers would join their words. */
  const write = (element: Element | null, cell: Cell, options?: PDFKit.Mixins.TextOptions): void => {
    const { tag, text, x, width, align, style } = cell
    setStyle(style)
    for (const words of linesOf(text))
      drawTagged(element, tag, () => pdf.text(words, x, pdf.y, { width, align, ...options }))
  }

  const newPage = (): void => {
    pdf.addPage()
  }

  /** Starts a new page when `height` points do not fit on this one. */
  const reserve = (height: number): void => {
    if (pdf.y + height > maxY && pdf.y > page.top) newPage()
  }

  const child = (parent: Element, tag: string): Element => {
    const element = pdf.struct(tag)
    parent.add(element)
    return element
  }

  const text = (parent: Element, tag: string, words: string, style: TextStyle): void => {
    const element = child(parent, tag)
    write(element, { tag, text: words, x: page.left, width: textWidth, align: 'left', style })
    element.end()
  }

  /**
   * Writes cells side by side, each of any number of lines, as one element (decoration without a `parent`); `drawPageHead` runs after a
   * page break. A cell that is longer than a page runs over its bottom edge.
   */
  const row = (parent: Element | null, tag: 'TR' | 'Div', cells: readonly Cell[], drawPageHead?: () => void): void => {
    const height = Math.max(...cells.map(heightOf))
    if (pdf.y + height > maxY && pdf.y > page.top) {
      newPage()
      drawPageHead?.()
    }
    const element = parent && child(parent, tag)
    const top = pdf.y
    for (const cell of cells) {
      pdf.y = top
      const cellElement = element && addCell(pdf, element, cell.tag)
      write(cellElement, cell, onSamePage)
      cellElement?.end()
    }
    element?.end()
    pdf.y = top + height
  }

  const line = (colour: string, x: number = page.left, width: number = textWidth): void => {
    drawTagged(null, '', () =>
      pdf
        .moveTo(x, pdf.y)
        .lineTo(x + width, pdf.y)
        .lineWidth(0.75)
        .strokeColor(colour)
        .stroke(),
    )
  }

  /** The company's name and contour lines, as in its mails. Decoration: the text names the parties. */
  const letterhead = (name: string): void => {
    drawTagged(null, '', () => {
      setStyle(styles.name)
      pdf.text(linesOf(name).join(' '), page.left, 40, { lineBreak: false })
      let y = 62
      for (const { part, colour } of contours) {
        const width = textWidth * part
        const [first, second] = [page.left + width * 0.3, page.left + width * 0.7]
        pdf.moveTo(page.left, y).bezierCurveTo(first, y - 5, second, y + 5, page.left + width, y)
        pdf.lineWidth(0.75).strokeColor(colour).stroke()
        y += 4
      }
    })
    pdf.y = page.top + 34
  }

  const finish = (footer: string): void => {
    root.end()
    const { count } = pdf.bufferedPageRange()
    for (let number = 0; number < count; number++) {
      pdf.switchToPage(number)
      pdf.markContent('Artifact', { type: 'Pagination' })
      setStyle(styles.small)
      const [bottom, label] = [page.height - 44, `Side ${number + 1} av ${count}`]
      pdf.text(linesOf(footer).join(' '), page.left, bottom, { lineBreak: false })
      pdf.text(label, page.left, bottom, { width: textWidth, align: 'right', ...onSamePage })
      pdf.endMarkedContent()
    }
  }

  const gap = (points: number): void => {
    if (pdf.y > page.top) pdf.y += points
  }

  return { root, child, text, row, line, gap, reserve, newPage, letterhead, finish }
}

const addCell = (pdf: PDFKit.PDFDocument, parent: Element, tag: string): Element => {
  const element = tag === 'TH' ? pdf.struct(tag, { ...headCellOptions }) : pdf.struct(tag)
  parent.add(element)
  return element
}

export type Pen = ReturnType<typeof createPen>

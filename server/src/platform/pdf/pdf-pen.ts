import { openFonts, type Weight } from './pdf-fonts.ts'
import { wrapText } from './pdf-lines.ts'

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

/** Missing from pdfkit's types. */
const headCellOptions: object = { scope: 'Column' }

/** Draws on a document from top to bottom, and tags everything as part of its structure or as decoration. */
export const createPen = (pdf: PDFKit.PDFDocument) => {
  // pdfkit's current font, missing from its types.
  const current = pdf as unknown as {
    readonly _font: { readonly font: { hasGlyphForCodePoint(code: number): boolean } }
  }
  const { splitRuns } = openFonts(pdf, () => current._font.font)
  const root = pdf.struct('Document')
  pdf.addStructure(root)
  let y: number = page.top

  const widths = new Map<string, number>()

  const widthOf = (text: string, { weight, size }: TextStyle): number => {
    const key = `${weight} ${size} ${text}`
    const known = widths.get(key)
    if (known !== undefined) return known
    const runs = splitRuns(text, weight)
    const width = runs.reduce((sum, run) => sum + pdf.font(run.font).fontSize(size).widthOfString(run.text), 0)
    widths.set(key, width)
    return width
  }

  const write = (text: string, x: number, style: TextStyle): void => {
    let at = x
    pdf.fillColor(style.colour)
    for (const run of splitRuns(text, style.weight)) {
      pdf.font(run.font).fontSize(style.size).text(run.text, at, y, { lineBreak: false })
      at += widthOf(run.text, style)
    }
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

  const newPage = (): void => {
    pdf.addPage()
    y = page.top
  }

  /** Starts a new page when `height` points do not fit on this one. */
  const reserve = (height: number): void => {
    if (y + height > maxY && y > page.top) newPage()
  }

  const child = (parent: Element, tag: string): Element => {
    const element = pdf.struct(tag)
    parent.add(element)
    return element
  }

  const linesOf = (text: string, width: number, style: TextStyle): string[] =>
    wrapText(text, width, (part) => widthOf(part, style))

  /** Writes a text of any length as one element. */
  const text = (parent: Element, tag: string, words: string, style: TextStyle, x: number = page.left): void => {
    const element = child(parent, tag)
    for (const line of linesOf(words, page.left + textWidth - x, style)) {
      reserve(style.leading)
      if (line) drawTagged(element, tag, () => write(line, x, style))
      y += style.leading
    }
    element.end()
  }

  /**
   * Writes cells side by side, each of any number of lines, as one element (decoration without a `parent`); `drawPageHead` runs after a
   * page break.
   */
  const row = (parent: Element | null, tag: 'TR' | 'Div', cells: readonly Cell[], drawPageHead?: () => void): void => {
    const wrapped = cells.map((cell) => ({ cell, lines: linesOf(cell.text, cell.width, cell.style) }))
    const height = Math.max(...wrapped.map(({ cell, lines }) => lines.length * cell.style.leading))
    if (y + height > maxY && y > page.top) {
      newPage()
      drawPageHead?.()
    }
    const element = parent && child(parent, tag)
    const top = y
    let bottom = y
    for (const { cell, lines } of wrapped) {
      y = top
      const cellElement = element && addCell(pdf, element, cell.tag)
      for (const line of lines) {
        // A cell that is longer than a page runs over its bottom edge.
        const x = cell.align === 'right' ? cell.x + cell.width - widthOf(line, cell.style) : cell.x
        if (line) drawTagged(cellElement, cell.tag, () => write(line, x, cell.style))
        y += cell.style.leading
      }
      cellElement?.end()
      bottom = Math.max(bottom, y)
    }
    element?.end()
    y = bottom
  }

  const line = (colour: string, x: number = page.left, width: number = textWidth): void => {
    drawTagged(null, '', () =>
      pdf
        .moveTo(x, y)
        .lineTo(x + width, y)
        .lineWidth(0.75)
        .strokeColor(colour)
        .stroke(),
    )
  }

  /** The company's name and contour lines, as in its mails. Decoration: the text names the parties. */
  const letterhead = (name: string): void => {
    drawTagged(null, '', () => {
      y = 40
      write(name, page.left, styles.name)
      y = 62
      for (const { part, colour } of contours) {
        const width = textWidth * part
        const [first, second] = [page.left + width * 0.3, page.left + width * 0.7]
        pdf.moveTo(page.left, y).bezierCurveTo(first, y - 5, second, y + 5, page.left + width, y)
        pdf.lineWidth(0.75).strokeColor(colour).stroke()
        y += 4
      }
    })
    y = page.top + 34
  }

  const finish = (footer: string): void => {
    root.end()
    const { count } = pdf.bufferedPageRange()
    for (let number = 0; number < count; number++) {
      pdf.switchToPage(number)
      pdf.markContent('Artifact', { type: 'Pagination' })
      y = page.height - 44
      const label = `Side ${number + 1} av ${count}`
      write(footer, page.left, styles.small)
      write(label, page.left + textWidth - widthOf(label, styles.small), styles.small)
      pdf.endMarkedContent()
    }
  }

  const gap = (points: number): void => {
    if (y > page.top) y += points
  }

  return { root, child, text, row, line, gap, reserve, newPage, letterhead, finish }
}

const addCell = (pdf: PDFKit.PDFDocument, parent: Element, tag: string): Element => {
  const element = tag === 'TH' ? pdf.struct(tag, { ...headCellOptions }) : pdf.struct(tag)
  parent.add(element)
  return element
}

export type Pen = ReturnType<typeof createPen>

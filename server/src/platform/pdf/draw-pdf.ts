import { dateOf } from '@kontor/contract/shared/time'
import PDFDocument from 'pdfkit'
import type { PdfBlock, PdfDocument, PdfTable } from './pdf-document.ts'
import { openFonts, type Weight } from './pdf-fonts.ts'
import { wrapText } from './pdf-lines.ts'

// Points of 1/72 inch; A4.
const page = { width: 595.28, height: 841.89, left: 56, right: 56, top: 64, bottom: 72 } as const
const textWidth = page.width - page.left - page.right
const lowest = page.height - page.bottom

// The colours are the site's.
const ink = '#10262b'
const soft = '#4b5e62'
const rule = '#b9c4c2'
const signal = '#b5390f'

interface TextStyle {
  readonly size: number
  readonly leading: number
  readonly weight: Weight
  readonly colour: string
}

const styles = {
  title: { size: 22, leading: 27, weight: 'bold', colour: ink },
  heading: { size: 12.5, leading: 18, weight: 'bold', colour: ink },
  paragraph: { size: 10, leading: 14.5, weight: 'regular', colour: ink },
  small: { size: 8.5, leading: 12.5, weight: 'regular', colour: soft },
  label: { size: 8.5, leading: 14.5, weight: 'regular', colour: soft },
  cell: { size: 9, leading: 13, weight: 'regular', colour: ink },
  head: { size: 8.5, leading: 13, weight: 'bold', colour: soft },
  sum: { size: 10, leading: 16, weight: 'regular', colour: ink },
  total: { size: 11, leading: 18, weight: 'bold', colour: ink },
} as const satisfies Record<string, TextStyle>

/** A part of the document's structure, as screen readers walk it. */
type Element = PDFKit.PDFStructureElement

interface Cell {
  readonly tag: string
  readonly text: string
  readonly x: number
  readonly width: number
  readonly align: 'left' | 'right'
  readonly style: TextStyle
}

/** Options that pdfkit knows and its types do not: the rules of PDF/UA, and what a head cell is the head of. */
const newerOptions: object = { subset: 'PDF/UA' }
const headCell: object = { scope: 'Column' }

/** Draws a document: real text in the house's typeface, tagged for screen readers, with numbered pages. */
export const drawPdf = (source: PdfDocument): Promise<Buffer> => {
  const pdf = new PDFDocument({
    size: [page.width, page.height],
    margin: 0,
    pdfVersion: '1.7',
    ...newerOptions,
    tagged: true,
    lang: 'nb-NO',
    displayTitle: true,
    bufferPages: true,
    info: {
      Title: source.title,
      Author: source.author,
      CreationDate: dateOf(source.createdAt),
      ModDate: dateOf(source.createdAt),
    },
  })
  const finished = new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = []
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
    pdf.on('error', reject)
  })
  const pen = createPen(pdf)
  for (const block of source.blocks) drawBlock(pen, block)
  pen.finish(source.footer)
  pdf.end()
  return finished
}

type Pen = ReturnType<typeof createPen>

const createPen = (pdf: PDFKit.PDFDocument) => {
  // pdfkit keeps the opened font there; its types do not tell.
  const current = pdf as unknown as {
    readonly _font: { readonly font: { hasGlyphForCodePoint(code: number): boolean } }
  }
  const { runsOf } = openFonts(pdf, () => current._font.font)
  const root = pdf.struct('Document')
  pdf.addStructure(root)
  let y: number = page.top

  const widths = new Map<string, number>()

  const widthOf = (text: string, { weight, size }: TextStyle): number => {
    const key = `${weight} ${size} ${text}`
    const known = widths.get(key)
    if (known !== undefined) return known
    const runs = runsOf(text, weight)
    const width = runs.reduce((sum, run) => sum + pdf.font(run.font).fontSize(size).widthOfString(run.text), 0)
    widths.set(key, width)
    return width
  }

  const write = (text: string, x: number, style: TextStyle): void => {
    let at = x
    pdf.fillColor(style.colour)
    for (const run of runsOf(text, style.weight)) {
      pdf.font(run.font).fontSize(style.size).text(run.text, at, y, { lineBreak: false })
      at += widthOf(run.text, style)
    }
  }

  /** Marks what is drawn as part of an element, or as mere decoration. */
  const marked = (element: Element | null, tag: string, draw: () => void): void => {
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

  /** Begins a new page when `height` points do not fit on this one. */
  const need = (height: number): void => {
    if (y + height > lowest && y > page.top) newPage()
  }

  const child = (parent: Element, tag: string): Element => {
    const element = pdf.struct(tag)
    parent.add(element)
    return element
  }

  const linesOf = (text: string, width: number, style: TextStyle): string[] =>
    wrapText(text, width, (part) => widthOf(part, style))

  /** Writes a text of any length in an element of its own. */
  const text = (parent: Element, tag: string, words: string, style: TextStyle, x: number = page.left): void => {
    const element = child(parent, tag)
    for (const line of linesOf(words, page.left + textWidth - x, style)) {
      need(style.leading)
      if (line) marked(element, tag, () => write(line, x, style))
      y += style.leading
    }
    element.end()
  }

  /**
   * Writes cells side by side, each of any number of lines, as one element (decoration without a `parent`); `again` draws what
   * a new page begins with.
   */
  const row = (parent: Element | null, tag: 'TR' | 'Div', cells: readonly Cell[], again?: () => void): void => {
    const wrapped = cells.map((cell) => ({ cell, lines: linesOf(cell.text, cell.width, cell.style) }))
    const height = Math.max(...wrapped.map(({ cell, lines }) => lines.length * cell.style.leading))
    if (y + height > lowest && y > page.top) {
      newPage()
      again?.()
    }
    const element = parent && child(parent, tag)
    const top = y
    let bottom = y
    for (const { cell, lines } of wrapped) {
      y = top
      const of = element && scopedCell(pdf, element, cell.tag)
      for (const line of lines) {
        // A cell that is longer than a page goes on below its end rather than being cut off.
        const x = cell.align === 'right' ? cell.x + cell.width - widthOf(line, cell.style) : cell.x
        if (line) marked(of, cell.tag, () => write(line, x, cell.style))
        y += cell.style.leading
      }
      of?.end()
      bottom = Math.max(bottom, y)
    }
    element?.end()
    y = bottom
  }

  const line = (colour: string, x: number = page.left, width: number = textWidth): void => {
    marked(null, '', () =>
      pdf
        .moveTo(x, y)
        .lineTo(x + width, y)
        .lineWidth(0.75)
        .strokeColor(colour)
        .stroke(),
    )
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

  return { root, child, text, row, line, gap, need, newPage, finish }
}

const scopedCell = (pdf: PDFKit.PDFDocument, parent: Element, tag: string): Element => {
  const element = tag === 'TH' ? pdf.struct(tag, { ...headCell }) : pdf.struct(tag)
  parent.add(element)
  return element
}

const drawBlock = (pen: Pen, block: PdfBlock): void => {
  switch (block.kind) {
    case 'table':
      drawTable(pen, block)
      break
    case 'page':
      pen.newPage()
      break
    case 'facts':
      for (const [label, words] of block.facts) drawFact(pen, label, words)
      pen.gap(8)
      break
    case 'title':
      pen.text(pen.root, 'H1', block.text, styles.title)
      pen.gap(6)
      pen.line(signal)
      pen.gap(14)
      break
    case 'heading':
      pen.gap(10)
      // A heading stays with what it is the heading of.
      pen.need(styles.heading.leading + 3 * styles.paragraph.leading)
      pen.text(pen.root, 'H2', block.text, styles.heading)
      pen.gap(2)
      break
    default:
      pen.text(pen.root, 'P', block.text, styles[block.kind])
      pen.gap(6)
  }
}

const labelWidth = 130

const drawFact = (pen: Pen, label: string, words: string): void => {
  pen.row(pen.root, 'Div', [
    { tag: 'P', text: label, x: page.left, width: labelWidth - 8, align: 'left', style: styles.label },
    {
      tag: 'P',
      text: words,
      x: page.left + labelWidth,
      width: textWidth - labelWidth,
      align: 'left',
      style: styles.paragraph,
    },
  ])
}

const drawTable = (pen: Pen, { columns, rows, sums }: PdfTable): void => {
  const padding = 6
  const places = columns.map(({ width }, index) => ({
    x: page.left + textWidth * columns.slice(0, index).reduce((sum, column) => sum + column.width, 0),
    width: textWidth * width - padding,
  }))
  const cellsOf = (texts: readonly string[], tag: 'TH' | 'TD'): Cell[] =>
    columns.map(({ align }, index) => {
      const { x, width } = places[index] ?? { x: page.left, width: 0 }
      const style = tag === 'TH' ? styles.head : styles.cell
      const shift = align === 'right' ? padding : 0
      return { tag, text: texts[index] ?? '', x: x + shift, width, align, style }
    })
  const drawHead = (parent: Element | null): void => {
    const labels = columns.map(({ label }) => label)
    pen.row(parent, 'TR', cellsOf(labels, 'TH'))
    pen.gap(2)
    pen.line(rule)
    pen.gap(5)
  }
  pen.gap(6)
  pen.need(60)
  const table = pen.child(pen.root, 'Table')
  drawHead(table)
  for (const texts of rows) {
    // The head on a later page is for the eye; screen readers have it once.
    pen.row(table, 'TR', cellsOf(texts, 'TD'), () => drawHead(null))
    pen.gap(3)
  }
  table.end()
  pen.line(rule)
  pen.gap(6)
  drawSums(pen, sums)
  pen.gap(8)
}

const drawSums = (pen: Pen, sums: PdfTable['sums']): void => {
  const left = page.left + textWidth / 2
  const width = textWidth / 4
  pen.need(sums.length * styles.total.leading)
  for (const [index, [label, words]] of sums.entries()) {
    const style = index === sums.length - 1 ? styles.total : styles.sum
    pen.row(pen.root, 'Div', [
      { tag: 'P', text: label, x: left, width, align: 'left', style },
      { tag: 'P', text: words, x: left + width, width, align: 'right', style },
    ])
  }
}

import { dateOf } from '@kontor/contract/shared/time'
import { pdfkitAddPlaceholder } from '@signpdf/placeholder-pdfkit'
import { SUBFILTER_ETSI_CADES_DETACHED } from '@signpdf/utils'
import PDFDocument from 'pdfkit'
import type { PdfBlock, PdfDocument, PdfSeal, PdfTable } from './pdf-document.ts'
import { type Cell, createPen, type Element, type Pen, page, rule, styles, textWidth } from './pdf-pen.ts'

/** PDF/UA, which is missing from pdfkit's types. */
const untypedOptions: object = { subset: 'PDF/UA' }

/** Draws a document: real text in the company's typeface, tagged for screen readers, with numbered pages. */
export const drawPdf = (source: PdfDocument): Promise<Buffer> => {
  const pdf = new PDFDocument({
    size: [page.width, page.height],
    margins: page,
    pdfVersion: '1.7',
    ...untypedOptions,
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
  pen.letterhead(source.author)
  for (const block of source.blocks) drawBlock(pen, block)
  pen.finish(source.footer)
  for (const { name, type, description, content } of source.files ?? []) {
    const date = dateOf(source.createdAt)
    const options = { name, type, description, relationship: 'Data', creationDate: date, modifiedDate: date }
    pdf.file(Buffer.from(content, 'utf8'), options)
  }
  if (source.seal) leavePlaceForSeal(pdf, source.seal)
  pdf.end()
  return finished
}

/** Bytes for the signature with its certificates. */
const sealLength = 16_384

const leavePlaceForSeal = (pdf: PDFKit.PDFDocument, { holder, reason, at }: PdfSeal): void => {
  pdfkitAddPlaceholder({
    pdf,
    // Only the older signature format needs it.
    pdfBuffer: Buffer.alloc(0),
    reason,
    contactInfo: '',
    name: holder,
    location: '',
    signingTime: dateOf(at),
    signatureLength: sealLength,
    subFilter: SUBFILTER_ETSI_CADES_DETACHED,
  })
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
      pen.gap(14)
      break
    case 'heading':
      pen.gap(10)
      // Keeps a heading together with the text below it.
      pen.reserve(styles.heading.leading + 3 * styles.paragraph.leading)
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
  pen.gap(3)
}

const drawTable = (pen: Pen, { columns, rows, sums }: PdfTable): void => {
  const padding = 6
  const columnPositions = columns.map(({ width }, index) => ({
    x: page.left + textWidth * columns.slice(0, index).reduce((sum, column) => sum + column.width, 0),
    width: textWidth * width - padding,
  }))
  const cellsOf = (texts: readonly string[], tag: 'TH' | 'TD'): Cell[] =>
    columns.map(({ align }, index) => {
      const { x, width } = columnPositions[index] ?? { x: page.left, width: 0 }
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
  pen.reserve(60)
  const table = pen.child(pen.root, 'Table')
  drawHead(table)
  for (const texts of rows) {
    // Repeated heads are decoration: screen readers get the head once.
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
  pen.reserve(sums.length * styles.total.leading)
  for (const [index, [label, words]] of sums.entries()) {
    const style = index === sums.length - 1 ? styles.total : styles.sum
    pen.row(pen.root, 'Div', [
      { tag: 'P', text: label, x: left, width, align: 'left', style },
      { tag: 'P', text: words, x: left + width, width, align: 'right', style },
    ])
  }
}

import { dateOf } from '@kontor/contract/shared/time'
import { pdfkitAddPlaceholder } from '@signpdf/placeholder-pdfkit'
import { SUBFILTER_ETSI_CADES_DETACHED } from '@signpdf/utils'
import PDFDocument from 'pdfkit'
import { drawing, type PdfBlock, type PdfClause, type PdfDocument, type PdfSeal } from './pdf-document.ts'
import { type Cell, createPen, maxY, type Pen, page, textWidth } from './pdf-pen.ts'
import { drawSums, drawTable, openingOfTable } from './pdf-table.ts'
import { colours, styles, type TextStyle } from './pdf-type.ts'

/** Requests PDF/UA; the option is missing from pdfkit's types. */
const untypedOptions: object = { subset: 'PDF/UA' }

interface LayoutOptions {
  readonly tight?: boolean
  /** Index of a block that must begin a page. */
  readonly breakBefore?: number
}

/** The beginning of a clause. */
interface ClauseStart {
  readonly block: number
  readonly page: number
  readonly y: number
}

interface Layout {
  readonly pdf: PDFKit.PDFDocument
  /** The number of pages before the first block of kind `page`. */
  readonly pages: number
  /** The vertical position at which the text before that block ends. */
  readonly end: number
  readonly clauses: readonly ClauseStart[]
  readonly unshown: readonly string[]
}

export interface DrawnPdf {
  readonly bytes: Buffer
  /** The letters that no typeface has. The pages show question marks in their place. */
  readonly unshown: readonly string[]
}

export const drawPdf = async (source: PdfDocument): Promise<Buffer> => (await drawLetters(source)).bytes

/** Draws a document: real text in the company's typeface, tagged for screen readers, with numbered pages. */
export const drawLetters = async (source: PdfDocument): Promise<DrawnPdf> => {
  const { pdf, unshown } = avoidShortLastPage(source, layOut(source))
  const finished = new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = []
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
    pdf.on('error', reject)
  })
  pdf.end()
  return { bytes: await finished, unshown }
}

/** Minimum height, in points, of the text on a last page. */
const lonelyHeight = 150

/** Maximum height, in points, of a clause that moves to the next page. */
const movedHeight = 200

/** Avoids an almost empty last page: sets the whole text tighter or, if that is not enough, moves the previous clause to the last page. */
const avoidShortLastPage = (source: PdfDocument, layout: Layout): Layout => {
  const { pages, end, clauses } = layout
  if (pages === 1 || end - page.top > lonelyHeight) return layout
  const tight = layOut(source, { tight: true })
  if (tight.pages < pages) return tight
  const [last, before] = clauses.toReversed()
  const isAlone = last?.page === pages && last.y <= page.top && before?.page === pages - 1
  return isAlone && maxY - before.y < movedHeight ? layOut(source, { breakBefore: before.block }) : layout
}

const layOut = (source: PdfDocument, { tight = false, breakBefore }: LayoutOptions = {}): Layout => {
  const pdf = new PDFDocument({
    size: [page.width, page.height],
    margins: page,
    pdfVersion: '1.7',
    ...untypedOptions,
    tagged: true,
    lang: source.language,
    displayTitle: true,
    bufferPages: true,
    compress: !source.seal,
    info: {
      Title: source.title,
      Author: source.author,
      CreationDate: dateOf(source.createdAt),
      ModDate: dateOf(source.createdAt),
    },
  })
  const pen = createPen(pdf, { tight, drawing: source.drawing ?? drawing })
  const clauses: ClauseStart[] = []
  const textEnd = source.blocks.findIndex(({ kind }) => kind === 'page')
  let end = { pages: 1, end: 0 }
  drawLetterhead(pen, source)
  for (const [index, block] of source.blocks.entries()) {
    if (index === breakBefore) pen.newPage()
    if (block.kind === 'clause') {
      pen.reserve(openingOf(pen, block))
      clauses.push({ block: index, page: pen.pages(), y: pen.y() })
      drawClause(pen, block)
    } else drawBlock(pen, block, source.blocks[index + 1])
    if (textEnd < 0 || index < textEnd) end = { pages: pen.pages(), end: pen.y() }
  }
  pen.finish(source)
  attachFiles(pdf, source)
  if (source.seal) leavePlaceForSeal(pdf, source.seal)
  return { pdf, clauses, unshown: pen.unshown(), ...end }
}

const attachFiles = (pdf: PDFKit.PDFDocument, { files = [], createdAt }: PdfDocument): void => {
  for (const { name, type, description, content, encoding = 'utf8' } of files) {
    const date = dateOf(createdAt)
    const options = { name, type, description, relationship: 'Data', creationDate: date, modifiedDate: date }
    pdf.file(Buffer.from(content, encoding), options)
  }
}

/** Bytes for the signature with its certificates. */
const sealLength = 16_384

const leavePlaceForSeal = (pdf: PDFKit.PDFDocument, { holder, reason, at }: PdfSeal): void => {
  pdfkitAddPlaceholder({
    pdf,
    // Empty, since only the older signature format needs the file's bytes.
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

/** Space between two columns, in points. */
const columnGap = 24

const letterheadTop = 44
/** The width of the mark beside the company's name. */
const emblemWidth = 21
const factLabelWidth = 84
/** The width of the second of two columns. */
const factsWidth = (textWidth - columnGap) / 2

const drawLetterhead = (pen: Pen, { author, letterhead: { lines, facts } }: PdfDocument): void => {
  const left = { x: page.left, width: factsWidth, align: 'left', tag: 'P' } as const
  const labels = { x: page.left + textWidth - factsWidth, width: factLabelWidth - 8, align: 'left', tag: 'P' } as const
  const texts = { ...labels, x: labels.x + factLabelWidth, width: factsWidth - factLabelWidth }
  const header = pen.child(pen.root, 'Div')
  pen.startAt(letterheadTop)
  if (!pen.isOlder) pen.drawEmblem(emblemWidth)
  const indent = pen.isOlder ? 0 : emblemWidth + 8
  pen.columns(header, [
    [
      { ...left, x: left.x + indent, width: left.width - indent, text: author, style: styles.name },
      ...lines.map((text): Cell => ({ ...left, text, style: styles.contact })),
    ],
  ])
  const bottom = pen.y()
  pen.startAt(letterheadTop + 4)
  for (const [label, text] of facts) {
    pen.row(header, 'Div', [
      { ...labels, text: label, style: styles.caption },
      { ...texts, text, style: styles.fact },
    ])
  }
  header.end()
  pen.startAt(Math.max(bottom, pen.y()) + 10)
  pen.drawContours()
  pen.startAt(pen.y() + 18)
}

/** Returns the style of a title: a smaller one if a word is wider than the page. */
const titleStyle = (pen: Pen, text: string): TextStyle => {
  const isLong = !pen.isOlder && text.split(/\s/).some((word) => pen.widthOf(word, styles.title) > textWidth)
  return isLong ? styles.longTitle : styles.title
}

const drawBlock = (pen: Pen, block: Exclude<PdfBlock, PdfClause>, next: PdfBlock | undefined): void => {
  switch (block.kind) {
    case 'table':
      drawTable(pen, block)
      break
    case 'sums':
      drawSums(pen, block.sums)
      pen.gap(8)
      break
    case 'page':
      pen.newPage()
      break
    case 'facts':
      for (const fact of block.facts) drawFact(pen, fact)
      pen.gap(8)
      break
    case 'technical':
      drawTechnical(pen, block)
      break
    case 'emblem':
      pen.startAt(pen.y() + pen.drawEmblem(46) + 10)
      break
    case 'columns':
      drawColumns(pen, block.columns)
      pen.gap(14)
      break
    case 'mark':
      drawMark(pen, block.label, block.text)
      pen.gap(14)
      break
    case 'title':
      pen.text(pen.root, 'H1', block.text, titleStyle(pen, block.text))
      pen.gap(12)
      break
    case 'heading':
      pen.gap(12)
      pen.reserve(pen.measure(block.text, styles.heading).height + openingOf(pen, next))
      pen.text(pen.root, 'H2', block.text, styles.heading)
      pen.gap(4)
      break
    default:
      pen.text(pen.root, 'P', block.text, styles[block.kind])
      pen.gap(6)
  }
}

/** Returns the height of the block's beginning, which must stay on one page. */
const openingOf = (pen: Pen, block: PdfBlock | undefined): number => {
  switch (block?.kind) {
    case 'clause':
      return (
        pen.measure(block.heading, styles.clause, clauseWidth).height +
        pen.measure(block.text, styles.paragraph, clauseWidth).opening
      )
    case 'paragraph':
      return pen.measure(block.text, styles.paragraph).opening
    case 'facts':
      return pen.measureRow(factCells(block.facts[0] ?? ['', '']))
    case 'table':
      return openingOfTable(pen, block)
    default:
      return 0
  }
}

const numberWidth = 24
const clauseWidth = textWidth - numberWidth
const clausePlace = { x: page.left + numberWidth, width: clauseWidth, align: 'left' } as const

const drawClause = (pen: Pen, { number, heading, text }: PdfClause): void => {
  const style = styles.clause
  pen.row(pen.root, 'H3', [
    { tag: 'Span', text: `${number}.`, x: page.left, width: numberWidth - 2, align: 'left', style },
    { tag: 'Span', text: heading, ...clausePlace, style },
  ])
  pen.text(pen.root, 'P', text, styles.paragraph, clausePlace)
  pen.gap(8)
}

const labelWidth = 130

type Fact = readonly [label: string, text: string]

const factCells = (
  [label, text]: Fact,
  labels: TextStyle = styles.label,
  texts: TextStyle = styles.paragraph,
): Cell[] => {
  const place = { tag: 'P', align: 'left' } as const
  return [
    { ...place, text: label, x: page.left, width: labelWidth - 8, style: labels },
    { ...place, text, x: page.left + labelWidth, width: textWidth - labelWidth, style: texts },
  ]
}

const drawFact = (pen: Pen, fact: Fact): void => {
  pen.row(pen.root, 'Div', factCells(fact))
  pen.gap(3)
}

const drawTechnical = (pen: Pen, { facts, note }: Extract<PdfBlock, { kind: 'technical' }>): void => {
  const rows = facts.map((fact) => factCells(fact, styles.fineLabel, styles.fine))
  const height =
    rows.reduce((sum, cells) => sum + pen.measureRow(cells) + pen.gapOf(1), pen.gapOf(12)) +
    pen.measure(note, styles.fine).height
  pen.gap(12)
  pen.startAt(Math.max(pen.y(), maxY - height))
  pen.line(colours.rule)
  pen.gap(8)
  for (const cells of rows) {
    pen.row(pen.root, 'Div', cells)
    pen.gap(1)
  }
  pen.gap(4)
  pen.text(pen.root, 'P', note, styles.fineLabel)
}

const drawColumns = (pen: Pen, columns: readonly (readonly [label: string, text: string])[]): void => {
  const width = (textWidth - columnGap * (columns.length - 1)) / columns.length
  const element = pen.child(pen.root, 'Div')
  pen.columns(
    element,
    columns.map(([label, text], index) => {
      const place = { tag: 'P', x: page.left + index * (width + columnGap), width, align: 'left' } as const
      return [
        { ...place, text: label, style: styles.caption },
        { ...place, text, style: styles.paragraph },
      ]
    }),
  )
  element.end()
}

/** Draws a label and a text in a frame. The frame is visible in black and white, too. */
const drawMark = (pen: Pen, label: string, words: string): void => {
  const [padding, inset, markWidth] = [7, 12, 110]
  const place = { tag: 'P', align: 'left' } as const
  const x = page.left + inset
  const cells: Cell[] = [
    { ...place, text: label, style: styles.mark, x, width: markWidth - 8 },
    { ...place, text: words, style: styles.small, x: x + markWidth, width: textWidth - 2 * inset - markWidth },
  ]
  const height = pen.measureRow(cells) + 2 * padding
  pen.reserve(height)
  pen.frame(height)
  pen.startAt(pen.y() + padding)
  pen.row(pen.root, 'Div', cells)
  pen.startAt(pen.y() + padding)
}

import type { PdfColumn, PdfTable } from './pdf-document.ts'
import { type Cell, type Element, type Pen, page, textWidth } from './pdf-pen.ts'
import { colours, styles } from './pdf-type.ts'

/** Space between the texts of two columns, in points: in the newest layout, and in older ones. */
const [columnGap, olderGap] = [16, 6] as const

/** Maximum width, in points, of a column that is as wide as its texts. */
const maxFitted = textWidth * 0.27

/** Returns the columns' widths, including the gap after each, as fractions of the table's width. */
const widthsOf = (pen: Pen, { columns, rows }: PdfTable): number[] => {
  const fittedWidth = (index: number, label: string): number => {
    const texts = rows.map((cells) => pen.widthOf(cells[index] ?? '', styles.figure))
    return (Math.min(Math.max(pen.widthOf(label, styles.head), ...texts) + 1, maxFitted) + columnGap) / textWidth
  }
  const known = columns.map(({ label, width }, index) => {
    if (width === 'rest') return 0
    return width === 'fit' ? fittedWidth(index, label) : width
  })
  const rest = 1 - known.reduce((sum, width) => sum + width, 0)
  return columns.map(({ width }, index) => (width === 'rest' ? rest : (known[index] ?? 0)))
}

const cellStyle = ({ align }: PdfColumn, tag: 'TH' | 'TD') => {
  if (tag === 'TH') return styles.head
  return align === 'right' ? styles.figure : styles.cell
}

/** Creates a function that places a row's texts in the table's columns. */
const placeCells = (pen: Pen, table: PdfTable) => {
  const padding = pen.isOlder ? olderGap : columnGap
  const widths = widthsOf(pen, table)
  const places = widths.map((width, index) => ({
    x: page.left + textWidth * widths.slice(0, index).reduce((sum, before) => sum + before, 0),
    width: textWidth * width - padding,
  }))
  return (texts: readonly string[], tag: 'TH' | 'TD'): Cell[] =>
    table.columns.map((column, index) => {
      const { x, width } = places[index] ?? { x: page.left, width: 0 }
      const { align } = column
      const shift = align === 'right' ? padding : 0
      return { tag, text: texts[index] ?? '', x: x + shift, width, align, style: cellStyle(column, tag) }
    })
}

const headOf = ({ columns }: PdfTable): string[] => columns.map(({ label }) => label)

/** Returns the height of the head and the first row, and of the sums if there is only one row. */
export const openingOfTable = (pen: Pen, table: PdfTable): number => {
  const cellsOf = placeCells(pen, table)
  const [first = []] = table.rows
  return (
    pen.measureRow(cellsOf(headOf(table), 'TH')) +
    pen.gapOf(7) +
    pen.measureRow(cellsOf(first, 'TD')) +
    (table.rows.length === 1 ? heightBelow(pen, table) : 0)
  )
}

/** Returns the height of the sums and the gaps above them. */
const heightBelow = (pen: Pen, { sums }: PdfTable): number => pen.gapOf(10) + measureSums(pen, sums)

export const drawTable = (pen: Pen, table: PdfTable): void => {
  const { rows, sums } = table
  const cellsOf = placeCells(pen, table)
  const head = cellsOf(headOf(table), 'TH')
  const drawHead = (parent: Element | null): void => {
    pen.row(parent, 'TR', head)
    pen.gap(2)
    pen.line(colours.rule)
    pen.gap(5)
  }
  const sumsHeight = heightBelow(pen, table)
  pen.gap(6)
  pen.reserve(openingOfTable(pen, table))
  const element = pen.child(pen.root, 'Table')
  drawHead(element)
  for (const [index, texts] of rows.entries()) {
    // Repeated heads are decoration: screen readers get the head once.
    const drawPageHead = (): void => drawHead(null)
    const below = index === rows.length - 1 ? sumsHeight : 0
    pen.row(element, 'TR', cellsOf(texts, 'TD'), { drawPageHead, below })
    pen.gap(3)
    if (!pen.isOlder && index < rows.length - 1) {
      pen.line(colours.hairline, 0.5)
      pen.gap(4)
    }
  }
  element.end()
  pen.line(colours.rule)
  pen.gap(6)
  drawSums(pen, sums)
  pen.gap(8)
}

/** Returns the places of the sums. Older layouts gave their labels too little room. */
const sumPlaces = (pen: Pen) =>
  pen.isOlder
    ? { left: page.left + textWidth / 2, labels: textWidth / 4, amounts: textWidth / 4 }
    : { left: page.left + textWidth * 0.4, labels: textWidth * 0.36, amounts: textWidth * 0.24 }

const sumCells = (pen: Pen, sums: PdfTable['sums']): Cell[][] => {
  const { left, labels, amounts } = sumPlaces(pen)
  return sums.map(([label, words], index) => {
    const style = index === sums.length - 1 ? styles.total : styles.sum
    return [
      { tag: 'P', text: label, x: left, width: labels, align: 'left', style },
      { tag: 'P', text: words, x: left + labels, width: amounts, align: 'right', style },
    ]
  })
}

const measureSums = (pen: Pen, sums: PdfTable['sums']): number =>
  sumCells(pen, sums).reduce((height, cells) => height + pen.measureRow(cells), 0)

export const drawSums = (pen: Pen, sums: PdfTable['sums']): void => {
  pen.reserve(measureSums(pen, sums))
  for (const cells of sumCells(pen, sums)) pen.row(pen.root, 'Div', cells)
}

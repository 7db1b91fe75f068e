import { drawing as newestDrawing } from './pdf-document.ts'
import { colours, type Line, openType, styles, type TextStyle } from './pdf-type.ts'

/** The page layout: A4, in points of 1/72 inch. */
export const page = { width: 595.28, height: 841.89, left: 56, right: 56, top: 72, bottom: 72 } as const
export const textWidth = page.width - page.left - page.right
export const maxY = page.height - page.bottom

const contours = [
  { part: 1, colour: '#9fb8b9' },
  { part: 0.86, colour: '#7d9fa2' },
  { part: 0.61, colour: colours.fjord },
  { part: 0.23, colour: colours.signal },
] as const

/** The company's mark, as on its site: three lines in a frame 32 wide and 25.5 high. */
const mark = [
  { path: 'M2 4c5-3.6 9.3-2.4 14 .6S25 8 30 4.4', width: 2.2, colour: colours.fjord },
  { path: 'M2 12c5-3.6 9.3-2.4 14 .6s9 3.4 14-.2', width: 2.2, colour: colours.fjord },
  { path: 'M2 20c5-3.6 9.3-2.4 14 .6s9 3.4 14-.2', width: 2.8, colour: colours.signal },
] as const

/** An element of the document's structure, for screen readers. */
export type Element = PDFKit.PDFStructureElement

/** The position of a text. */
interface Place {
  readonly x: number
  readonly width: number
  readonly align: 'left' | 'right'
}

export interface Cell extends Place {
  readonly tag: string
  readonly text: string
  readonly style: TextStyle
}

interface SetCell extends Cell {
  readonly lines: readonly Line[]
}

const fullWidth: Place = { x: page.left, width: textWidth, align: 'left' }

/** Marks the head of a column; the option is missing from pdfkit's types. */
const headCellOptions: object = { scope: 'Column' }

/** The factors by which lines and gaps are tightened, to avoid an almost empty last page. */
const tightness = { lines: 0.95, gaps: 0.75 } as const

/** Draws on a document from top to bottom. Tags everything as part of the document's structure or as decoration. */
export const createPen = (pdf: PDFKit.PDFDocument, { tight = false, drawing = newestDrawing } = {}) => {
  const type = openType(pdf, drawing)
  const root = pdf.struct('Document')
  pdf.addStructure(root)
  let pages = 1

  const leadingOf = ({ leading }: TextStyle): number => (tight ? leading * tightness.lines : leading)
  const gapOf = (points: number): number => (tight ? points * tightness.gaps : points)
  const isAtTop = (): boolean => pages > 1 && pdf.y <= page.top

  /** Draws something as part of an element; without one, as decoration. */
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

  const drawLine = (words: string, { x, width, align }: Place, style: TextStyle): void => {
    const left = align === 'left' ? x : x + width - type.widthOf(words.trimEnd(), style)
    type.write(words, left, style)
    pdf.y += leadingOf(style)
  }

  /** Draws wrapped lines on this page. Tags each original line of the text by itself; otherwise, screen readers would join words across its end. */
  const drawLines = (element: Element | null, tag: string, lines: readonly Line[], place: Place, style: TextStyle) => {
    let rest = lines
    while (rest.length > 0) {
      const end = rest.findIndex(({ ends }) => ends)
      const ownLine = end < 0 ? rest : rest.slice(0, end + 1)
      drawTagged(element, tag, () => {
        for (const { words } of ownLine) drawLine(words, place, style)
      })
      rest = rest.slice(ownLine.length)
    }
  }

  const newPage = (): void => {
    pdf.addPage()
    pages += 1
    pdf.y = page.top
  }

  const fits = (height: number): boolean => pdf.y + height <= maxY

  /** Starts a new page when `height` points do not fit on this one. */
  const reserve = (height: number): void => {
    if (!fits(height) && !isAtTop()) newPage()
  }

  const child = (parent: Element, tag: string): Element => {
    const element = tag === 'TH' ? pdf.struct(tag, { ...headCellOptions }) : pdf.struct(tag)
    parent.add(element)
    return element
  }

  /** Returns how many lines of a text to draw on this page. A single line never stands alone, neither here nor on the next page. */
  const linesThatFit = (count: number, leading: number): number => {
    const room = Math.max(0, Math.floor((maxY - pdf.y + 0.01) / leading))
    if (room >= count) return count
    const here = count - room === 1 ? room - 1 : room
    return here < 2 && !isAtTop() ? 0 : Math.max(here, 1)
  }

  /** Returns the height of a text's beginning, which must stay with its heading: two lines, or all if there are at most three. */
  const openingOf = (lines: readonly Line[], style: TextStyle): number =>
    leadingOf(style) * (lines.length <= 3 ? lines.length : 2)

  const flow = (parent: Element, tag: string, lines: readonly Line[], place: Place, style: TextStyle): void => {
    const element = child(parent, tag)
    for (let rest = lines; rest.length > 0; ) {
      const count = linesThatFit(rest.length, leadingOf(style))
      drawLines(element, tag, rest.slice(0, count), place, style)
      rest = rest.slice(count)
      if (rest.length > 0) newPage()
    }
    element.end()
  }

  const text = (parent: Element, tag: string, words: string, style: TextStyle, place: Place = fullWidth): void =>
    flow(parent, tag, type.wrap(words, place.width, style), place, style)

  /** Returns the height of a text, and of its beginning. */
  const measure = (words: string, style: TextStyle, width: number = textWidth) => {
    const lines = type.wrap(words, width, style)
    return { height: lines.length * leadingOf(style), opening: openingOf(lines, style) }
  }

  const setCells = (cells: readonly Cell[]): SetCell[] =>
    cells.map((cell) => ({ ...cell, lines: type.wrap(cell.text, cell.width, cell.style) }))

  const heightOf = (cells: readonly SetCell[]): number =>
    Math.max(...cells.map(({ lines, style }) => lines.length * leadingOf(style)))

  const measureRow = (cells: readonly Cell[]): number => heightOf(setCells(cells))

  /**
   * Writes cells of any number of lines side by side, as one element (decoration without a `parent`). `drawPageHead` runs after a page
   * break. `below` points of space stay on the row's page. Only a row that is longer than a page is split.
   */
  const row = (
    parent: Element | null,
    tag: 'TR' | 'Div' | 'H3',
    cells: readonly Cell[],
    { drawPageHead, below = 0 }: { readonly drawPageHead?: () => void; readonly below?: number } = {},
  ): void => {
    const turnPage = (): void => {
      newPage()
      drawPageHead?.()
    }
    let rest = setCells(cells)
    if (!fits(heightOf(rest) + below) && !isAtTop()) turnPage()
    const element = parent && child(parent, tag)
    const elements = cells.map((cell) => element && child(element, cell.tag))
    for (;;) {
      const top = pdf.y
      const drawn = rest.map((cell, index) => {
        const { lines, style } = cell
        const count = Math.max(1, Math.floor((maxY - top + 0.01) / leadingOf(style)))
        pdf.y = top
        drawLines(elements[index] ?? null, cell.tag, lines.slice(0, count), cell, style)
        return { ...cell, lines: lines.slice(count), height: pdf.y - top }
      })
      pdf.y = top + Math.max(...drawn.map(({ height }) => height))
      rest = drawn
      if (rest.every(({ lines }) => lines.length === 0)) break
      turnPage()
    }
    for (const cellElement of elements) cellElement?.end()
    element?.end()
  }

  /** Writes texts below each other, in columns that begin at the same height and stay on this page. */
  const columns = (parent: Element, groups: readonly (readonly Cell[])[]): void => {
    const top = pdf.y
    const bottoms = groups.map((cells) => {
      pdf.y = top
      const element = child(parent, 'Div')
      for (const cell of setCells(cells)) {
        const cellElement = child(element, cell.tag)
        drawLines(cellElement, cell.tag, cell.lines, cell, cell.style)
        cellElement.end()
      }
      element.end()
      return pdf.y
    })
    pdf.y = Math.max(top, ...bottoms)
  }

  const line = (colour: string, lineWidth = 0.75): void => {
    drawTagged(null, '', () =>
      pdf
        .moveTo(page.left, pdf.y)
        .lineTo(page.left + textWidth, pdf.y)
        .lineWidth(lineWidth)
        .strokeColor(colour)
        .stroke(),
    )
  }

  const frame = (height: number): void => {
    drawTagged(null, '', () =>
      pdf.roundedRect(page.left, pdf.y, textWidth, height, 3).lineWidth(1).strokeColor(colours.ink).stroke(),
    )
  }

  /** Draws the company's contour lines, as in its mails. */
  const drawContours = (): void => {
    drawTagged(null, '', () => {
      for (const { part, colour } of contours) {
        const width = textWidth * part
        const [first, second] = [page.left + width * 0.3, page.left + width * 0.7]
        pdf.moveTo(page.left, pdf.y).bezierCurveTo(first, pdf.y - 5, second, pdf.y + 5, page.left + width, pdf.y)
        pdf.lineWidth(0.75).strokeColor(colour).stroke()
        pdf.y += 4
      }
    })
  }

  /** Draws the company's mark at the pen, `width` points wide, and returns its height. */
  const drawEmblem = (width: number): number => {
    const scale = width / 32
    const { y } = pdf
    drawTagged(null, '', () => {
      pdf.save().translate(page.left, y).scale(scale).lineCap('round')
      for (const part of mark) pdf.path(part.path).lineWidth(part.width).strokeColor(part.colour).stroke()
      pdf.restore()
    })
    return 25.5 * scale
  }

  /** Draws small texts at both ends of a line, outside the structure. */
  const drawMargin = (y: number, left: string, right: string): void => {
    const rightWidth = Math.min(type.widthOf(right, styles.small), textWidth / 2)
    const leftText = type.fit(left, textWidth - rightWidth - 16, styles.small)
    pdf.y = y
    drawLine(leftText, fullWidth, styles.small)
    pdf.y = y
    drawLine(type.fit(right, rightWidth + 1, styles.small), { ...fullWidth, align: 'right' }, styles.small)
  }

  interface Margins {
    readonly author: string
    readonly runningHead: string
    readonly footer: string
    readonly pageLabel: string
  }

  const finish = ({ author, runningHead, footer, pageLabel }: Margins): void => {
    root.end()
    const { count } = pdf.bufferedPageRange()
    for (let number = 0; number < count; number++) {
      pdf.switchToPage(number)
      pdf.markContent('Artifact', { type: 'Pagination' })
      const label = pageLabel.replace('{page}', String(number + 1)).replace('{pages}', String(count))
      drawMargin(page.height - 44, footer, label)
      if (number > 0) {
        drawMargin(36, runningHead, author)
        pdf.moveTo(page.left, 54).lineTo(page.left + textWidth, 54)
        pdf.lineWidth(0.5).strokeColor(colours.rule).stroke()
      }
      pdf.endMarkedContent()
    }
  }

  /** Adds space, except at the top of a page. */
  const gap = (points: number): void => {
    if (!isAtTop()) pdf.y += gapOf(points)
  }

  const startAt = (y: number): void => {
    pdf.y = y
  }

  return {
    root,
    isOlder: drawing < 3,
    widthOf: type.widthOf,
    pages: () => pages,
    unshown: type.unshown,
    y: () => pdf.y,
    startAt,
    child,
    text,
    measure,
    row,
    measureRow,
    columns,
    line,
    frame,
    drawContours,
    drawEmblem,
    gap,
    gapOf,
    reserve,
    newPage,
    finish,
  }
}

export type Pen = ReturnType<typeof createPen>

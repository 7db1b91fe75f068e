import { maxCellCharacters, maxSheetColumns } from './limits.ts'
import { UnreadableSpreadsheet } from './unreadable.ts'

const [quote, lineFeed, carriageReturn] = ['"', 10, 13]

/** A row of a CSV file. `isCut` is true if text follows a closing quote, or spaces precede an opening one: a stray quote may have cut the cell. */
export interface CsvRow {
  readonly cells: string[]
  readonly isCut: boolean
}

/**
 * Splits a CSV text (RFC 4180) into rows, with any line ends, in linear time.
 * @throws UnreadableSpreadsheet with the row in which a quote is never closed, a cell is too long, or the cells are too many
 */
export function* splitCsv(text: string, delimiter: string): Generator<CsvRow> {
  const delimiterCode = delimiter.charCodeAt(0)
  let at = 0
  let row = 0
  const refuse = (reason: 'openQuote' | 'cellTooLong' | 'tooManyColumns') =>
    new UnreadableSpreadsheet(reason, String(row))

  /** Returns the position of the next delimiter or line end. */
  const endOfBare = (): number => {
    let end = at
    for (; end < text.length; end += 1) {
      const code = text.charCodeAt(end)
      if (code === delimiterCode || code === lineFeed || code === carriageReturn) break
    }
    return end
  }

  const readBare = (): string => {
    const start = at
    at = endOfBare()
    return text.slice(start, at)
  }

  const readQuoted = (): string => {
    let value = ''
    at += 1
    for (;;) {
      const end = text.indexOf(quote, at)
      if (end < 0) throw refuse('openQuote')
      value += text.slice(at, end)
      at = end + 1
      if (text[at] !== quote) return value
      value += quote
      // Checks the length at each doubled quote, since a stray quote makes the rest of the file one cell.
      if (value.length > maxCellCharacters) throw refuse('cellTooLong')
      at += 1
    }
  }

  while (at < text.length) {
    row += 1
    const cells: string[] = []
    let isCut = false
    for (;;) {
      let cell = text[at] === quote ? readQuoted() : ''
      const rest = readBare()
      // Only spaces may follow the closing quote of a cell, and none may precede the opening one.
      if (cell === '' ? /^\s+"/.test(rest) : rest.trim() !== '') isCut = true
      cell += rest
      if (cell.length > maxCellCharacters) throw refuse('cellTooLong')
      cells.push(cell)
      if (cells.length > maxSheetColumns) throw refuse('tooManyColumns')
      if (at >= text.length || text.charCodeAt(at) !== delimiterCode) break
      at += 1
    }
    yield { cells, isCut }
    if (text.charCodeAt(at) === carriageReturn && text.charCodeAt(at + 1) === lineFeed) at += 1
    at += 1
  }
}

import { readFile } from 'node:fs/promises'
import { strToU8, unzipSync, zipSync } from 'fflate'
import { type CellValue, writeXlsx, XlsxStreamWriter } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { readCsv } from './csv.ts'
import { openSheets } from './sheet.ts'
import { UnreadableSpreadsheet, unreadableSentence } from './unreadable.ts'

const fixture = (name: string): Promise<Buffer> =>
  readFile(new URL(`../../../../e2e/fixtures/spreadsheets/${name}`, import.meta.url))

const written = async (...rows: CellValue[][]): Promise<Buffer> =>
  Buffer.from(await writeXlsx({ sheets: [{ name: 'Kunder', rows }] }))

/** Opens a file and reads all its sheets; returns why it can't be read, as users see it. */
const refusalOf = async (bytes: Buffer, takesCsv = false): Promise<string | undefined> => {
  try {
    for (const sheet of (await openSheets(bytes, takesCsv)).sheets) for await (const _ of sheet.rows());
  } catch (error) {
    if (!(error instanceof UnreadableSpreadsheet)) throw error
    return unreadableSentence(error.reason, error.detail)
  }
}

/** The .xlsx file with a false uncompressed size for the part `name` in the zip directory. */
const withFalseSize = (bytes: Buffer, name: string, size: number): Buffer => {
  const copy = Buffer.from(bytes)
  copy.writeUInt32LE(size, copy.lastIndexOf(name) - 46 + 24)
  return copy
}

/** An .xls file marked as encrypted: its second record becomes FILEPASS, which holds the key's parameters. */
const encryptedXls = (bytes: Buffer): Buffer => {
  const copy = Buffer.from(bytes)
  const start = copy.indexOf(Buffer.from([0x09, 0x08, 0x10, 0x00, 0x00, 0x06, 0x05, 0x00]))
  copy.writeUInt16LE(0x2f, start + 4 + copy.readUInt16LE(start + 2))
  return copy
}

const part = 'xl/worksheets/sheet1.xml'

const withGarbage = (bytes: Buffer): Buffer => {
  const copy = Buffer.from(bytes)
  const sheet = copy.indexOf(part)
  copy.fill(0xff, sheet + 400, sheet + 800)
  return copy
}

/** The .xlsx file with a comment in its sheet that compresses a thousandfold. */
const withLongComment = (bytes: Buffer): Buffer => {
  const { [part]: sheet = new Uint8Array(), ...others } = unzipSync(bytes)
  const text = Buffer.from(sheet)
    .toString()
    .replace('<sheetData', `<!--${' '.repeat(12_000_000)}--><sheetData`)
  return Buffer.from(zipSync({ ...others, [part]: strToU8(text) }, { level: 9 }))
}

/** A text in many cells, of which the file holds one, as Excel writes it. */
const withSharedText = async (text: string): Promise<Buffer> => {
  const writer = new XlsxStreamWriter({ name: 'Kunder' })
  for (let row = 0; row < 2_000; row += 1) writer.addRow([`Kunde ${row}`, text])
  return Buffer.from(await writer.finish())
}

const xlsx = await fixture('customers-openpyxl.xlsx')
const xls = await fixture('customers-libreoffice.xls')
const bomb = await fixture('broken-bomb.xlsx')

const tooMuch = 'Filen pakker ut til mer enn vi kan lese. Del den i flere filer.'
const broken = 'Filen er skadet eller ufullstendig. Åpne den i Excel, lagre den på nytt og prøv igjen.'
const encrypted = 'Filen er beskyttet med passord. Lagre en kopi uten passord og prøv igjen.'
const password = { password: 'hemmelig', spinCount: 1_000 }

describe('a file is rejected', () => {
  test.each([
    ['a zip bomb', () => bomb, tooMuch],
    ['a zip bomb that lies about its size', () => withFalseSize(bomb, part, 1_000_000), tooMuch],
    ['a zip bomb that claims to be empty', () => withFalseSize(bomb, part, 0), broken],
    ['too large a part beside the sheet', () => withFalseSize(xlsx, 'xl/styles.xml', 41_000_000), tooMuch],
    ['a part that unpacks to hundreds of times its size', () => withLongComment(xlsx), tooMuch],
    ['a truncated file', () => fixture('broken-truncated.xlsx'), broken],
    ['garbage inside', () => withGarbage(xlsx), broken],
    ['a truncated .xls', () => xls.subarray(0, 8_000), broken],
    ['an empty file', () => fixture('broken-empty.xlsx'), 'Filen er tom.'],
    [
      'no spreadsheet',
      () => fixture('broken-not-a-spreadsheet.xlsx'),
      'Filen er ikke et regneark. Åpne den i Excel og lagre den som .xlsx.',
    ],
    [
      'an encrypted .xlsx',
      async () => Buffer.from(await writeXlsx({ sheets: [{ name: 'Kunder', rows: [] }], encryption: password })),
      encrypted,
    ],
    ['an encrypted .xls', () => encryptedXls(xls), encrypted],
    [
      'a text longer than a cell may hold, in thousands of cells',
      () => withSharedText('x'.repeat(1_000_000)),
      'Rad 1 har en celle med mer enn 32\u00a0767 tegn, og det er mer enn et regneark tillater.',
    ],
  ])('with a sentence and little memory: %s', async (_, bytes, sentence) => {
    const file = await bytes()
    const before = process.resourceUsage().maxRSS
    expect(await refusalOf(file)).toBe(sentence)
    // In kilobytes.
    expect(process.resourceUsage().maxRSS - before).toBeLessThan(300_000)
  })

  test.each([
    ['no text', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'Filen er ikke en CSV-fil.'],
    ['empty', Buffer.alloc(0), 'Filen er tom.'],
    ['with a quote that never ends', Buffer.from('Navn\n"Alfa\nBeta'), 'Rad 2 har et anførselstegn som åpnes'],
    ['with too long a text', Buffer.from(`Navn\n"${'x'.repeat(40_000)}"`), 'Rad 2 har en celle med mer enn'],
    ['with too many columns', Buffer.from(`Navn\n${'x;'.repeat(16_384)}x`), 'Filen har for mange kolonner i rad 2.'],
  ])('as CSV: %s', async (_, bytes, sentence) => {
    expect(await refusalOf(bytes, true)).toContain(sentence)
  })
})

test('accepts as many columns, and as long a text, as a spreadsheet may have', async () => {
  const widest = Array.from({ length: 500 }, () => 'x')
  expect(await refusalOf(await written(['x'.repeat(32_767)], widest))).toBeUndefined()
})

describe('CSV', () => {
  const rows = [
    ['Navn', 'Postnummer', 'Beskrivelse'],
    ['Ærlig Ål AS', '0150', '"To\nlinjer, og ""sitat"""'],
  ]
  const lines = (delimiter: string, lineEnd: string) => rows.map((cells) => cells.join(delimiter)).join(lineEnd)
  const cellsOf = (bytes: Uint8Array) => [...(readCsv(bytes)?.rows() ?? [])].map(({ cells }) => cells)

  test.each([
    ['semicolons, UTF-8 with a byte order mark', Buffer.from(`\ufeff${lines(';', '\r\n')}\r\n`)],
    ['semicolons, UTF-8', Buffer.from(lines(';', '\n'))],
    ['commas', Buffer.from(lines(',', '\n'))],
    ['tabs', Buffer.from(lines('\t', '\r'))],
    ['the delimiter in its first line', Buffer.from(`sep=;\r\n${lines(';', '\r\n')}`)],
    ['Windows-1252', Buffer.from(lines(';', '\r\n'), 'latin1')],
    ['UTF-16, as Excel saves Unicode text', Buffer.from(`\ufeff${lines('\t', '\r\n')}`, 'utf16le')],
  ])('is read with %s', (_, bytes) => {
    expect(cellsOf(bytes)).toEqual([rows[0], ['Ærlig Ål AS', '0150', 'To\nlinjer, og "sitat"']])
  })

  test.each([
    ['columns', ';'.repeat(20_000), 'tooManyColumns'],
    ['characters in a cell', 'a'.repeat(40_000), 'cellTooLong'],
    ['quotes in a cell that never ends', `"${'""'.repeat(40_000)}`, 'cellTooLong'],
  ])('is refused at the line with too many %s, before the rest is split', (_, line, reason) => {
    const text = `Navn;E-post\n${line}\n"`
    expect(() => cellsOf(Buffer.from(text))).toThrow(expect.objectContaining({ reason, detail: '2' }))
  })

  test('numbers its rows as a spreadsheet program does', () => {
    const text = 'sep=;\nNavn;E-post\n\n"Be\nta";feil\nGamma'
    expect([...(readCsv(Buffer.from(text))?.rows() ?? [])]).toEqual([
      { row: 2, cells: ['Navn', 'E-post'] },
      { row: 3, cells: [''] },
      { row: 4, cells: ['Be\nta', 'feil'] },
      { row: 5, cells: ['Gamma'] },
    ])
  })

  test('loses the apostrophes that kept its texts from running as formulas', () => {
    const cells = ["'=1+1", "'+47 22 33 44 55", "'tis", "''-5", "'0150", '="0150"', '="a ""b"""']
    expect(cellsOf(Buffer.from(cells.join(';')))).toEqual([
      ['=1+1', '+47 22 33 44 55', "'tis", "'-5", '0150', '0150', 'a "b"'],
    ])
  })
})

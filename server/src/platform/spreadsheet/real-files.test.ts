import { readFile } from 'node:fs/promises'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { decode, guessCharset } from './charsets.ts'
import { readCsv } from './csv.ts'
import { openSpreadsheet } from './read-spreadsheet.ts'
import { openSheets } from './sheet.ts'

const columns = {
  name: { label: 'Navn', kind: 'line', max: 200, required: true },
  email: { label: 'E-post', kind: 'email' },
  founded: { label: 'Stiftet', kind: 'date' },
} as const

type Options = Partial<Parameters<typeof openSpreadsheet>[1]>

const open = (file: Uint8Array | string, options: Options = {}) =>
  openSpreadsheet(new Uint8Array(typeof file === 'string' ? strToU8(file) : file).buffer, {
    ...{ columns, requiredAnyOf: ['name'], batchSize: 100, takesCsv: true, isDryRun: true },
    ...options,
  })

/** The values, and the problems and remarks, of the rows that are read. */
const read = async (file: Uint8Array | string, options: Options = {}) => {
  const sheet = await open(file, options)
  const rows = []
  for await (const batch of sheet.batches()) rows.push(...batch)
  await sheet.close()
  const notes = rows.flatMap(({ row, ...all }) =>
    [...all.problems, ...all.remarks].map(({ message }) => [row, message]),
  )
  return { sheet, notes, values: rows.map(({ values }) => Object.values(values).join(' ')) }
}

const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

const sheetXml = (...rows: string[]): string =>
  `<worksheet><sheetData>${rows.map((row) => `<row>${row}</row>`).join('')}</sheetData></worksheet>`

const textCell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
const nameSheet = (name: string) => sheetXml(textCell('Navn'), textCell(name))

interface Part {
  readonly kind?: string
  readonly state?: string
  readonly name?: string
  readonly xml: string
}

/** A package of sheets; `rename` changes the names of its parts. */
const packageOf = (
  sheets: readonly Part[],
  rename = (name: string) => name,
  properties = '',
  target = 's0',
): Uint8Array => {
  const kindOf = ({ kind = 'worksheet' }: Part) => kind
  const listed = sheets.map(
    ({ state = '', name }, at) => `<sheet name="${name ?? `Ark ${at}`}" state="${state}" r:id="x${at}"/>`,
  )
  const related = sheets.map(
    (part, at) =>
      `<Relationship Id="x${at}" Type="${relations}/${kindOf(part)}" Target="${kindOf(part)}s/${at ? `s${at}` : target}.xml"/>`,
  )
  const parts: Record<string, string> = {
    '_rels/.rels': `<Relationships><Relationship Id="a" Type="${relations}/officeDocument" Target="/xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook>${properties}<sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${related.join('')}</Relationships>`,
  }
  for (const [at, part] of sheets.entries()) parts[`xl/${kindOf(part)}s/s${at}.xml`] = part.xml
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [rename(name), strToU8(xml)])))
}

/** The package with its sizes, and the place of its directory, in ZIP64 fields. */
const asZip64 = (zip: Uint8Array): Uint8Array => {
  const bytes = Buffer.from(zip)
  const end = bytes.length - 22
  const start = bytes.readUInt32LE(end + 16)
  const entries: Buffer[] = []
  for (let at = start; at < end; ) {
    const nameEnd = at + 46 + bytes.readUInt16LE(at + 28)
    const [entry, extra] = [Buffer.from(bytes.subarray(at, nameEnd)), Buffer.alloc(20)]
    extra.writeUInt16LE(1)
    extra.writeUInt16LE(16, 2)
    for (const [from, to] of [
      [24, 4],
      [20, 12],
    ] as const) {
      extra.writeBigUInt64LE(BigInt(entry.readUInt32LE(from)), to)
      entry.writeUInt32LE(0xffffffff, from)
    }
    entry.writeUInt16LE(extra.length, 30)
    entries.push(entry, extra)
    at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  const directory = Buffer.concat(entries)
  const record = Buffer.alloc(56 + 20 + 22)
  record.writeUInt32LE(0x06064b50)
  record.writeBigUInt64LE(BigInt(bytes.readUInt16LE(end + 10)), 32)
  record.writeBigUInt64LE(BigInt(start), 48)
  record.writeUInt32LE(0x07064b50, 56)
  record.writeBigUInt64LE(BigInt(start + directory.length), 64)
  record.writeUInt32LE(0x06054b50, 76)
  record.writeUInt16LE(0xffff, 86)
  record.writeUInt32LE(0xffffffff, 92)
  return Buffer.concat([bytes.subarray(0, start), directory, record])
}

const alfa: Part = { xml: nameSheet('Alfa') }
const beta: Part = { xml: nameSheet('Beta') }

describe('a package is read by its standard', () => {
  test.each([
    ['backslashes', packageOf([alfa], (name) => name.replaceAll('/', '\\'))],
    ['names in another case', packageOf([alfa], (name) => name.toUpperCase())],
    ['names with other letters', packageOf([alfa], (name) => name.replace('s0', 'ark æ%201'), '', 'ark æ 1')],
    ['ZIP64 fields', asZip64(packageOf([alfa]))],
    ['a chart sheet first', packageOf([{ kind: 'chartsheet', xml: '<chartsheet/>' }, alfa])],
    ['a dialog sheet first', packageOf([{ kind: 'dialogsheet', xml: '<dialogsheet/>' }, alfa])],
    ['a hidden sheet first', packageOf([{ ...beta, state: 'hidden' }, alfa])],
    ['a very hidden sheet first', packageOf([{ ...beta, state: 'veryHidden' }, alfa])],
  ])('with %s', async (_, file) => {
    expect((await read(file)).values).toEqual(['Alfa'])
  })

  test.each([
    ['only hidden sheets', packageOf([{ ...alfa, state: 'hidden' }]), 'hidden'],
    ['another kind of document', zipSync({ 'word/document.xml': strToU8('<document/>') }), 'notASpreadsheet'],
  ])('not with %s', async (_, file, reason) => {
    await expect(open(file)).rejects.toMatchObject({ reason })
  })

  test('.xls: counts days from 1904 where its record says so, and leaves out hidden sheets', async () => {
    const xls = await readFile(new URL('../../../../e2e/fixtures/spreadsheets/leads-xlwt.xls', import.meta.url))
    /** The file with another byte behind the beginning of a record. */
    const changed = (record: string, value: number): Buffer => {
      const copy = Buffer.from(xls)
      copy[copy.indexOf(Buffer.from(record, 'hex')) + record.length / 2] = value
      return copy
    }
    const sheetOf = async (file: Buffer) => (await openSheets(file, false)).sheets[0]
    const [dateMode, sheet] = ['22000200', '85000c0028380000']
    expect(await sheetOf(xls)).toMatchObject({ is1904: false, isHidden: false })
    expect(await sheetOf(changed(dateMode, 1))).toMatchObject({ is1904: true })
    for (const state of [1, 2]) expect(await sheetOf(changed(sheet, state))).toMatchObject({ isHidden: true })
  })

  test('counts days from 1904 where the workbook says so', async () => {
    const xml = sheetXml(textCell('Navn') + textCell('Stiftet'), `${textCell('Alfa')}<c><v>44000</v></c>`)
    const file = packageOf([{ xml }], undefined, '<workbookPr date1904="true"/>')
    expect((await read(file)).values).toEqual(['Alfa 2024-06-19'])
  })
})

describe('parts that are not imported are reported', () => {
  const cell = (place: string, inner: string) => `<c r="${place}">${inner}</c>`
  const formulas = sheetXml(
    textCell('Navn') + textCell('E-post'),
    cell('A2', '<f>1</f><v>7</v>') + cell('B2', '<f>A2&amp;"x"</f>'),
    cell('A3', '<f>1</f>'),
    // The library openpyxl writes empty values; Excel says that they are texts.
    `${cell('A4', '<f>1</f><v>8</v>')}<c\nr='B4' s='1'><f>1</f><v /></c>`,
    `${cell('A5', '<f>1</f><v>9</v>')}<c r="B5" t="str"><f>""</f><v></v></c>`,
    cell('A6', '<f t="shared" si="0"/><v></v>'),
  )
  const uncalculated = 'Formelen er ikke regnet ut. Åpne filen i Excel, lagre den og prøv igjen'
  const beyond = 'Blir ikke lest, siden kolonnen ikke har overskrift: '
  const quoted = 'Et anførselstegn står midt i en celle; se om teksten er hel'

  test.each<[string, Uint8Array | string, unknown]>([
    ['a cell beyond the headers', 'Navn;E-post\nAlfa;;;ring', [[2, `${beyond}«ring»`]]],
    ['more cells than headers', 'Navn;E-post\nAlfa;;a;b;c;d', [[2, `${beyond}«a», «b», «c»`]]],
    ['a cell far away', `Navn\nAlfa${';'.repeat(600)}x`, [[2, 'Celler fra kolonne SG og utover blir ikke lest']]],
    ['a text behind a quote', 'Navn;E-post\n"Al"fa;', [[2, quoted]]],
    [
      'a quote behind a space',
      'E-post;Navn\n; "x; y"',
      [
        [2, quoted],
        [2, `${beyond}«y"»`],
      ],
    ],
    [
      'an unreadable byte',
      Buffer.from('4e61766e0a416c66c3a50ad841', 'hex'),
      [[3, 'Et tegn kunne ikke leses (\ufffd)']],
    ],
    [
      'formulas without a value',
      packageOf([{ xml: formulas }]),
      [
        [2, uncalculated],
        [3, uncalculated],
        [4, uncalculated],
        [6, uncalculated],
      ],
    ],
  ])('%s', async (_, file, notes) => {
    expect((await read(file)).notes).toEqual(notes)
  })

  test('other visible sheets, which can be chosen, and hidden ones', async () => {
    const file = packageOf([alfa, { ...beta, state: 'hidden' }, { xml: sheetXml() }, beta])
    expect((await read(file)).sheet).toMatchObject({ sheet: 'Ark 0', otherSheets: ['Ark 3'], hiddenSheets: ['Ark 1'] })
    expect((await read(file, { choice: { sheet: 'Ark 3' } })).values).toEqual(['Beta'])
    await expect(open(file, { choice: { sheet: 'Ark 1' } })).rejects.toMatchObject({ reason: 'otherSheet' })
  })

  test('all other sheets of a year, also with names whose letters are apart', async () => {
    const months = Array.from({ length: 11 }, () => beta)
    const file = packageOf([...months, { ...alfa, name: 'Ma\u030ane' }])
    expect((await read(file)).sheet.otherSheets).toHaveLength(11)
    expect((await read(file, { choice: { sheet: 'M\u00e5ne' } })).values).toEqual(['Alfa'])
  })

  test.each([
    ['Navn;E-post\n"Alfa;a@x.example\nBeta;b@x.example', '2'],
    ['Navn\n"Al\nfa"\n\n"Beta', '4'],
    [`Navn;E-post\nAlfa;"${'x\n'.repeat(2_000)}`, '2'],
  ])('the row of a quote that is never closed: %#', async (file, detail) => {
    await expect(open(file)).rejects.toMatchObject({ reason: 'openQuote', detail })
  })

  test.each<[string, Uint8Array | string, Options, unknown]>([
    [
      'the charset',
      Buffer.from('Navn\nBl\u00e5'),
      { choice: { charset: 'windows-1252' } },
      ['BlÃ¥', 'windows-1252', 1],
    ],
    [
      'the charset, which a workbook has no choice of',
      packageOf([alfa]),
      { choice: { charset: 'cp850' } },
      ['Alfa', null, 1],
    ],
    ['the second of two rows with headers', 'Navn\nNavn\nAlfa', { choice: { headerRow: 2 } }, ['Alfa', 'utf-8', 2]],
    [
      'another row and what its columns are',
      'x\nFirma;y\nAlfa;1',
      { choice: { headerRow: 2 }, chosen: ['name', null] },
      ['Alfa', 'utf-8', 2],
    ],
    ['what the columns are', 'Navn;Firma\nA;Alfa', { chosen: [null, 'name'] }, ['Alfa', 'utf-8', 1]],
    [
      'the sheet and the row',
      packageOf([alfa, { xml: sheetXml('', textCell('Navn'), textCell('Beta')) }]),
      { choice: { sheet: 'Ark 1', headerRow: 2 } },
      ['Beta', null, 2],
    ],
  ])('what the user chooses: %s', async (_, file, options, expected) => {
    const { values, sheet } = await read(file, options)
    expect([values.join(), sheet.charset, sheet.headerRow]).toEqual(expected)
  })

  test.each<[string, Options, string]>([
    ['a sheet that the file lacks', { choice: { sheet: 'Ark 7' } }, 'otherSheet'],
    ['a row below the last one', { choice: { headerRow: 9 } }, 'empty'],
    ['other columns', { chosen: ['name', null] }, 'otherColumns'],
  ])('a choice of %s is refused', async (_, options, reason) => {
    await expect(open(packageOf([alfa]), options)).rejects.toMatchObject({ reason })
  })

  test('a row with headers far down, which can be pointed at', async () => {
    const file = `${'x;y\n'.repeat(70)}Navn;Farge\nAlfa;rød`
    await expect(open(file)).rejects.toMatchObject({ reason: 'unknownColumns', file: { headerRow: 1 } })
    const found = await read(file, { choice: { headerRow: 71 } })
    expect([found.values, found.sheet.headerRow, found.sheet.samples]).toEqual([['Alfa'], 71, ['Alfa', 'rød']])
    expect(found.sheet.rows[0]).toEqual({ row: 1, cells: ['x', 'y'] })
  })
})

describe('the charset of a text', () => {
  type SingleByte = 'cp850' | 'macintosh' | 'windows-1252'
  const bytesOf = (text: string, charset: SingleByte): Uint8Array => {
    const codes = new Map(Array.from({ length: 256 }, (_, code) => [decode(Uint8Array.of(code), charset), code]))
    return Uint8Array.from(text, (letter) => codes.get(letter) ?? 63)
  }
  const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16()
  const texts = ['Blåbær & Sønn AS', 'ÅPEN DØR ÆRLIG', 'Åse Østby, «kafé»', 'Müller & Sjö AS, på']
  const all: readonly SingleByte[] = ['macintosh', 'cp850', 'windows-1252']

  test.each(texts.flatMap((text) => all.map((charset) => [text, charset] as const)))(
    'is detected by its letters: %s in %s',
    (text, charset) => {
      const bytes = bytesOf(text, charset)
      expect(decode(bytes, guessCharset(bytes))).toBe(text)
    },
  )

  test.each([
    ['UTF-16 with a mark', utf16be('\ufeffNavn\nÅse'), 'utf-16be'],
    ['UTF-16 without a mark', utf16be('Navn\nÅse'), 'utf-16be'],
    ['the other UTF-16 without a mark', Buffer.from('Navn\nÅse', 'utf16le'), 'utf-16le'],
    ['UTF-8', Buffer.from('Åse'), 'utf-8'],
    ['UTF-8 that is cut within a letter', Buffer.from('Blåbær Ø').subarray(0, -1), 'utf-8'],
    ['UTF-16 with other letters', Buffer.from('Navn\nĀse – ‘Ås’ og Øst', 'utf16le'), 'utf-16le'],
    ['UTF-8 with a mark and a bad byte', Buffer.from('efbbbf41d841', 'hex'), 'utf-8'],
    ['a mark of UTF-8 before another charset', Buffer.from('efbbbf426ce562e672', 'hex'), 'windows-1252'],
    ['ASCII', Buffer.from('Ase'), 'utf-8'],
  ])('is found: %s', (_, bytes, charset) => {
    expect(guessCharset(bytes)).toBe(charset)
  })

  test('can be chosen', () => {
    const bytes = bytesOf('Blåbær', 'cp850')
    expect([...(readCsv(bytes, 'macintosh')?.rows() ?? [])]).toEqual([{ row: 1, cells: ['BlÜbër'] }])
  })

  test.each([
    ['a mark of UTF-8 in another charset', Buffer.from('efbbbf4e61766e0a426ce562e672', 'hex'), 'Blåbær'],
    ['the mark at the end of an MS-DOS file', 'Navn\r\nAlfa\r\n\x1a', 'Alfa'],
    ['zeros that fill up a block', `Navn\nAlfa\n${'\0'.repeat(512)}`, 'Alfa'],
    ['a zero byte', 'Navn\nAl\0fa', 'Al\ufffdfa'],
    ['invisible characters', 'Navn\n\u202aAl\u00adfa\u202c', 'Alfa'],
  ])('costs no more than one character: %s', async (_, file, name) => {
    const { sheets } = await openSheets(Buffer.from(file), true)
    const rows = []
    for await (const { cells } of sheets[0]?.rows() ?? []) rows.push(cells)
    expect(rows).toEqual([['Navn'], [name]])
  })

  test('does not matter to letters that were apart', async () => {
    expect((await read('Navn\nBla\u030askjell')).values).toEqual(['Blåskjell'])
  })
})

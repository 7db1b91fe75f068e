import { Readable } from 'node:stream'
import { createInflateRaw } from 'node:zlib'
import { composed } from '@kontor/contract/shared/composed'
import { readXml } from 'hucre/xml'
import { maxPartBytes, maxSheetBytes } from './limits.ts'
import { UnreadableSpreadsheet } from './unreadable.ts'
import { checkSize, packedBytes, partName, readZip, unpack, withDirectory, type ZipEntry } from './zip.ts'

/** A worksheet of an .xlsx file. */
export interface Worksheet {
  readonly name: string
  readonly isHidden: boolean
  readonly entry: ZipEntry
}

/** An .xlsx file rebuilt for the library: only worksheets, in order, with the part names that the library expects. */
export interface Workbook {
  readonly bytes: Buffer
  readonly sheets: readonly Worksheet[]
  readonly is1904: boolean
}

type Attributes = Readonly<Record<string, string | undefined>>

/** Returns the attributes of all elements with this name, whatever their prefix. */
const elementsOf = (xml: Buffer, name: string): Attributes[] => {
  try {
    const { data } = readXml(xml.toString(), { rowTag: name, stripNamespaces: true, attrPrefix: '', flatten: true })
    return data.map((row) =>
      Object.fromEntries(Object.entries(row).flatMap(([key, value]) => (value === null ? [] : [[key, String(value)]]))),
    )
  } catch {
    throw new UnreadableSpreadsheet('broken')
  }
}

const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const namespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

interface Relation {
  readonly id: string
  readonly type: string
  readonly target: string
}

const folderOf = (name: string): string => name.slice(0, name.lastIndexOf('/') + 1)

/** Resolves the name of a part that another part refers to, by the rules of relative references. */
const resolve = (from: string, target: string): string =>
  partName(new URL(target.replaceAll('\\', '/'), `file:///${folderOf(from)}`).pathname)

const readRelations = (bytes: Buffer, parts: ReadonlyMap<string, ZipEntry>, name: string): Relation[] => {
  const entry = parts.get(`${folderOf(name)}_rels/${name.slice(folderOf(name).length)}.rels`)
  if (!entry) return []
  return elementsOf(read(bytes, entry), 'Relationship').flatMap(({ Id: id = '', Type: type = '', Target: target }) =>
    target === undefined || !URL.canParse(target, 'file:///') ? [] : [{ id, type, target: resolve(name, target) }],
  )
}

const read = (bytes: Buffer, entry: ZipEntry): Buffer => {
  checkSize(entry, maxPartBytes)
  return unpack(bytes, entry)
}

/** Reads the content types that the package declares for single parts. */
const readContentTypes = (bytes: Buffer, parts: ReadonlyMap<string, ZipEntry>): ReadonlyMap<string, string> => {
  const entry = parts.get('[content_types].xml')
  if (!entry) return new Map()
  return new Map(
    elementsOf(read(bytes, entry), 'Override').map(({ PartName: name = '', ContentType: type = '' }) => [
      partName(name),
      type,
    ]),
  )
}

const isSpreadsheet = (type: string): boolean => /spreadsheetml\.|ms-excel\./i.test(type) && /main\+xml$/i.test(type)

const escaped = (text: string): string => text.replaceAll(/[<>&"]/g, (character) => `&#${character.charCodeAt(0)};`)

const hasType = ({ type }: Relation, kind: string): boolean => type.endsWith(`/${kind}`)

/**
 * Finds the workbook and its worksheets in a package (ECMA-376 part 2), and returns the package with the part names that the library expects.
 * Skips chart sheets and other sheets without cells.
 * @throws UnreadableSpreadsheet
 */
export const openWorkbook = (bytes: Buffer): Workbook => {
  const parts = readZip(bytes)
  const types = readContentTypes(bytes, parts)
  const workbook =
    readRelations(bytes, parts, '').find((relation) => hasType(relation, 'officeDocument'))?.target ??
    [...types].find(([, type]) => isSpreadsheet(type))?.[0] ??
    ''
  const entry = parts.get(workbook)
  const type = types.get(workbook)
  if (!entry || (type !== undefined && !isSpreadsheet(type))) throw new UnreadableSpreadsheet('notASpreadsheet')
  const xml = read(bytes, entry)
  const related = readRelations(bytes, parts, workbook)
  const partOf = (kind: string) => parts.get(related.find((relation) => hasType(relation, kind))?.target ?? '')
  const sheets = elementsOf(xml, 'sheet').flatMap((attributes): Worksheet[] => {
    const id = Object.entries(attributes).find(([key]) => key === 'id' || key.endsWith(':id'))?.[1]
    const relation = related.find((one) => one.id === id)
    const sheet = parts.get(relation?.target ?? '')
    if (!relation || !hasType(relation, 'worksheet') || types.get(relation.target)?.includes('chartsheet')) return []
    if (!sheet) throw new UnreadableSpreadsheet('broken')
    const isHidden = attributes.state === 'hidden' || attributes.state === 'veryHidden'
    return [{ name: composed(attributes.name ?? ''), isHidden, entry: sheet }]
  })
  const is1904 = /^(?:1|true|on)$/.test(elementsOf(xml, 'workbookPr')[0]?.date1904 ?? '')
  for (const sheet of sheets) checkSize(sheet.entry, maxSheetBytes)
  const [strings, styles] = [partOf('sharedStrings'), partOf('styles')]
  const kept: [name: string, entry: ZipEntry, kind: string][] = [
    ...sheets.map((sheet, at): [string, ZipEntry, string] => [
      `xl/worksheets/sheet${at}.xml`,
      sheet.entry,
      'worksheet',
    ]),
    ...(strings ? [['xl/sharedStrings.xml', strings, 'sharedStrings'] as [string, ZipEntry, string]] : []),
    ...(styles ? [['xl/styles.xml', styles, 'styles'] as [string, ZipEntry, string]] : []),
  ]
  for (const [, part, kind] of kept) if (kind !== 'worksheet') checkSize(part, maxPartBytes)
  const relationsXml = (list: readonly (readonly [kind: string, target: string])[]): string =>
    `<Relationships>${list.map(([kind, target], at) => `<Relationship Id="rId${at}" Type="${relations}/${kind}" Target="/${target}"/>`).join('')}</Relationships>`
  const listed = sheets.map(
    ({ name }, at) => `<sheet name="${escaped(name || '-')}" sheetId="${at + 1}" r:id="rId${at}"/>`,
  )
  const added = [
    { name: '[Content_Types].xml', content: '<Types/>' },
    { name: '_rels/.rels', content: relationsXml([['officeDocument', 'xl/workbook.xml']]) },
    { name: 'xl/_rels/workbook.xml.rels', content: relationsXml(kept.map(([name, , kind]) => [kind, name])) },
    {
      name: 'xl/workbook.xml',
      content: `<workbook xmlns="${namespace}" xmlns:r="${relations}"><workbookPr date1904="${is1904 ? 1 : 0}"/><sheets>${listed.join('')}</sheets></workbook>`,
    },
  ]
  return {
    bytes: withDirectory(
      bytes,
      kept.map(([name, part]) => [name, part]),
      added,
    ),
    sheets,
    is1904,
  }
}

/** Bytes that are unpacked at once. */
const chunkBytes = 262_144

const formula = /<(\w+:)?f[\s/>]/g

/** Adds to `places` the cells in a piece of XML whose formulas have no value. The piece must end between two cells. */
const addUncalculated = (xml: string, places: Set<string>): void => {
  for (const { index, 1: prefix = '' } of xml.matchAll(formula)) {
    const start = xml.lastIndexOf(`<${prefix}c`, index)
    const [head = '', ...parts] = xml.slice(start, xml.indexOf(`</${prefix}c>`, index)).split('>')
    const place = /\sr=["']([A-Z]+\d+)["']/.exec(head)?.[1]
    // An empty value is a result only if the formula's type is text.
    const isText = /\st=["'](?:str|inlineStr)["']/.test(head)
    const at = parts.findIndex((part) => /<(?:\w+:)?(?:v|is)(?:\s[^/<]*)?$/.test(part))
    const hasValue = at >= 0 && (isText || !parts[at + 1]?.startsWith('<'))
    if (start >= 0 && place && !hasValue) places.add(place)
  }
}

/**
 * Finds the cells of a worksheet, such as `B2`, whose formulas were never calculated. Programs other than Excel leave the calculation to Excel.
 * The library reads such cells as empty.
 */
export const findUncalculated = async (bytes: Buffer, entry: ZipEntry): Promise<ReadonlySet<string>> => {
  const places = new Set<string>()
  const packed = packedBytes(bytes, entry)
  const unpacked =
    entry.method === 0
      ? Readable.from([packed])
      : Readable.from([packed]).pipe(createInflateRaw({ chunkSize: chunkBytes }))
  let rest = Buffer.alloc(0)
  let length = 0
  try {
    for await (const chunk of unpacked) {
      length += chunk.length
      if (length > entry.unpacked) break
      const piece = Buffer.concat([rest, chunk])
      const ends = ['</c>', ':c>'].map((end) => [piece.lastIndexOf(end), end.length] as const)
      const end = Math.max(0, ...ends.map(([at, size]) => (at < 0 ? 0 : at + size)))
      // Latin-1 is enough: the search is only for formulas and positions, which are ASCII.
      if (piece.includes('<f') || piece.includes(':f')) addUncalculated(piece.toString('latin1', 0, end), places)
      rest = piece.subarray(end)
      if (rest.length > maxPartBytes) break
    }
  } catch {
    // The library reports the error when it reads the rows.
  }
  return places
}

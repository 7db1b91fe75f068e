import { columnLetters } from './cells.ts'
import { UnreadableSpreadsheet } from './unreadable.ts'

/** The facts of an .xls file that the library ignores. [MS-CFB] describes the container, [MS-XLS] its records. */
export interface XlsFacts {
  readonly is1904: boolean
  /** The sheets in the workbook's order, including those without cells. */
  readonly sheets: readonly { readonly isHidden: boolean; readonly uncalculated: ReadonlySet<string> }[]
}

const [sectorShift, miniShift, firstSector, firstMini, firstDifat] = [30, 32, 48, 60, 68]
const [miniCutoff, entryLength, maxSectors] = [4_096, 128, 200_000]

/** Reads a chain of sectors; `table` gives the next sector of each. */
const readChain = (table: Buffer, first: number, sectorOf: (sector: number) => Buffer): Buffer => {
  const sectors: Buffer[] = []
  for (let sector = first; sector < 0xfffffff0; sector = table.readUInt32LE(sector * 4)) {
    if (sectors.length > maxSectors) throw new RangeError('endless chain')
    sectors.push(sectorOf(sector))
  }
  return Buffer.concat(sectors)
}

/** Returns the workbook's stream in its container; null if the container has no such stream. */
const readWorkbookStream = (bytes: Buffer): Buffer | null => {
  const size = 2 ** bytes.readUInt16LE(sectorShift)
  const sectorOf = (sector: number) => bytes.subarray((sector + 1) * size, (sector + 2) * size)
  const listed = Array.from({ length: 109 }, (_, at) => bytes.readUInt32LE(76 + at * 4))
  for (let more = bytes.readUInt32LE(firstDifat); more < 0xfffffff0; more = sectorOf(more).readUInt32LE(size - 4)) {
    if (listed.length > maxSectors) throw new RangeError('endless chain')
    const sector = sectorOf(more)
    listed.push(...Array.from({ length: size / 4 - 1 }, (_, at) => sector.readUInt32LE(at * 4)))
  }
  const table = Buffer.concat(listed.filter((sector) => sector < 0xfffffff0).map(sectorOf))
  const directory = readChain(table, bytes.readUInt32LE(firstSector), sectorOf)
  const entries = Array.from({ length: Math.floor(directory.length / entryLength) }, (_, at) =>
    directory.subarray(at * entryLength, (at + 1) * entryLength),
  )
  const nameOf = (entry: Buffer) => entry.toString('utf16le', 0, Math.max(0, entry.readUInt16LE(64) - 2)).toLowerCase()
  const found = entries.find((entry) => ['workbook', 'book'].includes(nameOf(entry)))
  const [root] = entries
  if (!found || !root) return null
  const [first, length] = [found.readUInt32LE(116), found.readUInt32LE(120)]
  if (length >= miniCutoff) return readChain(table, first, sectorOf).subarray(0, length)
  const miniSize = 2 ** bytes.readUInt16LE(miniShift)
  const minis = readChain(table, root.readUInt32LE(116), sectorOf)
  const miniTable = readChain(table, bytes.readUInt32LE(firstMini), sectorOf)
  const miniOf = (sector: number) => minis.subarray(sector * miniSize, (sector + 1) * miniSize)
  return readChain(miniTable, first, miniOf).subarray(0, length)
}

const kinds = { formula: 0x06, end: 0x0a, dateMode: 0x22, filePass: 0x2f, sheet: 0x85 } as const

function* recordsFrom(stream: Buffer, start: number): Generator<{ kind: number; data: Buffer }> {
  for (let at = start; at + 4 <= stream.length; ) {
    const kind = stream.readUInt16LE(at)
    const data = stream.subarray(at + 4, at + 4 + stream.readUInt16LE(at + 2))
    yield { kind, data }
    if (kind === kinds.end) return
    at += 4 + data.length
  }
}

/** Returns true if a formula's stored result is an empty text. Programs that don't calculate write this, but it may also be a real result. */
const isEmptyResult = (data: Buffer): boolean => data.readUInt16LE(12) === 0xffff && data[6] === 3

const readFacts = (stream: Buffer): XlsFacts => {
  let is1904 = false
  const found: { isHidden: boolean; uncalculated: Set<string> }[] = []
  let calculated = 0
  for (const { kind, data } of recordsFrom(stream, 0)) {
    if (kind === kinds.filePass) throw new UnreadableSpreadsheet('encrypted')
    if (kind === kinds.dateMode) is1904 = data.readUInt16LE(0) === 1
    if (kind !== kinds.sheet) continue
    const places = new Set<string>()
    for (const record of recordsFrom(stream, data.readUInt32LE(0))) {
      if (record.kind !== kinds.formula) continue
      if (isEmptyResult(record.data)) {
        places.add(`${columnLetters(record.data.readUInt16LE(2))}${record.data.readUInt16LE(0) + 1}`)
      } else calculated += 1
    }
    found.push({ isHidden: (data[4] ?? 0) % 4 !== 0, uncalculated: places })
  }
  // One formula with a result proves that the program calculated all of them.
  const sheets = calculated > 0 ? found.map((sheet) => ({ ...sheet, uncalculated: new Set<string>() })) : found
  return { is1904, sheets }
}

/** Reads the facts. @throws UnreadableSpreadsheet if the file is encrypted. The library reports all other errors. */
export const readXlsFacts = (bytes: Buffer): XlsFacts => {
  const unknown = { is1904: false, sheets: [] }
  try {
    const stream = readWorkbookStream(bytes)
    return stream ? readFacts(stream) : unknown
  } catch (error) {
    if (error instanceof RangeError) return unknown
    throw error
  }
}

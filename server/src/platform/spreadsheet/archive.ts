import { freeUnpackedBytes, maxPartBytes, maxParts, maxRatio, maxSheetBytes } from './limits.ts'
import { UnreadableSpreadsheet } from './unreadable.ts'

const endOfDirectory = 0x06054b50
const directoryEntry = 0x02014b50

/** Bytes of the record at the archive's end, and the longest comment that may follow it. */
const endLength = 22
const longestComment = 65_535

const sheetPart = /^\/?xl\/worksheets\/[^/]+\.xml$/i

interface Part {
  readonly name: string
  readonly packed: number
  readonly unpacked: number
}

const findEnd = (view: DataView): number => {
  const first = Math.max(0, view.byteLength - endLength - longestComment)
  for (let at = view.byteLength - endLength; at >= first; at -= 1) {
    if (view.getUint32(at, true) === endOfDirectory) return at
  }
  throw new UnreadableSpreadsheet('broken')
}

const readParts = (bytes: Uint8Array): Part[] => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = findEnd(view)
  const count = view.getUint16(end + 10, true)
  if (count > maxParts) throw new UnreadableSpreadsheet('tooMuch')
  let at = view.getUint32(end + 16, true)
  return Array.from({ length: count }, () => {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== directoryEntry) throw new UnreadableSpreadsheet('broken')
    const nameLength = view.getUint16(at + 28, true)
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength))
    const part = { name, packed: view.getUint32(at + 20, true), unpacked: view.getUint32(at + 24, true) }
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
    return part
  })
}

/**
 * Refuses an .xlsx file that says it unpacks to too much, before anything is unpacked; answers how many sheets it has. The library holds every part to what
 * the directory says of it, so that a part that lies about its size is refused while it is unpacked.
 * @throws UnreadableSpreadsheet
 */
export const checkArchive = (bytes: Uint8Array): number => {
  const parts = readParts(bytes)
  if (!parts.some(({ name }) => /^\/?xl\/workbook\.xml$/i.test(name)))
    throw new UnreadableSpreadsheet('notASpreadsheet')
  for (const { name, packed, unpacked } of parts) {
    if (unpacked > (sheetPart.test(name) ? maxSheetBytes : maxPartBytes)) throw new UnreadableSpreadsheet('tooMuch')
    if (unpacked > Math.max(freeUnpackedBytes, packed * maxRatio)) throw new UnreadableSpreadsheet('tooMuch')
    // A part that claims to be empty would be unpacked without bound.
    if (unpacked === 0 && packed > 16) throw new UnreadableSpreadsheet('broken')
  }
  // Who keeps its sheets elsewhere has one at least.
  return Math.max(1, parts.filter(({ name }) => sheetPart.test(name)).length)
}

import { freeUnpackedBytes, maxPartBytes, maxParts, maxRatio, maxSheetBytes } from './limits.ts'
import { UnreadableSpreadsheet } from './unreadable.ts'

const endOfDirectorySignature = 0x06054b50
const directoryEntrySignature = 0x02014b50

/** Bytes of the end-of-directory record, and of the longest comment that may follow it. */
const endRecordLength = 22
const maxCommentLength = 65_535

const sheetPart = /^\/?xl\/worksheets\/[^/]+\.xml$/i

const findEndOfDirectory = (view: DataView): number => {
  const first = Math.max(0, view.byteLength - endRecordLength - maxCommentLength)
  for (let at = view.byteLength - endRecordLength; at >= first; at -= 1) {
    if (view.getUint32(at, true) === endOfDirectorySignature) return at
  }
  throw new UnreadableSpreadsheet('broken')
}

const readParts = (bytes: Uint8Array) => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = findEndOfDirectory(view)
  const count = view.getUint16(end + 10, true)
  if (count > maxParts) throw new UnreadableSpreadsheet('tooMuch')
  let at = view.getUint32(end + 16, true)
  return Array.from({ length: count }, () => {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== directoryEntrySignature)
      throw new UnreadableSpreadsheet('broken')
    const nameLength = view.getUint16(at + 28, true)
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength))
    const part = { name, packed: view.getUint32(at + 20, true), unpacked: view.getUint32(at + 24, true) }
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
    return part
  })
}

/** Rejects an .xlsx file that declares too large a size; the library enforces what is declared. Returns the number of sheets. */
export const checkArchive = (bytes: Uint8Array): number => {
  const parts = readParts(bytes)
  if (!parts.some(({ name }) => /^\/?xl\/workbook\.xml$/i.test(name)))
    throw new UnreadableSpreadsheet('notASpreadsheet')
  for (const { name, packed, unpacked } of parts) {
    if (unpacked > (sheetPart.test(name) ? maxSheetBytes : maxPartBytes)) throw new UnreadableSpreadsheet('tooMuch')
    if (unpacked > Math.max(freeUnpackedBytes, packed * maxRatio)) throw new UnreadableSpreadsheet('tooMuch')
    // A part that claims to be empty would be unpacked without a limit.
    if (unpacked === 0 && packed > 16) throw new UnreadableSpreadsheet('broken')
  }
  // A file that stores its sheets elsewhere still has at least one.
  return Math.max(1, parts.filter(({ name }) => sheetPart.test(name)).length)
}

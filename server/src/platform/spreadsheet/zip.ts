import { crc32, inflateRawSync } from 'node:zlib'
import { decodeSafely } from '../http/private-paths.ts'
import { freeUnpackedBytes, maxParts, maxRatio } from './limits.ts'
import { UnreadableSpreadsheet } from './unreadable.ts'

/** Reads ZIP files (PKWARE's APPNOTE 6.3.10, sections 4.3 and 4.5.3), since the library rejects some valid ones. */

const endSignature = 0x06054b50
const end64Signature = 0x06064b50
const locator64Signature = 0x07064b50
const entrySignature = 0x02014b50
const localSignature = 0x04034b50

/** Bytes of the end-of-directory record, of the longest comment after it, of a directory entry and of a local header, without their names. */
const [endLength, maxCommentLength, entryLength, localLength] = [22, 65_535, 46, 30]

/** The size, and the number of entries, that mean "see the ZIP64 fields". */
const [inZip64, countInZip64] = [0xffffffff, 0xffff]

/** A packed file. Sizes in bytes; `at` is the offset of its local header. */
export interface ZipEntry {
  readonly method: number
  readonly crc: number
  readonly packed: number
  readonly unpacked: number
  readonly at: number
}

const broken = () => new UnreadableSpreadsheet('broken')

const findEnd = (bytes: Buffer): number => {
  const first = Math.max(0, bytes.length - endLength - maxCommentLength)
  for (let at = bytes.length - endLength; at >= first; at -= 1) if (bytes.readUInt32LE(at) === endSignature) return at
  throw broken()
}

const readLong = (bytes: Buffer, at: number): number => Number(bytes.readBigUInt64LE(at))

/** Finds the beginning of the directory, and its number of entries. */
const findDirectory = (bytes: Buffer): { count: number; at: number } => {
  const end = findEnd(bytes)
  const [count, at] = [bytes.readUInt16LE(end + 10), bytes.readUInt32LE(end + 16)]
  if (count !== countInZip64 && at !== inZip64) return { count, at }
  if (bytes.readUInt32LE(end - 20) !== locator64Signature) throw broken()
  const record = readLong(bytes, end - 12)
  if (bytes.readUInt32LE(record) !== end64Signature) throw broken()
  return { count: readLong(bytes, record + 32), at: readLong(bytes, record + 48) }
}

/** Returns an entry's sizes and offset. Those that don't fit into the entry itself are in its ZIP64 field. */
const readLongSizes = (extra: Buffer, sizes: readonly number[]): number[] => {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue
    let next = at + 4
    return sizes.map((size) => {
      if (size !== inZip64) return size
      next += 8
      return readLong(extra, next - 8)
    })
  }
  return [...sizes]
}

/** Normalizes a part's name in a package: case, slashes, backslashes and encoded characters don't matter. */
export const partName = (name: string): string =>
  decodeSafely(name.replaceAll('\\', '/')).replace(/^\/+/, '').normalize().toLowerCase()

/**
 * Reads the directory of a ZIP file, keyed by `partName`. Supports data descriptors and ZIP64.
 * @throws UnreadableSpreadsheet
 */
export const readZip = (bytes: Buffer): ReadonlyMap<string, ZipEntry> => {
  const entries = new Map<string, ZipEntry>()
  try {
    let { count, at } = findDirectory(bytes)
    if (count > maxParts) throw new UnreadableSpreadsheet('tooMuch')
    for (; count > 0; count -= 1) {
      if (bytes.readUInt32LE(at) !== entrySignature) throw broken()
      const nameEnd = at + entryLength + bytes.readUInt16LE(at + 28)
      const extraEnd = nameEnd + bytes.readUInt16LE(at + 30)
      const sizes = [24, 20, 42].map((offset) => bytes.readUInt32LE(at + offset))
      const [unpacked = 0, packed = 0, local = 0] = readLongSizes(bytes.subarray(nameEnd, extraEnd), sizes)
      const name = partName(bytes.toString('utf8', at + entryLength, nameEnd))
      entries.set(name, {
        method: bytes.readUInt16LE(at + 10),
        crc: bytes.readUInt32LE(at + 16),
        packed,
        unpacked,
        at: local,
      })
      at = extraEnd + bytes.readUInt16LE(at + 32)
    }
  } catch (error) {
    throw error instanceof RangeError ? broken() : error
  }
  return entries
}

/** Rejects a part that declares too large a size or compression ratio. The readers enforce the declared size. */
export const checkSize = ({ packed, unpacked }: ZipEntry, maxBytes: number): void => {
  if (unpacked > maxBytes) throw new UnreadableSpreadsheet('tooMuch')
  if (unpacked > Math.max(freeUnpackedBytes, packed * maxRatio)) throw new UnreadableSpreadsheet('tooMuch')
  // A part that declares no bytes would be unpacked without a limit.
  if (unpacked === 0 && packed > 16) throw broken()
}

/** Returns an entry's packed bytes. */
export const packedBytes = (bytes: Buffer, { at, packed }: ZipEntry): Buffer => {
  if (at + localLength > bytes.length || bytes.readUInt32LE(at) !== localSignature) throw broken()
  const start = at + localLength + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28)
  return bytes.subarray(start, start + packed)
}

/** Unpacks a small part, such as a list of sheets. */
export const unpack = (bytes: Buffer, entry: ZipEntry): Buffer => {
  const packed = packedBytes(bytes, entry)
  try {
    return entry.method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: Math.max(1, entry.unpacked) })
  } catch {
    throw broken()
  }
}

interface NewPart {
  readonly name: string
  readonly content: string
}

const storedEntry = (content: Buffer, at: number): ZipEntry => ({
  method: 0,
  crc: crc32(content),
  packed: content.length,
  unpacked: content.length,
  at,
})

const localHeader = (name: string, { crc, packed, unpacked }: ZipEntry): Buffer => {
  const header = Buffer.alloc(localLength)
  header.writeUInt32LE(localSignature)
  header.writeUInt32LE(crc, 14)
  header.writeUInt32LE(packed, 18)
  header.writeUInt32LE(unpacked, 22)
  header.writeUInt16LE(name.length, 26)
  return header
}

const directoryEntry = (name: string, { method, crc, packed, unpacked, at }: ZipEntry): Buffer => {
  const entry = Buffer.alloc(entryLength)
  entry.writeUInt32LE(entrySignature)
  entry.writeUInt16LE(method, 10)
  entry.writeUInt32LE(crc, 16)
  entry.writeUInt32LE(packed, 20)
  entry.writeUInt32LE(unpacked, 24)
  entry.writeUInt16LE(name.length, 28)
  entry.writeUInt32LE(at, 42)
  return Buffer.concat([entry, Buffer.from(name, 'latin1')])
}

/** Appends new parts and a new directory to a ZIP file. The directory lists the kept parts under new names. Names must be ASCII. */
export const withDirectory = (
  bytes: Buffer,
  kept: readonly (readonly [name: string, entry: ZipEntry])[],
  added: readonly NewPart[],
): Buffer => {
  const pieces: Buffer[] = [bytes]
  let length = bytes.length
  const append = (piece: Buffer): void => {
    pieces.push(piece)
    length += piece.length
  }
  const entries = [...kept]
  for (const { name, content } of added) {
    const data = Buffer.from(content)
    const entry = storedEntry(data, length)
    entries.push([name, entry])
    for (const piece of [localHeader(name, entry), Buffer.from(name, 'latin1'), data]) append(piece)
  }
  const start = length
  for (const [name, entry] of entries) append(directoryEntry(name, entry))
  const end = Buffer.alloc(endLength)
  end.writeUInt32LE(endSignature)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(length - start, 12)
  end.writeUInt32LE(start, 16)
  return Buffer.concat([...pieces, end])
}

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { inflateSync } from 'node:zlib'

export type Weight = 'regular' | 'bold'

const require = createRequire(import.meta.url)

/** Returns the OpenType file in a WOFF file (1.0). If fontkit reads WOFF directly, it inflates a whole table for each glyph. */
const unpackWoff = (woff: Buffer): Buffer => {
  const count = woff.readUInt16BE(12)
  let end = 12 + 16 * count
  const tables = Array.from({ length: count }, (_, index) => {
    const entry = woff.subarray(44 + 20 * index, 64 + 20 * index)
    const [offset, packedSize, size] = [entry.readUInt32BE(4), entry.readUInt32BE(8), entry.readUInt32BE(12)]
    const packed = woff.subarray(offset, offset + packedSize)
    const at = end
    end += Math.ceil(size / 4) * 4
    return { entry, at, bytes: packedSize < size ? inflateSync(packed) : packed }
  })
  const file = Buffer.alloc(end)
  woff.copy(file, 0, 4, 8)
  file.writeUInt16BE(count, 4)
  for (const [index, { entry, at, bytes }] of tables.entries()) {
    const head = 12 + 16 * index
    entry.copy(file, head, 0, 4)
    entry.copy(file, head + 4, 16, 20)
    file.writeUInt32BE(at, head + 8)
    file.writeUInt32BE(bytes.length, head + 12)
    bytes.copy(file, at)
  }
  return file
}

/** Typefaces for the letters and symbols that the company's typeface lacks. For each letter, the first typeface that has it is used. */
const readers: readonly Readonly<Record<Weight, () => Buffer>>[] = [
  {
    regular: () =>
      unpackWoff(readFileSync(require.resolve('@fontsource/dejavu-sans/files/dejavu-sans-latin-400-normal.woff'))),
    bold: () =>
      unpackWoff(readFileSync(require.resolve('@fontsource/dejavu-sans/files/dejavu-sans-latin-700-normal.woff'))),
  },
  {
    regular: () => readFileSync(require.resolve('@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf')),
    bold: () => readFileSync(require.resolve('@expo-google-fonts/noto-emoji/700Bold/NotoEmoji_700Bold.ttf')),
  },
]

export const fallbackCount = readers.length

const files = new Map<string, Buffer>()

/** Returns the fallback typeface at this position. Each is read once per thread, when a letter first needs it. */
export const fallbackFile = (rank: number, weight: Weight): Buffer => {
  const known = files.get(`${weight} ${rank}`)
  if (known) return known
  const file = readers[rank]?.[weight]()
  if (!file) throw new Error(`There is no fallback typeface ${rank}`)
  files.set(`${weight} ${rank}`, file)
  return file
}

/** Returns true for letters of right-to-left scripts. They count as missing: drawing them would need reordered lines. */
export const isRightToLeft = (letter: string): boolean =>
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(letter)

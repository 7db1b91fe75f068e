/** The signature of a sealable PDF, and the bytes that it covers: all except the signature itself. */
export interface SealPlace {
  /** The position of the signature's `<`, and the end after its `>`. */
  readonly before: number
  readonly after: number
  /** The text of `/ByteRange`, its position, and its required value. */
  readonly range: string
  readonly rangeAt: number
  readonly wholeRange: string
  /** The time that the signature states, ISO 8601; empty if it states none. */
  readonly at: string
}

/** Finds the place of the seal; undefined without a seal. Nobody can type a seal: `drawPdf` escapes the line ends of texts and JSON. */
export const findSealPlace = (pdf: Buffer): SealPlace | undefined => {
  const text = pdf.toString('latin1')
  // regexp: a range has at most 60 characters, and the digits end where the line does.
  const found = /\n(\/ByteRange \[[^\]\n]{0,60}\] {0,60})\n\/Contents <(?:[0-9a-f]{2})+>\n/.exec(text)
  if (!found) return undefined
  const [all, range = ''] = found
  const before = found.index + all.indexOf('<')
  const after = found.index + all.length - 1
  const [, date, time] = /\n\/M \(D:(\d{8})(\d{6})Z\)\n/.exec(text.slice(after, after + 1_000)) ?? []
  const at = `${date?.replace(/(....)(..)(..)/, '$1-$2-$3')}T${time?.replace(/(..)(..)(..)/, '$1:$2:$3')}.000Z`
  const wholeRange = `/ByteRange [0 ${before} ${after} ${pdf.length - after}]`
  return { before, after, range, rangeAt: found.index + 1, wholeRange, at: date ? at : '' }
}

/** Returns the bytes that a PDF's signature signs. */
export const signedContent = (pdf: Buffer, { before, after }: SealPlace): Buffer =>
  Buffer.concat([pdf.subarray(0, before), pdf.subarray(after)])

/** Signs a PDF in the place that `drawPdf` left. @throws Error if there is no such place, or if the signature is too long for it */
export const fillSealPlace = async (drawn: Buffer, sign: (content: Buffer) => Promise<Buffer>): Promise<Buffer> => {
  const pdf = Buffer.from(drawn.toString('latin1').trimEnd(), 'latin1')
  const place = findSealPlace(pdf)
  if (!place) throw new Error('The PDF has no place for a seal')
  const { before, after, range, rangeAt, wholeRange } = place
  pdf.write(wholeRange.padEnd(range.length), rangeAt, 'latin1')
  const digits = (await sign(signedContent(pdf, place))).toString('hex').padEnd(after - before - 2, '0')
  if (digits.length > after - before - 2) throw new Error('The signature is too long for its place')
  pdf.write(digits, before + 1, 'latin1')
  return pdf
}

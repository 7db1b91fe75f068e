import { createHash, X509Certificate } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import * as pki from 'pkijs'

/** The seal of a PDF whose signature is valid. */
export interface ReadSeal {
  /** Of the certificate: its holder, and SHA-256 in hex. */
  readonly holder: string
  readonly fingerprint: string
}

/**
 * Checks a PDF's seal against the certificate within, as any reader of PAdES does; who vouches for the certificate isn't checked.
 * Returns the seal, or what is wrong with it.
 */
export const readSeal = async (pdf: Buffer): Promise<ReadSeal | { readonly fault: string }> => {
  const range = byteRangeOf(pdf)
  if (!range) return { fault: 'the PDF has no seal' }
  const [start, before, after, rest] = range
  if (start !== 0 || after + rest !== pdf.length) return { fault: 'the seal does not cover the whole PDF' }
  const hex = pdf.toString('latin1', before, after)
  const signed = parseSignature(hex)
  const [certificate] = signed?.certificates ?? []
  if (!signed || !(certificate instanceof pki.Certificate)) return { fault: 'the seal cannot be read' }
  const content = Uint8Array.from(Buffer.concat([pdf.subarray(0, before), pdf.subarray(after)]))
  const isValid = await signed.verify({ signer: 0, data: content.buffer }).catch(() => false)
  if (!isValid) return { fault: 'the PDF was changed after it was sealed' }
  const der = Buffer.from(certificate.toSchema().toBER())
  return {
    holder: commonNameOf(new X509Certificate(der)),
    fingerprint: createHash('sha256').update(der).digest('hex'),
  }
}

/** The name of a certificate's holder. */
export const commonNameOf = ({ subject }: X509Certificate): string =>
  subject
    .split('\n')
    .find((part) => part.startsWith('CN='))
    ?.slice(3) ?? subject

/** The text of the only file attached to a PDF that `drawPdf` made; null without one. */
export const readAttachment = (pdf: Buffer): string | null => {
  const at = pdf.indexOf('/Type /EmbeddedFile')
  const begin = pdf.indexOf('stream\n', at)
  const end = pdf.indexOf('\nendstream', begin)
  if (at < 0 || begin < 0 || end < 0) return null
  try {
    return inflateSync(pdf.subarray(begin + 'stream\n'.length, end)).toString('utf8')
  } catch {
    // Damaged: the seal says so, too.
    return null
  }
}

type ByteRange = readonly [start: number, before: number, after: number, rest: number]

/** The last one, which an addition to the file would have. */
const byteRangeOf = (pdf: Buffer): ByteRange | null => {
  const at = pdf.lastIndexOf('/ByteRange [')
  if (at < 0) return null
  const numbers = pdf
    .toString('latin1', at + '/ByteRange ['.length, pdf.indexOf(']', at))
    .split(/\s+/)
    .filter(Boolean)
    .map(Number)
  const [start, before, after, rest] = numbers
  if (start === undefined || before === undefined || after === undefined || rest === undefined) return null
  return [start, before, after, rest]
}

/** The CMS in `<hex>`, which is filled up with zeroes. */
const parseSignature = (hex: string): pki.SignedData | null => {
  try {
    const { contentType, content } = pki.ContentInfo.fromBER(Uint8Array.from(Buffer.from(hex.slice(1, -1), 'hex')))
    return contentType === pki.ContentInfo.SIGNED_DATA ? new pki.SignedData({ schema: content }) : null
  } catch {
    return null
  }
}

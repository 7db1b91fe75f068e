import { X509Certificate } from 'node:crypto'
import * as asn1 from 'asn1js'
import * as pki from 'pkijs'
import { sha256 } from './canonical.ts'
import { oids } from './oids.ts'
import { pdfSyntax } from './pdf-syntax.ts'

/** The seal of a PDF whose signature is valid. */
export interface ReadSeal {
  /** Of the certificate that signed: its holder, and SHA-256 in hex. */
  readonly holder: string
  readonly fingerprint: string
}

type Fault = { readonly fault: string }

/**
 * Checks a PDF's seal more strictly than PAdES: one signature over the whole file, and nothing else in the gap it can't cover.
 * Doesn't check who issued the certificate. Returns the seal, or what is wrong with it.
 */
export const readSeal = async (pdf: Buffer): Promise<ReadSeal | Fault> => {
  const place = placeOfSignature(pdf)
  if ('fault' in place) return place
  const { before, after } = place
  const signed = parseSignature(pdf.toString('latin1', before + 1, after - 1))
  if ('fault' in signed) return signed
  const certificate = signerOf(signed)
  // Signed, too, by its hash (RFC 5035).
  if (!certificate || certificateHashIn(signed.signerInfos[0]?.signedAttrs) !== sha256(certificate))
    return { fault: 'the seal does not name the certificate that made it' }
  const content = Uint8Array.from(Buffer.concat([pdf.subarray(0, before), pdf.subarray(after)]))
  const isValid = await signed.verify({ signer: 0, data: content.buffer }).catch(() => false)
  if (!isValid) return { fault: 'the PDF was changed after it was sealed' }
  return { holder: commonNameOf(new X509Certificate(certificate)), fingerprint: sha256(certificate) }
}

/** The name of a certificate's holder. */
export const commonNameOf = ({ subject }: X509Certificate): string =>
  subject
    .split('\n')
    .find((part) => part.startsWith('CN='))
    ?.slice(3) ?? subject

/** The files attached to a PDF that `drawPdf` made without compression, by name. */
export const readAttachments = (pdf: Buffer): ReadonlyMap<string, Buffer> => {
  const syntax = pdfSyntax(pdf)
  return new Map(
    placesOf(syntax, '/Type /Filespec').flatMap((at): [string, Buffer][] => {
      const [, name, object] =
        /\/F \(([^()\\]+)\)\n\/EF <<\n\/F (\d+) 0 R/.exec(pdf.toString('latin1', at, at + 200)) ?? []
      const file = syntax.slice(syntax.indexOf(`\n${object} 0 obj\n`))
      const [head, length] = /^[^>]*>>[^>]*\/Length (\d+)\n>>\nstream\n/.exec(file) ?? []
      const begin = syntax.length - file.length + (head?.length ?? 0)
      return name && head ? [[name, pdf.subarray(begin, begin + Number(length))]] : []
    }),
  )
}

/** A sealed PDF as it was before: with its signature and the place of that blanked, and when it says to have been sealed. */
export const withoutSeal = (pdf: Buffer): { readonly content: Buffer; readonly at: string | null } => {
  // Sealing drops the last line end.
  const content = Buffer.from(pdf.toString('latin1').trimEnd(), 'latin1')
  const syntax = pdfSyntax(pdf)
  // regexp: a range has at most 60 characters, and the digits end where the next name begins.
  for (const { 0: found, index } of syntax.matchAll(/\/ByteRange \[[^\]]{0,60}\] *|\/Contents <[0-9A-Fa-f]*>/g)) {
    content.fill(' ', index, index + found.length)
  }
  const place = pdf.toString('latin1', syntax.indexOf('/Type /Sig'))
  const [, year, month, day, hour, minute, second] =
    /\/M \(D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z\)/.exec(place) ?? []
  return { content, at: year ? `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z` : null }
}

const placesOf = (text: string, wanted: string): number[] => {
  const places: number[] = []
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) places.push(at)
  return places
}

const notWhole = { fault: 'the seal does not cover the whole PDF' }

/** Where `<hex>` begins and ends: the only part of the file that the signature doesn't cover. */
const placeOfSignature = (pdf: Buffer): { readonly before: number; readonly after: number } | Fault => {
  const syntax = pdfSyntax(pdf)
  const [at, another] = placesOf(syntax, '/ByteRange')
  if (at === undefined) return { fault: 'the PDF has no seal' }
  if (another !== undefined) return { fault: 'the PDF has more than one seal' }
  const range = /^\/ByteRange \[(\d{1,10}) (\d{1,10}) (\d{1,10}) (\d{1,10}) *\]/.exec(syntax.slice(at, at + 80))
  const [start, before, after, rest] = range?.slice(1).map(Number) ?? []
  if (start !== 0 || before === undefined || after === undefined || rest === undefined) return notWhole
  if (before > after || after + rest !== pdf.length) return notWhole
  // An incremental update has another cross-reference table, before the seal as well as after it.
  if (placesOf(syntax, 'startxref').length !== 1 || !/%%EOF\s*$/.test(syntax.slice(-20))) {
    return { fault: 'the PDF was added to' }
  }
  if (!isSignatureIn(pdf.toString('latin1', before - '/Contents '.length, after))) {
    return { fault: 'the seal hides something in the place of its signature' }
  }
  return { before, after }
}

const isSignatureIn = (text: string): boolean => /^\/Contents <(?:[0-9A-Fa-f]{2})+>$/.test(text)

const unreadable = { fault: 'the seal cannot be read' }
const hidden = { fault: 'the seal hides something beside its signature' }

/** The CMS in hex, padded with zeroes: one signer, detached, with nothing outside its signature. */
const parseSignature = (hex: string): pki.SignedData | Fault => {
  const der = Uint8Array.from(Buffer.from(hex, 'hex'))
  try {
    const { offset, result } = asn1.fromBER(der.buffer)
    if (offset < 0) return unreadable
    if (der.subarray(offset).some((byte) => byte !== 0)) return hidden
    const { contentType, content } = new pki.ContentInfo({ schema: result })
    if (contentType !== oids.signedData) return unreadable
    const signed = new pki.SignedData({ schema: content })
    if (signed.encapContentInfo.eContent) return { fault: 'the seal signs a content of its own instead of the PDF' }
    if (signed.signerInfos.length !== 1) return { fault: 'the seal has not exactly one signer' }
    if (signed.signerInfos[0]?.unsignedAttrs || signed.crls || signed.ocsps) return hidden
    return signed
  } catch {
    return unreadable
  }
}

/** The one certificate, in DER, that the only signature names by issuer and number: the one by which it is verified. */
export const signerOf = ({ certificates, signerInfos: [signer, ...more] }: pki.SignedData): Buffer | null => {
  const sid: unknown = signer?.sid
  if (more.length > 0 || !(sid instanceof pki.IssuerAndSerialNumber)) return null
  const [named, ...others] = (certificates ?? []).filter(
    (one): one is pki.Certificate =>
      one instanceof pki.Certificate && one.issuer.isEqual(sid.issuer) && one.serialNumber.isEqual(sid.serialNumber),
  )
  return named && others.length === 0 ? derOf(named) : null
}

export const derOf = (certificate: pki.Certificate): Buffer => Buffer.from(certificate.toSchema().toBER())

/** Of SigningCertificateV2: SHA-256, its default, of the first certificate. */
const certificateHashIn = (attributes: pki.SignedAndUnsignedAttributes | undefined): string | null => {
  const found = attributes?.attributes.filter(({ type }) => type === oids.signingCertificateV2)
  if (found?.length !== 1) return null
  let value: unknown = found[0]?.values[0]
  while (value instanceof asn1.Sequence) [value] = value.valueBlock.value
  return value instanceof asn1.OctetString ? Buffer.from(value.getValue()).toString('hex') : null
}

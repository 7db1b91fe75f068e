import { X509Certificate } from 'node:crypto'
import * as asn1 from 'asn1js'
import * as pki from 'pkijs'
import { sha256 } from './canonical.ts'
import { oids } from './oids.ts'
import { findSealPlace, signedContent } from './seal-place.ts'

/** The seal of a PDF whose signature is valid. */
export interface ReadSeal {
  /** The certificate that signed: its holder, and SHA-256 in hex. */
  readonly holder: string
  readonly fingerprint: string
  /** The time that it states, ISO 8601, and the signature in DER: with the pages, they make the file again. */
  readonly at: string
  readonly signature: Buffer
}

type Fault = { readonly fault: string }

/**
 * Checks the signature of a PDF as `drawPdf` makes it: not who issued the certificate, nor what the file is made of, which is drawn again
 * to compare it. Returns the seal, or what is wrong with it.
 */
export const readSeal = async (pdf: Buffer): Promise<ReadSeal | Fault> => {
  const place = findSealPlace(pdf)
  if (!place) return { fault: 'the PDF has no seal' }
  const { before, after, range, wholeRange, at } = place
  if (range.trimEnd() !== wholeRange) return { fault: 'the seal does not cover the whole PDF' }
  const read = parseSignature(Buffer.from(pdf.toString('latin1', before + 1, after - 1), 'hex'))
  if ('fault' in read) return read
  const { signed, signature } = read
  const certificate = signerOf(signed)
  // Signed, too, by its hash (RFC 5035).
  if (!certificate || certificateHashIn(signed.signerInfos[0]?.signedAttrs) !== sha256(certificate))
    return { fault: 'the seal does not name the certificate that made it' }
  const content = Uint8Array.from(signedContent(pdf, place))
  const isValid = await signed.verify({ signer: 0, data: content.buffer }).catch(() => false)
  if (!isValid) return { fault: 'the PDF was changed after it was sealed' }
  return { holder: commonNameOf(new X509Certificate(certificate)), fingerprint: sha256(certificate), at, signature }
}

/** The name of a certificate's holder. */
export const commonNameOf = ({ subject }: X509Certificate): string =>
  subject
    .split('\n')
    .find((part) => part.startsWith('CN='))
    ?.slice(3) ?? subject

/** The files attached to a PDF that `drawPdf` made without compression, by name. Found by line ends, as the seal's place is. */
export const readAttachments = (pdf: Buffer): ReadonlyMap<string, Buffer> => {
  const text = pdf.toString('latin1')
  const named = text.matchAll(/\n\/F \(([\w.-]{1,40})\)\n\/EF <<\n\/F (\d{1,9}) 0 R\n/g)
  return new Map(
    Array.from(named, ([, name = '', object]): [string, Buffer] => {
      const at = text.indexOf(`\n${object} 0 obj\n`)
      const [head = '', length] = /^[^>]*>>[^>]*\/Length (\d{1,9})\n>>\nstream\n/.exec(text.slice(at, at + 1_000)) ?? []
      return [name, pdf.subarray(at + head.length, at + head.length + Number(length ?? 0))]
    }),
  )
}

const unreadable = { fault: 'the seal cannot be read' }
const hidden = { fault: 'the seal hides something beside its signature' }

/** The CMS in DER, padded with zeroes: one signer, detached, with nothing outside its signature. */
const parseSignature = (padded: Buffer): { signed: pki.SignedData; signature: Buffer } | Fault => {
  try {
    const { offset, result } = asn1.fromBER(Uint8Array.from(padded).buffer)
    if (offset < 0) return unreadable
    if (padded.subarray(offset).some((byte) => byte !== 0)) return hidden
    const { contentType, content } = new pki.ContentInfo({ schema: result })
    if (contentType !== oids.signedData) return unreadable
    const signed = new pki.SignedData({ schema: content })
    if (signed.encapContentInfo.eContent) return { fault: 'the seal signs a content of its own instead of the PDF' }
    if (signed.signerInfos.length !== 1) return { fault: 'the seal has not exactly one signer' }
    if (signed.signerInfos[0]?.unsignedAttrs || signed.crls || signed.ocsps) return hidden
    return { signed, signature: padded.subarray(0, offset) }
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

/** Reads SigningCertificateV2: SHA-256, its default, of the first certificate. */
const certificateHashIn = (attributes: pki.SignedAndUnsignedAttributes | undefined): string | null => {
  const found = attributes?.attributes.filter(({ type }) => type === oids.signingCertificateV2)
  if (found?.length !== 1) return null
  let value: unknown = found[0]?.values[0]
  while (value instanceof asn1.Sequence) [value] = value.valueBlock.value
  return value instanceof asn1.OctetString ? Buffer.from(value.getValue()).toString('hex') : null
}

import { X509Certificate } from 'node:crypto'
// Loaded here, since `toLegacyObject` loads it only in part.
import 'node:tls'
import * as asn1 from 'asn1js'
import * as pki from 'pkijs'
import { z } from 'zod'
import { findSealPlace, signedContent } from '../pdf/seal-place.ts'
import { sha256 } from './canonical.ts'

/** The seal of a PDF whose signature is valid. */
export interface ReadSeal {
  /** The certificate that signed: its holder, and SHA-256 in hex. */
  readonly holder: string
  readonly fingerprint: string
  /** The time that the seal states, ISO 8601, and the signature in DER. From these and the pages, the file can be made again. */
  readonly at: string
  readonly signature: Buffer
}

type Fault = { readonly fault: string }

/**
 * Checks the signature of a PDF that `drawPdf` made. Checks neither who issued the certificate nor the content: callers draw the document again
 * and compare the files. Returns the seal, or what is wrong with it.
 */
export const readSeal = async (pdf: Buffer): Promise<ReadSeal | Fault> => {
  const place = findSealPlace(pdf)
  if (!place) return { fault: 'the PDF has no seal' }
  const { before, after, range, wholeRange, at } = place
  if (range.trimEnd() !== wholeRange) return { fault: 'the seal does not cover the whole PDF' }
  if (!z.iso.datetime().safeParse(at).success) return { fault: 'the seal states no time' }
  const read = parseSignature(Buffer.from(pdf.toString('latin1', before + 1, after - 1), 'hex'))
  if ('fault' in read) return read
  const { signed, signature } = read
  const signer = await verifiedSigner(signed, signedContent(pdf, place)).catch(() => null)
  if (!signer) return { fault: 'the PDF was changed after it was sealed' }
  const fingerprint = sha256(signer.raw)
  // The signature must also cover the certificate, by its hash (RFC 5035).
  if (certificateHashIn(signed.signerInfos[0]?.signedAttrs) !== fingerprint)
    return { fault: 'the seal does not name the certificate that made it' }
  return { holder: commonNameOf(signer), fingerprint, at, signature }
}

/** Returns the first signer's certificate if the signature is valid, else null. @throws Error when something is missing */
export const verifiedSigner = async (
  signed: pki.SignedData,
  content: Buffer,
  trustedCerts?: pki.Certificate[],
): Promise<X509Certificate | null> => {
  const options = { signer: 0, data: Uint8Array.from(content).buffer, extendedMode: true } as const
  const chain = trustedCerts && { checkChain: true, trustedCerts }
  const { signatureVerified, signerCertificate } = await signed.verify({ ...options, ...chain })
  return signatureVerified && signerCertificate ? certificateOf(signerCertificate) : null
}

export const certificateOf = (read: pki.Certificate) => new X509Certificate(Buffer.from(read.toSchema().toBER()))

/** Returns the name of a certificate's holder. */
export const commonNameOf = (certificate: X509Certificate): string =>
  [certificate.toLegacyObject().subject.CN].flat()[0] ?? certificate.subject

const unreadable = { fault: 'the seal cannot be read' }
const hidden = { fault: 'the seal hides something beside its signature' }

/** Parses CMS (RFC 5652) in DER. @throws Error when it isn't signed data */
export const signedDataOf = (der: Buffer): pki.SignedData => {
  const { contentType, content } = pki.ContentInfo.fromBER(Uint8Array.from(der))
  if (contentType !== pki.ContentInfo.SIGNED_DATA) throw new Error('Not signed data')
  return new pki.SignedData({ schema: content })
}

/** Parses CMS in DER, padded with zeroes. Accepts only one signer, a detached signature, and nothing outside of it. */
const parseSignature = (padded: Buffer): { signed: pki.SignedData; signature: Buffer } | Fault => {
  try {
    const { offset } = asn1.fromBER(Uint8Array.from(padded).buffer)
    if (offset < 0) return unreadable
    if (padded.subarray(offset).some((byte) => byte !== 0)) return hidden
    const signature = padded.subarray(0, offset)
    const signed = signedDataOf(signature)
    if (signed.encapContentInfo.eContent) return { fault: 'the seal signs a content of its own instead of the PDF' }
    if (signed.signerInfos.length !== 1) return { fault: 'the seal has not exactly one signer' }
    if (signed.signerInfos[0]?.unsignedAttrs || signed.crls || signed.ocsps) return hidden
    return { signed, signature }
  } catch {
    return unreadable
  }
}

/** The identifier of the attribute that names the signing certificate by its hash (RFC 5035). */
export const signingCertificateV2 = '1.2.840.113549.1.9.16.2.47'

/** Returns the first certificate's hash in SigningCertificateV2, whose default algorithm is SHA-256. */
const certificateHashIn = (attributes: pki.SignedAndUnsignedAttributes | undefined): string | null => {
  const found = attributes?.attributes.filter(({ type }) => type === signingCertificateV2)
  if (found?.length !== 1) return null
  let value: unknown = found[0]?.values[0]
  while (value instanceof asn1.Sequence) [value] = value.valueBlock.value
  return value instanceof asn1.OctetString ? Buffer.from(value.getValue()).toString('hex') : null
}

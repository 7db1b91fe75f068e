import { randomBytes, X509Certificate } from 'node:crypto'
import { rootCertificates } from 'node:tls'
import * as asn1 from 'asn1js'
import * as pki from 'pkijs'
import { orNull } from '../../platform/errors/or-null.ts'
import { sha256 } from '../../platform/signing/canonical.ts'
import { certificateOf, commonNameOf, signedDataOf, verifiedSigner } from '../../platform/signing/read-seal.ts'

/** A timestamp that was read and found valid. */
export interface Timestamp {
  /** ISO 8601, in UTC. */
  readonly at: string
  /** The subject of the authority's certificate; `fingerprint` is the certificate's SHA-256, in hex. */
  readonly authority: string
  readonly fingerprint: string
  /** True if the certificate is for timestamps and leads to a known root; otherwise anyone may have made the timestamp. */
  readonly isTrusted: boolean
}

/** The key purpose of a timestamp authority's certificate (RFC 5280, 4.2.1.12). */
const forTimestamps = '1.3.6.1.5.5.7.3.8'

/** Splits a PEM file into its certificates. @throws Error when one can't be read */
export const certificatesIn = (pem: string): readonly string[] =>
  pem
    .split(/(?<=-----END CERTIFICATE-----)/)
    .filter((one) => one.includes('-----BEGIN CERTIFICATE-----'))
    .map((one) => new X509Certificate(one).toString())

/** Maximum bytes of an authority's response. Tokens with their certificates have a few thousand. */
const maxTokenBytes = 200_000

/**
 * Requests a timestamp, which proves that `content` exists now (RFC 3161). Returns the verified token in DER.
 * @param timeoutMs limits the wait for the authority's response
 * @throws Error when the authority can't be reached, refuses, or its response isn't a timestamp of `content`
 */
export const requestTimestamp = async (authority: string, content: Buffer, timeoutMs = 15_000): Promise<Buffer> => {
  const nonce = new asn1.Integer({ valueHex: Uint8Array.from(randomBytes(8)).fill(1, 0, 1) })
  const request = new pki.TimeStampReq({
    version: 1,
    messageImprint: await pki.MessageImprint.create('SHA-256', Uint8Array.from(content)),
    nonce,
    certReq: true,
  })
  const response = await fetch(authority, {
    method: 'POST',
    headers: { 'content-type': 'application/timestamp-query' },
    body: request.toSchema().toBER(),
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (!response.ok) throw new Error(`The timestamp authority answered ${response.status}`)
  const body = new Uint8Array(await response.arrayBuffer())
  if (body.length > maxTokenBytes) throw new Error('The timestamp authority answered too much')
  const { status, timeStampToken } = pki.TimeStampResp.fromBER(body)
  // 0 is granted, 1 granted with modifications.
  if (status.status > 1 || !timeStampToken) throw new Error(`The timestamp authority refused with ${status.status}`)
  const token = Buffer.from(timeStampToken.toSchema().toBER())
  if (!tstInfoOf(signedDataOf(token)).nonce?.isEqual(nonce))
    throw new Error('The timestamp authority answered another request')
  if (!(await readTimestamp(token, content))) throw new Error('The timestamp is not valid')
  return token
}

/**
 * Reads a token's timestamp; null unless it is of `content` and signed with a certificate that the token contains.
 * @param roots trusted certificates in PEM, besides those that Node includes
 */
export const readTimestamp = (
  token: Buffer,
  content: Buffer,
  roots: readonly string[] = [],
): Promise<Timestamp | null> =>
  orNull(async () => {
    const signed = signedDataOf(token)
    const { genTime } = tstInfoOf(signed)
    const signer = await verifiedSigner(signed, content)
    if (!signer) return null
    const isAuthority = signer.keyUsage?.includes(forTimestamps) === true
    return {
      at: genTime.toISOString(),
      authority: commonNameOf(signer),
      fingerprint: sha256(signer.raw),
      isTrusted: isAuthority && (await leadsToRoot(signed, content, [...roots, ...rootCertificates])),
    }
  })

/** Returns the timestamp (TSTInfo) that was signed. @throws Error if something else was signed */
const tstInfoOf = ({ encapContentInfo: { eContent, eContentType } }: pki.SignedData): pki.TSTInfo => {
  if (!eContent || eContentType !== pki.id_eContentType_TSTInfo) throw new Error('Not a timestamp')
  return pki.TSTInfo.fromBER(eContent.getValue())
}

/** Returns true if the signer's certificate leads to one of `roots`. */
const leadsToRoot = async (signed: pki.SignedData, content: Buffer, roots: readonly string[]): Promise<boolean> => {
  const named = signed.certificates?.map((one) => one instanceof pki.Certificate && certificateOf(one).issuer)
  const known = roots.map((pem) => new X509Certificate(pem)).filter(({ subject }) => named?.includes(subject))
  const trusted = known.map(({ raw }) => pki.Certificate.fromBER(Uint8Array.from(raw)))
  return verifiedSigner(signed, content, trusted).then(Boolean, () => false)
}

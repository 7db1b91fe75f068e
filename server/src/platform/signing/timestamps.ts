import { createHash, randomBytes, X509Certificate } from 'node:crypto'
import { rootCertificates } from 'node:tls'
import * as asn1 from 'asn1js'
import * as pki from 'pkijs'
import { sha256 } from './canonical.ts'
import { commonNameOf, derOf, signerOf } from './read-seal.ts'

/** A timestamp that was read and found valid. */
export interface Timestamp {
  /** ISO 8601, in UTC. */
  readonly at: string
  /** The authority that vouches for the time: its certificate's subject, and the SHA-256 in hex. */
  readonly authority: string
  readonly fingerprint: string
  /** True if the certificate is for timestamps and leads to a root that is known here: otherwise anyone may have made it. */
  readonly isTrusted: boolean
}

const sha256Oid = '2.16.840.1.101.3.4.2.1'
/** The purposes of a certificate's key (RFC 5280, 4.2.1.12). */
const forTimestamps = '1.3.6.1.5.5.7.3.8'

/** Milliseconds for the authority's answer, unless the caller waits less. */
const defaultTimeoutMs = 15_000
/** Bytes; tokens with their certificates have a few thousand. */
const maxTokenBytes = 200_000

/**
 * Has a timestamp authority confirm that `content` exists now (RFC 3161). Returns the token in DER, checked.
 * @throws Error when the authority can't be reached, refuses, or answers something else
 */
export const requestTimestamp = async (
  authority: string,
  content: Buffer,
  timeoutMs: number = defaultTimeoutMs,
): Promise<Buffer> => {
  const nonce = new asn1.Integer({ valueHex: Uint8Array.from(randomBytes(8)).fill(1, 0, 1) })
  const request = new pki.TimeStampReq({
    version: 1,
    messageImprint: new pki.MessageImprint({
      hashAlgorithm: new pki.AlgorithmIdentifier({ algorithmId: sha256Oid, algorithmParams: new asn1.Null() }),
      hashedMessage: new asn1.OctetString({ valueHex: Uint8Array.from(createHash('sha256').update(content).digest()) }),
    }),
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
 * Reads a token's timestamp of `content`; null unless it is about this content and its signature is that of the certificate within.
 * @param roots PEM; beside those that are delivered with Node
 */
export const readTimestamp = async (
  token: Buffer,
  content: Buffer,
  roots: readonly string[] = [],
): Promise<Timestamp | null> => {
  try {
    const signed = signedDataOf(token)
    const named = signerOf(signed)
    const signer = named && new X509Certificate(named)
    const isValid = signer && (await signed.verify({ signer: 0, data: Uint8Array.from(content).buffer }))
    if (!isValid) return null
    const at = tstInfoOf(signed).genTime
    return {
      at: at.toISOString(),
      authority: commonNameOf(signer),
      fingerprint: sha256(signer.raw),
      isTrusted:
        signer.keyUsage?.includes(forTimestamps) === true &&
        leadsToRoot(signer, { among: certificatesIn(signed), roots: [...roots, ...rootCertificates], at }),
    }
  } catch {
    // Not a token.
    return null
  }
}

const signedDataOf = (token: Buffer): pki.SignedData => {
  const { contentType, content } = pki.ContentInfo.fromBER(Uint8Array.from(token))
  if (contentType !== pki.ContentInfo.SIGNED_DATA) throw new Error('Not a timestamp')
  return new pki.SignedData({ schema: content })
}

const tstInfoOf = ({ encapContentInfo }: pki.SignedData): pki.TSTInfo => {
  const content = encapContentInfo.eContent?.getValue()
  if (!content) throw new Error('Not a timestamp')
  return pki.TSTInfo.fromBER(content)
}

const certificatesIn = ({ certificates }: pki.SignedData): X509Certificate[] =>
  (certificates ?? []).flatMap((one) => (one instanceof pki.Certificate ? [new X509Certificate(derOf(one))] : []))

interface Issuers {
  readonly among: readonly X509Certificate[]
  readonly roots: readonly string[]
  readonly at: Date
}

const isIssuedBy = (certificate: X509Certificate, issuer: X509Certificate): boolean =>
  issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)

/** Chains have three or four certificates. */
const maxChain = 6

const leadsToRoot = (certificate: X509Certificate, issuers: Issuers, depth = 0): boolean => {
  const { among, roots, at } = issuers
  if (depth > maxChain || at < certificate.validFromDate || at > certificate.validToDate) return false
  if (roots.some((pem) => isIssuedBy(certificate, new X509Certificate(pem)))) return true
  return among.some((issuer) => isIssuedBy(certificate, issuer) && leadsToRoot(issuer, issuers, depth + 1))
}

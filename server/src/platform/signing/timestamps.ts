import { createHash, randomBytes } from 'node:crypto'
import * as asn1 from 'asn1js'
import * as pki from 'pkijs'

/** A timestamp that was read and found valid. */
export interface Timestamp {
  /** ISO 8601, in UTC. */
  readonly at: string
  /** Who vouches for the time: the holder of the certificate. */
  readonly authority: string
}

const sha256 = '2.16.840.1.101.3.4.2.1'
const commonName = '2.5.4.3'

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
  content: string,
  timeoutMs: number = defaultTimeoutMs,
): Promise<Buffer> => {
  const nonce = new asn1.Integer({ valueHex: Uint8Array.from(randomBytes(8)).fill(1, 0, 1) })
  const request = new pki.TimeStampReq({
    version: 1,
    messageImprint: new pki.MessageImprint({
      hashAlgorithm: new pki.AlgorithmIdentifier({ algorithmId: sha256, algorithmParams: new asn1.Null() }),
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

/** What a token says of `content`; null unless it is about this content and its signature is that of the certificate within. */
export const readTimestamp = async (token: Buffer, content: string): Promise<Timestamp | null> => {
  try {
    const signed = signedDataOf(token)
    const isValid = await signed.verify({ signer: 0, data: Uint8Array.from(Buffer.from(content, 'utf8')).buffer })
    if (!isValid) return null
    return { at: tstInfoOf(signed).genTime.toISOString(), authority: signerOf(signed) }
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

const signerOf = ({ certificates, signerInfos }: pki.SignedData): string => {
  const sid = signerInfos[0]?.sid
  const signer = certificates?.find(
    (certificate) =>
      certificate instanceof pki.Certificate &&
      (!(sid instanceof pki.IssuerAndSerialNumber) || certificate.serialNumber.isEqual(sid.serialNumber)),
  )
  if (!(signer instanceof pki.Certificate)) return ''
  return String(signer.subject.typesAndValues.find(({ type }) => type === commonName)?.value.valueBlock.value ?? '')
}

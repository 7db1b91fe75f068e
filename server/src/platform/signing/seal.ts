// `@peculiar/x509` needs this import.
import 'reflect-metadata'
import { createPrivateKey, hash, KeyObject, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import * as x509 from '@peculiar/x509'
import * as asn1 from 'asn1js'
import forge from 'node-forge'
import * as pki from 'pkijs'
import { type Clock, systemClock } from '../clock.ts'
import type { Config } from '../config/config.ts'
import { StartFailure } from '../errors/start-failure.ts'
import { fillSealPlace } from '../pdf/seal-place.ts'
import { sha256 } from './canonical.ts'
import { knownSeals, openKeyFile, type SealCertificate } from './key-files.ts'
import { commonNameOf, signingCertificateV2 } from './read-seal.ts'

/** Seals PDFs with the company's certificate: PAdES baseline B-B (ETSI EN 319 142-1). */
export interface Seal extends SealCertificate {
  /** True for a certificate that no authority issued, such as the first start makes: readers can only compare its fingerprint. */
  readonly selfSigned: boolean
  /** The certificate in PEM. */
  readonly certificate: string
  /** Seals a PDF in the place that `drawPdf` left for the seal. @throws Error if the PDF has no such place */
  seal(pdf: Buffer): Promise<Buffer>
}

/** A key and its certificates; the signing certificate comes first. */
interface Identity {
  readonly key: KeyObject
  readonly certificates: readonly X509Certificate[]
}

/** Opens the certificate of `SEAL_P12`, or of `DATA_DIR/keys`, where the first start makes one. @throws StartFailure */
export const openSeal = async (config: Config, clock: Clock = systemClock): Promise<Seal> => {
  const { sealP12, sealPassword } = config
  const identity = sealP12
    ? await readP12(sealP12, sealPassword ?? '')
    : await openKeyFile(config, 'seal.pem', makeIdentity, parseIdentity)
  const [certificate] = identity.certificates
  if (!certificate) throw new StartFailure('SEAL_P12 has no certificate for its key.')
  const sign = openSigner(identity, certificate.raw)
  const own = { fingerprint: sha256(certificate.raw), holder: commonNameOf(certificate) }
  return {
    ...(await knownSeals.add(config, clock, own)),
    ...own,
    selfSigned: certificate.subject === certificate.issuer,
    certificate: certificate.toString(),
    seal: (pdf) => fillSealPlace(pdf, sign),
  }
}

/** The identifiers of signed attributes (RFC 5652, 11). */
const [contentType, messageDigest] = ['1.2.840.113549.1.9.3', '1.2.840.113549.1.9.4'] as const

/** Creates a function that signs a PDF's bytes outside the seal's place: CMS (RFC 5652), detached. */
const openSigner = (identity: Identity, der: Buffer) => {
  const key = identity.key.toCryptoKey(algorithmOf(identity.key), false, ['sign'])
  const certificates = identity.certificates.map(({ raw }) => pki.Certificate.fromBER(Uint8Array.from(raw)))
  const { issuer, serialNumber } = pki.Certificate.fromBER(Uint8Array.from(der))
  const attribute = (type: string, value: asn1.BaseBlock) => new pki.Attribute({ type, values: [value] })
  const digestOf = (content: Uint8Array) =>
    new asn1.OctetString({ valueHex: Uint8Array.from(hash('sha256', content, 'buffer')) })

  return async (content: Buffer): Promise<Buffer> => {
    const signed = new pki.SignedData({
      version: 1,
      encapContentInfo: new pki.EncapsulatedContentInfo({ eContentType: pki.ContentInfo.DATA }),
      signerInfos: [
        new pki.SignerInfo({
          version: 1,
          sid: new pki.IssuerAndSerialNumber({ issuer, serialNumber }),
          signedAttrs: new pki.SignedAndUnsignedAttributes({
            type: 0,
            // The time of the seal is in the PDF: PAdES forbids the attribute signingTime.
            attributes: [
              attribute(contentType, new asn1.ObjectIdentifier({ value: pki.ContentInfo.DATA })),
              attribute(messageDigest, digestOf(content)),
              // No algorithm is given, since SHA-256 is the default.
              attribute(signingCertificateV2, sequence(sequence(sequence(digestOf(der))))),
            ],
          }),
        }),
      ],
      certificates,
    })
    await signed.sign(key, 0, 'SHA-256', Uint8Array.from(content))
    const info = new pki.ContentInfo({ contentType: pki.ContentInfo.SIGNED_DATA, content: signed.toSchema(true) })
    return Buffer.from(info.toSchema().toBER())
  }
}

const sequence = (value: asn1.BaseBlock): asn1.Sequence => new asn1.Sequence({ value: [value] })

/** Returns the key's signing algorithm. @throws StartFailure for keys other than RSA and the three NIST curves */
const algorithmOf = ({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject) => {
  const curves: Readonly<Record<string, string>> = { prime256v1: 'P-256', secp384r1: 'P-384', secp521r1: 'P-521' }
  const namedCurve = curves[asymmetricKeyDetails?.namedCurve ?? '']
  if (asymmetricKeyType === 'rsa') return { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  if (namedCurve) return { name: 'ECDSA', namedCurve }
  throw new StartFailure('SEAL_P12 must hold an RSA key or one of the curves P-256, P-384 and P-521.')
}

/** Reads a PKCS #12 file. node-forge also reads the older ciphers with which such files are still made. @throws StartFailure */
const readP12 = async (file: string, password: string): Promise<Identity> => {
  const content = await readFile(file).catch(() => null)
  if (!content) throw new StartFailure(`SEAL_P12 cannot be read: ${file}.`)
  try {
    const p12 = forge.pkcs12.pkcs12FromAsn1(forge.asn1.fromDer(content.toString('binary')), password)
    const bags = p12.safeContents.flatMap(({ safeBags }) => safeBags)
    const bag = bags.find(({ type }) => type === forge.pki.oids.pkcs8ShroudedKeyBag || type === forge.pki.oids.keyBag)
    const certificates = bags
      .filter(({ type }) => type === forge.pki.oids.certBag)
      .map(({ cert, asn1: raw }) => new X509Certificate(derOf(cert ? forge.pki.certificateToAsn1(cert) : raw)))
    if (!bag) throw new Error('no key')
    // node-forge parses RSA keys; it leaves others as they were.
    const pkcs8 = derOf(bag.key ? forge.pki.wrapRsaPrivateKey(forge.pki.privateKeyToAsn1(bag.key)) : bag.asn1)
    const key = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
    const isOwn = (one: X509Certificate) => one.checkPrivateKey(key)
    return { key, certificates: [...certificates.filter(isOwn), ...certificates.filter((one) => !isOwn(one))] }
  } catch (error) {
    throw new StartFailure(
      `SEAL_P12 cannot be opened with SEAL_PASSWORD: ${error instanceof Error ? error.message : error}.`,
    )
  }
}

const derOf = (value: forge.asn1.Asn1): Buffer => Buffer.from(forge.asn1.toDer(value).getBytes(), 'binary')

const parseIdentity = (pem: string, file: string): Identity => {
  try {
    return {
      key: createPrivateKey(pem),
      certificates: [new X509Certificate(pem.slice(pem.indexOf('-----BEGIN CERTIFICATE-----')))],
    }
  } catch {
    throw new StartFailure(`${file} cannot be read: restore it from a copy, or remove it to have another one made.`)
  }
}

/** Makes a key (P-256) and its self-signed certificate, which is valid for 20 years. PEM. */
const makeIdentity = async (): Promise<string> => {
  const signingAlgorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const keys = await crypto.subtle.generateKey(signingAlgorithm, true, ['sign', 'verify'])
  const notBefore = new Date()
  const { digitalSignature, nonRepudiation } = x509.KeyUsageFlags
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=Kontor (self-signed)',
    keys,
    signingAlgorithm,
    notBefore,
    notAfter: new Date(notBefore.getTime() + 20 * 365.25 * 86_400_000),
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(digitalSignature | nonRepudiation, true),
    ],
  })
  return `${KeyObject.from(keys.privateKey).export({ format: 'pem', type: 'pkcs8' })}${certificate.toString('pem')}\n`
}

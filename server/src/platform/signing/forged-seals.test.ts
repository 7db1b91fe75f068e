import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as asn1 from 'asn1js'
import * as pki from 'pkijs'
import { afterAll, expect, test } from 'vitest'
import { drawSealable } from '../../testing/signing.ts'
import { loadConfig } from '../config/config.ts'
import { readAttachments } from '../pdf/attachments.ts'
import { readSeal } from './read-seal.ts'
import { openSeal } from './seal.ts'

const folder = await mkdtemp(join(tmpdir(), 'kontor-forged-'))
afterAll(() => rm(folder, { recursive: true }))

const openSealIn = (name: string) => openSeal(loadConfig({ DATA_DIR: join(folder, name) }))
const company = await openSealIn('company')
const stranger = await openSealIn('stranger')

const sealed = await company.seal(await drawSealable('1 000 kr'))
const forged = await stranger.seal(await drawSealable('1 kr'))

const placeOf = (pdf: Buffer) => {
  const begin = pdf.indexOf('/Contents <') + '/Contents <'.length
  return { begin, end: pdf.indexOf('>', begin) }
}

/** The PDF with its signature replaced by these hexadecimal digits, padded with zeroes. */
const withSignature = (pdf: Buffer, hex: string): Buffer => {
  const { begin, end } = placeOf(pdf)
  return Buffer.concat([pdf.subarray(0, begin), Buffer.from(hex.padEnd(end - begin, '0')), pdf.subarray(end)])
}

const signatureOf = (pdf: Buffer): pki.SignedData => {
  const { begin, end } = placeOf(pdf)
  const der = Uint8Array.from(Buffer.from(pdf.toString('latin1', begin, end), 'hex'))
  return new pki.SignedData({ schema: pki.ContentInfo.fromBER(der).content })
}

const hexOf = (signed: pki.SignedData): string => {
  const info = new pki.ContentInfo({ contentType: pki.ContentInfo.SIGNED_DATA, content: signed.toSchema(true) })
  return Buffer.from(info.toSchema().toBER()).toString('hex')
}

const changed = (pdf: Buffer, change: (signed: pki.SignedData) => void): Buffer => {
  const signed = signatureOf(pdf)
  change(signed)
  return withSignature(pdf, hexOf(signed))
}

const companyCertificates = signatureOf(sealed).certificates ?? []

test("names the certificate that signed, even if the company's comes first", async () => {
  const planted = changed(forged, (signed) => {
    signed.certificates = [...companyCertificates, ...(signed.certificates ?? [])]
  })
  expect(await readSeal(planted)).toMatchObject({ holder: stranger.holder, fingerprint: stranger.fingerprint })
})

test('refuses a signature that names the company’s certificate in place of its own', async () => {
  const renamed = changed(forged, (signed) => {
    const [certificate] = companyCertificates
    const [signer] = signed.signerInfos
    if (!(certificate instanceof pki.Certificate) || !signer) throw new Error('There is no signature')
    signed.certificates = companyCertificates
    signer.sid = new pki.IssuerAndSerialNumber({ issuer: certificate.issuer, serialNumber: certificate.serialNumber })
  })
  expect(await readSeal(renamed)).toEqual({ fault: 'the PDF was changed after it was sealed' })
})

test('refuses a signature over a content of its own', async () => {
  const enveloping = changed(sealed, (signed) => {
    signed.encapContentInfo = new pki.EncapsulatedContentInfo({
      eContentType: '1.2.840.113549.1.7.1',
      eContent: new asn1.OctetString({ valueHex: Uint8Array.from(Buffer.from('x')).buffer }),
    })
  })
  expect(await readSeal(enveloping)).toEqual({ fault: 'the seal signs a content of its own instead of the PDF' })
})

test('refuses anything but the signature and zeroes in the uncovered gap', async () => {
  const { begin, end } = placeOf(sealed)
  const digits = sealed.toString('latin1', begin, end)
  const write = (text: string, at: number) => {
    const copy = Buffer.from(sealed)
    copy.write(text, at, 'latin1')
    return copy
  }
  const hiding = { fault: 'the seal hides something beside its signature' }
  const replacing = { fault: 'the PDF has no seal' }
  expect(digits.endsWith('0000000000')).toBe(true)
  expect(await readSeal(write('beef', end - 4))).toEqual(hiding)
  for (const text of ['> /Contents <', ' hei ']) expect(await readSeal(write(text, end - 20))).toEqual(replacing)
  const attribute = new pki.Attribute({ type: '1.2.3', values: [new asn1.Utf8String({ value: 'skjult' })] })
  const beside = changed(sealed, ({ signerInfos: [signer] }) => {
    if (signer) signer.unsignedAttrs = new pki.SignedAndUnsignedAttributes({ type: 1, attributes: [attribute] })
  })
  expect(await readSeal(beside)).toEqual(hiding)
})

test('refuses a seal without a readable time', async () => {
  const drawn = (await drawSealable()).toString('latin1').replace(/\/M \(D:\d{14}/, '/M (D:99999999999999')
  expect(await readSeal(await company.seal(Buffer.from(drawn, 'latin1')))).toEqual({ fault: 'the seal states no time' })
})

test('refuses additions after the seal, even if they claim to be covered', async () => {
  const update = Buffer.from('\n9 0 obj\n<< /Type /Page >>\nendobj\nstartxref\n0\n%%EOF\n')
  const longer = Buffer.concat([sealed, update])
  expect(await readSeal(longer)).toEqual({ fault: 'the seal does not cover the whole PDF' })
  const [, range = ''] = /\/ByteRange \[(.*?)\]/.exec(sealed.toString('latin1')) ?? []
  const numbers = range.trim().split(' ').map(Number)
  const claim = [...numbers.slice(0, 3), (numbers[3] ?? 0) + update.length].join(' ').padEnd(range.length)
  const claiming = Buffer.from(longer)
  claiming.write(claim, longer.indexOf(`[${range}]`) + 1, 'latin1')
  expect(await readSeal(claiming)).toEqual({ fault: 'the PDF was changed after it was sealed' })
  const partly = Buffer.from(sealed)
  partly.write('[1 ', sealed.indexOf('/ByteRange [') + '/ByteRange '.length, 'latin1')
  expect(await readSeal(partly)).toEqual({ fault: 'the seal does not cover the whole PDF' })
})

test.each([
  '/ByteRange [0 /********** /********** /**********]',
  'a ) ( \\ /Type /EmbeddedFile stream\n x',
  'Åpen /ByteRange [0 1 2 3]',
])('is not confused by the title %j', async (title) => {
  const pdf = await company.seal(await drawSealable('1 000 kr', title))
  expect(await readSeal(pdf)).toMatchObject({ holder: company.holder, fingerprint: company.fingerprint })
  expect(readAttachments(pdf).get('evidence.json')?.toString()).toBe('{"æ":1}')
})

test('names the same certificate, or none, whichever byte of the signature is changed', async () => {
  const { begin, end } = placeOf(sealed)
  const bytes = Buffer.from(sealed.toString('latin1', begin, end), 'hex')
  const used = bytes.findLastIndex((byte) => byte !== 0) + 1
  const found = new Set<string>()
  for (let index = 0; index < used; index++) {
    const flipped = Buffer.from(bytes)
    flipped[index] = (flipped[index] ?? 0) ^ 0x81
    const seal = await readSeal(withSignature(sealed, flipped.toString('hex')))
    if ('fingerprint' in seal) found.add(seal.fingerprint)
  }
  expect([...found]).toEqual([company.fingerprint])
}, 240_000)

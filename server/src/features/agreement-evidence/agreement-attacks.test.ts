import { describe, expect, test } from 'vitest'
import { drawPdf } from '../../platform/pdf/draw-pdf.ts'
import { drawing, type PdfDocument } from '../../platform/pdf/pdf-document.ts'
import type { Signing } from '../../platform/secrets/servers.ts'
import { knownBy, sampleFiles, sampleRecord } from '../../testing/evidence.ts'
import { openTestSigning } from '../../testing/signing.ts'
import { attachmentsOf, type EvidenceFiles } from './agreement-evidence.files.ts'
import type { EvidenceRecord } from './agreement-evidence.record.ts'
import { sealableDocument } from './agreement-evidence.sealing.service.ts'
import { verifyPdf } from './agreement-evidence.verification.service.ts'

const at = '2026-03-24T10:00:00.000Z'
const [company, stranger] = [await openTestSigning(), await openTestSigning()]
const known = knownBy(company)

const recordOf = ({ seal }: Signing, total = 120_000) => {
  const record = sampleRecord({ certificates: [seal.fingerprint] })
  return { ...record, agreement: { ...record.agreement, totalAmount: total } }
}
const genuine = sampleFiles(recordOf(company), company.key)
const cheap = sampleFiles(recordOf(company, 100), stranger.key)

/** The pages of one record with the attachments of another. */
const withPagesOf = (pages: EvidenceFiles, attached: EvidenceFiles): PdfDocument => ({
  ...sealableDocument(pages, at),
  files: attachmentsOf(attached),
})
const seal = async ({ seal: { seal: sealing } }: Signing, document: PdfDocument) => sealing(await drawPdf(document))

const unsealed = await drawPdf(sealableDocument(genuine, at))
const sealed = await company.seal.seal(unsealed)
const addition = Buffer.from('\n9 0 obj\n<< /Type /Page >>\nendobj\nstartxref\n0\n%%EOF\n')
const changed = (change: (text: string) => string) => Buffer.from(change(sealed.toString('latin1')), 'latin1')

test("a genuine document holds, but its signer is unknown without the installation's keys", async () => {
  expect(await verifyPdf(sealed, known)).toMatchObject({ verdict: 'holds', faults: [], unknown: [] })
  for (const nothing of [{ keys: [] }, { certificates: [] }, { keys: [], certificates: [] }]) {
    const found = await verifyPdf(sealed, { ...known, ...nothing })
    expect(found).toMatchObject({ verdict: 'unknown signer', faults: [] })
  }
})

describe('a document is broken', () => {
  const otherPages = "the pages are not the record's"
  const otherCertificate = 'the certificate that sealed the PDF is not the one that the record names'

  test.each<[what: string, forge: () => Promise<Buffer>, fault: string]>([
    [
      'when a customer redraws its pages and seals them under the same name',
      () => seal(stranger, withPagesOf(cheap, genuine)),
      otherCertificate,
    ],
    ['when a customer seals it again', () => seal(stranger, sealableDocument(genuine, at)), otherCertificate],
    ['when the office itself redraws its pages', () => seal(company, withPagesOf(cheap, genuine)), otherPages],
    [
      'when its key is replaced',
      () => seal(company, sealableDocument({ ...genuine, publicKey: stranger.key.publicKey }, at)),
      'the signature is not valid',
    ],
    [
      'when it is given another origin',
      () => seal(company, sealableDocument({ ...genuine, origin: { address: '::1', userAgent: null, salt: 's' } }, at)),
      'the IP address or the browser is not what it was',
    ],
    [
      'when a timestamp of another answer is attached',
      () => seal(company, sealableDocument({ ...genuine, timestamp: Buffer.from('x') }, at)),
      'the timestamp is not valid',
    ],
    [
      'without its record',
      () => seal(company, { ...sealableDocument(genuine, at), files: [] }),
      'the PDF has no evidence attached',
    ],
    ['twice in one file', async () => Buffer.concat([sealed, sealed]), 'the seal does not cover the whole PDF'],
    [
      'when a stranger adds to it and makes its seal cover that',
      () => stranger.seal.seal(Buffer.concat([unsealed, addition])),
      otherCertificate,
    ],
    ['when the office itself does', () => company.seal.seal(Buffer.concat([unsealed, addition])), otherPages],
    [
      'when its time cannot be read',
      () => seal(company, withPagesOf(cheap, sampleFiles({ ...recordOf(company), answeredAt: 'x' }, company.key))),
      'the record of the answer cannot be read',
    ],
    ['after junk', async () => changed((text) => `%junk\n${text}`), 'the seal does not cover the whole PDF'],
    ['without its end', async () => sealed.subarray(0, -200), 'the seal does not cover the whole PDF'],
    ['that is none', async () => Buffer.from('hello'), 'the PDF has no seal'],
  ])('%s', async (_, forge, fault) => {
    const { verdict, faults } = await verifyPdf(await forge(), known)
    expect([verdict, faults[0]]).toEqual(['broken', fault])
  })
})

test.each<[what: string, fields: Partial<EvidenceRecord>, why: RegExp]>([
  ['of a newer version', { drawing: drawing + 1 }, /^a newer version of Kontor drew the pages, and can check them$/],
  [
    'that cannot be drawn again',
    { link: { sendings: [{ to: '', cc: [], at: '?' }], storedAddress: null } },
    /^the pages/,
  ],
])('a document %s is not checked, and does not hold', async (_, fields, why) => {
  const attached = sampleFiles({ ...recordOf(company), ...fields }, company.key)
  const found = await verifyPdf(await seal(company, withPagesOf(genuine, attached)), known)
  expect(found).toMatchObject({ verdict: 'not checked', faults: [], unchecked: expect.stringMatching(why) })
})

test('a document that a stranger makes from nothing never holds', async () => {
  const forged = sampleFiles(recordOf(stranger, 100), stranger.key)
  expect(await verifyPdf(await seal(stranger, sealableDocument(forged, at)), known)).toMatchObject({
    verdict: 'unknown signer',
    unknown: [`the key ${stranger.key.publicKey}`, `the certificate ${stranger.seal.fingerprint}`],
  })
})

test.each([
  '/ByteRange [0 /********** /********** /**********]',
  ') >> endobj\n/ByteRange [0 1 2 3]\n/Contents <00>\n',
])('a customer who types the message %j gets a document that holds', async (message) => {
  const record = { ...recordOf(company), answer: { action: 'accept', channel: 'link', message, name: null } } as const
  const document = sealableDocument(sampleFiles(record, company.key), at)
  expect(await verifyPdf(await seal(company, document), known)).toMatchObject({ verdict: 'holds' })
})

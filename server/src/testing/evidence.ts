import { answeredDocument } from '../features/agreement-evidence/agreement-evidence.document.ts'
import type { EvidenceFiles } from '../features/agreement-evidence/agreement-evidence.files.ts'
import { type EvidenceRecord, originHash } from '../features/agreement-evidence/agreement-evidence.record.ts'
import type { Known } from '../features/agreement-evidence/agreement-evidence.verification.service.ts'
import type { Snapshot } from '../features/agreements/agreements.snapshot.ts'
import { drawing } from '../platform/pdf/pdf-document.ts'
import type { Signing } from '../platform/secrets/servers.ts'
import { canonicalJson } from '../platform/signing/canonical.ts'

const at = '2026-03-24T09:00:00.000Z'

/** A sent agreement with a line of 1 200 kr. */
export const sampleSnapshot: Snapshot = {
  format: 'kontor-agreement-2',
  agreementId: '11111111-1111-4111-8111-111111111111',
  number: 1,
  reference: 'A-2026-0007',
  title: 'Rådgivning',
  description: null,
  validUntil: null,
  currency: 'NOK',
  totalAmount: 120_000,
  vatAmount: 30_000,
  seller: {
    name: 'Eksempel AS',
    organizationNumber: '999999999',
    address: 'Storgata 1, 0001 Eksempelby',
    email: 'post@eksempel.example',
    phone: '+47 12 34 56 78',
  },
  customer: {
    name: 'Blåbær & sønner AS',
    organizationNumber: '974760673',
    address: null,
    postCode: null,
    city: 'Ås',
  },
  contactPerson: { firstName: 'Kari', lastName: 'Nordmann', email: 'kari@kunde.example', mobilePhone: null },
  products: [
    {
      description: 'Rådgivning, del 1.',
      productId: null,
      quantity: 1,
      unitPrice: 120_000,
      vatRate: 25,
      totalPrice: 120_000,
    },
  ],
  conditions: [],
}

const sampleOrigin = { address: '203.0.113.7', userAgent: 'Prøvenettleser 1.0', salt: 's' }

/** Returns the evidence record of an acceptance of `sampleSnapshot` by link. */
export const sampleRecord = (fields: Partial<EvidenceRecord> = {}): EvidenceRecord => ({
  format: 'kontor-answer-1',
  number: 7,
  agreement: sampleSnapshot,
  frozenAt: at,
  read: 'named',
  answer: { action: 'accept', channel: 'link', message: null, name: 'Kari Nordmann' },
  answeredAt: at,
  link: { sendings: [{ to: 'kari@kunde.example', cc: [], at }], storedAddress: 'kari@kunde.example' },
  verification: { method: 'link' },
  origin: originHash(sampleOrigin),
  certificates: ['c'.repeat(64)],
  drawing,
  ...fields,
})

const samplePublicKey = 'MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE='

/** Returns the evidence of a record: signed by the key, or unsigned without one. */
export const sampleFiles = (record: EvidenceRecord, key?: Signing['key']): EvidenceFiles => {
  const content = canonicalJson(record)
  return {
    record: content,
    signature: Buffer.from(key?.sign(content) ?? '', 'base64url'),
    publicKey: key?.publicKey ?? samplePublicKey,
    timestamp: null,
    idToken: null,
    origin: sampleOrigin,
  }
}

export const sampleDocument = (fields: Partial<EvidenceRecord> = {}, files: Partial<EvidenceFiles> = {}) =>
  answeredDocument({ ...sampleFiles(sampleRecord(fields)), ...files }, at)

/** Returns the keys and certificates of an installation. */
export const knownBy = ({ key, seal }: Signing): Known => ({
  keys: [{ publicKey: key.publicKey }],
  certificates: [seal.fingerprint],
})

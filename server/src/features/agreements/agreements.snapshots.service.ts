import type { Queryable } from '../../platform/database/database.ts'
import { canonicalJson } from '../../platform/signing/canonical.ts'
import { readCompany } from '../company/company.queries.ts'
import { listConditions, listLines } from './agreements.lines.queries.ts'
import { type AgreementRow, readAgreement, readContactPerson, readCustomer } from './agreements.queries.ts'
import { parseSnapshot, type Snapshot, sameContent, snapshotSchema } from './agreements.snapshot.ts'
import { findNewestSnapshot, insertSnapshot } from './agreements.timeline.queries.ts'

const readSeller = async (tx: Queryable, agreement: AgreementRow): Promise<Snapshot['seller']> => {
  const { name, organizationNumber, street, postCode, city, email, phone } = await readCompany(tx)
  const { responsibleName, responsiblePhone, responsibleEmail } = agreement
  return {
    name,
    organizationNumber,
    address: `${street}, ${postCode} ${city}`,
    email,
    phone,
    responsible: responsibleName ? { name: responsibleName, phone: responsiblePhone, email: responsibleEmail } : null,
  }
}

/** The agreement's current state, with `changes`, as a snapshot; `number` 0 marks a text that no customer has seen. */
export const buildSnapshot = async (
  tx: Queryable,
  id: string,
  changes: Partial<Pick<Snapshot, 'language' | 'validUntil'>> = {},
): Promise<Snapshot> => {
  const agreement = await readAgreement(tx, id)
  const customer = agreement && (await readCustomer(tx, agreement.customerId))
  if (!agreement || !customer) throw new Error('The agreement or its customer no longer exists')
  const { contactPersonId } = agreement
  const person = contactPersonId === null ? undefined : await readContactPerson(tx, contactPersonId, customer.id)
  // The schema drops all other columns.
  return snapshotSchema.parse({
    ...agreement,
    ...changes,
    format: 'kontor-agreement-2',
    agreementId: id,
    number: 0,
    seller: await readSeller(tx, agreement),
    currency: 'NOK',
    customer,
    contactPerson: person ?? null,
    products: await listLines(tx, id),
    conditions: await listConditions(tx, id),
  } satisfies Snapshot)
}

/** Stores a new snapshot unless the text is unchanged. The caller's transaction has locked the agreement. */
export const renewSnapshot = async (tx: Queryable, agreementId: string): Promise<void> => {
  const newest = await findNewestSnapshot(tx, agreementId)
  const text = await buildSnapshot(tx, agreementId)
  if (newest && sameContent(parseSnapshot(newest.content), text)) return
  const number = (newest?.number ?? 0) + 1
  await insertSnapshot(tx, { agreementId, number, content: canonicalJson({ ...text, number }) })
}

import { randomUUID } from 'node:crypto'
import { isFrozen } from '@kontor/contract/agreements/agreements.rules'
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

/** Returns the agreement's current state, with `changes`, as a snapshot; `number` 0 marks a text that no customer has seen. */
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
  // The schema drops columns that it doesn't name.
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

/** Lists an agreement's lines and conditions for the office. Once it is accepted or rejected, they come from the answered text. */
export const listShown = async (db: Queryable, { id: agreementId, status }: Pick<AgreementRow, 'id' | 'status'>) => {
  const [lines, conditions] = [await listLines(db, agreementId), await listConditions(db, agreementId)]
  const answered = isFrozen(status) && (await findNewestSnapshot(db, agreementId))
  if (!answered) return { lines, conditions }
  const text = parseSnapshot(answered.content)
  const missing = (sortOrder: number) => {
    return { id: randomUUID(), agreementId, sortOrder, version: 1, createdAt: answered.createdAt }
  }
  return {
    lines: text.products.map((product, index) => {
      // Takes `productId` from the line, since the text keeps the id of a deleted product. A text has no `conditionId`.
      return { ...missing(index), ...lines[index], ...product, productId: lines[index]?.productId ?? null }
    }),
    conditions: text.conditions.map((condition, index) => {
      return { ...missing(index), conditionId: null, ...conditions[index], ...condition }
    }),
  }
}

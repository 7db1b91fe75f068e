import { company } from '@kontor/contract/shared/company'
import type { Queryable } from '../../platform/database/database.ts'
import { findNewestSnapshot, insertSnapshot } from './agreements.evidence.queries.ts'
import { canonicalJson, parseSnapshot, type Snapshot, sameContent } from './agreements.evidence.ts'
import { listConditions, listLines } from './agreements.lines.queries.ts'
import { readAgreement, readContactPerson, readCustomer } from './agreements.queries.ts'

const seller: Snapshot['seller'] = {
  name: company.name,
  organizationNumber: company.organizationNumber,
  address: `${company.street}, ${company.postCode} ${company.city}`,
  email: company.email,
}

/** The agreement's current state as a snapshot; `number` 0 marks a text that no customer has seen. */
export const buildSnapshot = async (tx: Queryable, id: string): Promise<Snapshot> => {
  const agreement = await readAgreement(tx, id)
  const customer = agreement && (await readCustomer(tx, agreement.customerId))
  if (!agreement || !customer) throw new Error('The agreement or its customer no longer exists')
  const { title, description, validUntil, totalAmount, vatAmount, contactPersonId } = agreement
  const person = contactPersonId === null ? undefined : await readContactPerson(tx, contactPersonId, customer.id)
  const { name, organizationNumber, address, postCode, city } = customer
  return {
    format: 'kontor-agreement-1',
    agreementId: id,
    number: 0,
    title,
    description,
    validUntil,
    totalAmount,
    vatAmount,
    seller,
    currency: 'NOK',
    customer: { name, organizationNumber, address, postCode, city },
    contactPerson: person ? contactDetails(person) : null,
    products: (await listLines(tx, id)).map((line) => ({
      description: line.description,
      productId: line.productId,
      quantity: line.quantity,
      unitPrice: line.unitPrice,
      vatRate: line.vatRate,
      totalPrice: line.totalPrice,
    })),
    conditions: (await listConditions(tx, id)).map((condition) => ({
      name: condition.name,
      content: condition.content,
      customContent: condition.customContent,
    })),
  }
}

const contactDetails = ({ firstName, lastName, email, mobilePhone }: NonNullable<Snapshot['contactPerson']>) => ({
  firstName,
  lastName,
  email,
  mobilePhone,
})

/**
 * Stores a new snapshot to show the customer, unless the text is unchanged. Call it in the transaction that has locked the
 * agreement.
 */
export const renewSnapshot = async (tx: Queryable, agreementId: string): Promise<void> => {
  const newest = await findNewestSnapshot(tx, agreementId)
  const text = await buildSnapshot(tx, agreementId)
  if (newest && sameContent(parseSnapshot(newest.content), text)) return
  const number = (newest?.number ?? 0) + 1
  await insertSnapshot(tx, { agreementId, number, content: canonicalJson({ ...text, number }) })
}

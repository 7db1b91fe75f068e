import { contactPersonFields } from '@kontor/contract/customers/customers.fields'
import type { Queryable } from '../../platform/database/database.ts'
import { breaksForeignKey } from '../../platform/database/failures.ts'
import { HttpError, notFound, orThrow } from '../../platform/errors/http-error.ts'
import { deleteToTrash, type RequestedDeletion } from '../../platform/trash/deletion.ts'
import { moveToArchive } from '../../platform/trash/trash.ts'
import { checkCompany, type RegisterCheck } from '../company-register/company-register.check.service.ts'
import * as queries from './customers.queries.ts'

export const customerNotFound = () => notFound('Kunden finnes ikke.')

export const personNotFound = () => notFound('Kontaktpersonen finnes ikke.')

/** Deletes a customer. If the foreign key of an accepted agreement prevents that, archives the customer instead. */
export const removeCustomer = (db: Queryable, id: number, deletion: RequestedDeletion): Promise<void> =>
  db.transaction(async (tx) => {
    const entity = { id, find: () => queries.findCustomer(tx, id), missing: customerNotFound }
    try {
      // Deletes in a savepoint, so that a failed deletion doesn't abort the outer transaction.
      await deleteToTrash(tx, queries.customerTrash, entity, deletion, (savepoint) =>
        queries.deleteCustomer(savepoint, id),
      )
    } catch (error) {
      if (!breaksForeignKey(error)) throw error
      await moveToArchive(tx, queries.customerTrash, id, ['archived_at'], deletion)
      if (!(await queries.archiveCustomer(tx, id))) throw customerNotFound()
    }
  })

export const removeContactPerson = (db: Queryable, id: number, deletion: RequestedDeletion): Promise<void> =>
  deleteToTrash(
    db,
    queries.contactPersonTrash,
    { id, find: (tx) => queries.findContactPerson(tx, id), missing: personNotFound },
    deletion,
    (tx) => queries.deleteContactPerson(tx, id),
  )

/** Splits a contact person's name: the last word is the last name; a single word is a first name. */
export const splitName = (name: string) => {
  const [firstName = '', ...rest] = name.trim().split(/\s+/)
  const lastName = rest.pop() ?? ''
  return {
    firstName: [firstName, ...rest].join(' ').slice(0, contactPersonFields.firstName.max),
    lastName: lastName.slice(0, contactPersonFields.lastName.max),
  }
}

export const addContactPerson = (db: Queryable, person: Parameters<typeof queries.insertContactPerson>[1]) =>
  queries.insertContactPerson(db, person).catch((error: unknown) => {
    throw breaksForeignKey(error) ? customerNotFound() : error
  })

export const checkCustomer = async (db: Queryable, check: RegisterCheck, id: number, signal: AbortSignal) => {
  const customer = await orThrow(queries.findCustomer(db, id), customerNotFound)
  if (customer.organizationNumber === null) {
    const fields = { organizationNumber: 'Fyll inn et organisasjonsnummer først' }
    throw new HttpError(409, 'Kunden har ikke noe organisasjonsnummer å slå opp.', { fields })
  }
  await checkCompany(check, db, customer.organizationNumber, signal)
  return orThrow(queries.findCustomer(db, id), customerNotFound)
}

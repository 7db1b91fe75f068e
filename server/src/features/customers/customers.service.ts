import type { Queryable } from '../../platform/database/database.ts'
import { breaksForeignKey } from '../../platform/database/failures.ts'
import { HttpError, notFound, orThrow } from '../../platform/errors/http-error.ts'
import type { RegisterCheck } from '../company-register/company-register.check.service.ts'
import { archiveCustomer, deleteCustomer, findCustomer, insertContactPerson } from './customers.queries.ts'

export const customerNotFound = () => notFound('Kunden finnes ikke.')

/** Archives it when agreements refer to it: the foreign key decides, since a check would race with new ones. */
export const removeCustomer = (db: Queryable, id: number): Promise<boolean> =>
  db.transaction(async (tx) => {
    try {
      // A savepoint, so that a failed deletion doesn't abort the outer transaction.
      return await tx.transaction((savepoint) => deleteCustomer(savepoint, id))
    } catch (error) {
      if (!breaksForeignKey(error)) throw error
      return archiveCustomer(tx, id)
    }
  })

export const addContactPerson = (db: Queryable, person: Parameters<typeof insertContactPerson>[1]) =>
  insertContactPerson(db, person).catch((error: unknown) => {
    throw breaksForeignKey(error) ? customerNotFound() : error
  })

export const checkCustomer = async (db: Queryable, check: RegisterCheck, id: number, signal: AbortSignal) => {
  const customer = await orThrow(findCustomer(db, id), customerNotFound)
  if (customer.organizationNumber === null) {
    const fields = { organizationNumber: 'Fyll inn et organisasjonsnummer først' }
    throw new HttpError(409, 'Kunden har ikke noe organisasjonsnummer å slå opp.', { fields })
  }
  await check(db, [customer.organizationNumber], signal)
  return orThrow(findCustomer(db, id), customerNotFound)
}

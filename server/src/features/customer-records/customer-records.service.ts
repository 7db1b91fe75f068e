import type { CustomerRecord } from '@kontor/contract/customer-records/customer-records.schema'
import type { Queryable } from '../../platform/database/database.ts'
import { orThrow } from '../../platform/errors/http-error.ts'
import { findCustomer, listContactPersons } from '../customers/customers.queries.ts'
import { customerNotFound } from '../customers/customers.service.ts'
import * as queries from './customer-records.queries.ts'

export const readRecord = async (db: Queryable, id: number): Promise<CustomerRecord> => {
  const customer = await orThrow(findCustomer(db, id), customerNotFound)
  const persons = await listContactPersons(db, id)
  // A contact person may have no address.
  const addresses = [customer, ...persons].map(({ email }) => email).filter((email) => email !== '')
  const [createdBy, agreements, sums, events, enquiries, registrations, mails, leads, leadEntries] = await Promise.all([
    queries.findCreator(db, id),
    queries.listAgreements(db, id),
    queries.sumAgreements(db, id),
    queries.listEvents(db, id),
    queries.listEnquiries(db, id, addresses),
    queries.listRegistrations(db, addresses),
    queries.listMails(db, addresses),
    queries.listLeads(db, id),
    queries.listLeadEntries(db, id),
  ])
  return { customer, createdBy, persons, agreements, sums, events, enquiries, registrations, mails, leads, leadEntries }
}

import {
  checkCustomerRegister as checkEndpoint,
  createCustomer as createEndpoint,
  createContactPerson as createPersonEndpoint,
  deleteCustomer as deleteEndpoint,
  deleteContactPerson as deletePersonEndpoint,
  exportCustomers as exportEndpoint,
  importCustomers as importEndpoint,
  listCustomers as listEndpoint,
  listContactPersons as listPersonsEndpoint,
  updateCustomer as updateEndpoint,
  updateContactPerson as updatePersonEndpoint,
} from '@kontor/contract/customers/customers.endpoints'
import { notFound, staleVersion } from '../../platform/errors/http-error.ts'
import type { Feature } from '../../platform/feature.ts'
import { clientLeft } from '../../platform/http/client-left.ts'
import { acceptFiles } from '../../platform/http/receive-file.ts'
import { serve } from '../../platform/http/route.ts'
import { requireOwnPage } from '../../platform/session/anti-forgery.ts'
import { importFile } from '../../platform/spreadsheet/import-file.ts'
import { openRegisterCheck } from '../company-register/company-register.check.service.ts'
import {
  customerExists,
  deleteContactPerson,
  findContactPerson,
  findCustomer,
  insertCustomer,
  listContactPersons,
  listCustomers,
  updateContactPerson,
  updateCustomer,
} from './customers.queries.ts'
import { addContactPerson, checkCustomer, removeCustomer } from './customers.service.ts'
import { customerImport, sendCustomers } from './customers.spreadsheet.ts'

/** Customers and their contact persons. */
export const customers: Feature = (app, deps) => {
  const { db } = deps.database

  serve(app, listEndpoint, () => listCustomers(db))

  serve(app, createEndpoint, ({ body }) => insertCustomer(db, body))

  serve(app, updateEndpoint, async ({ params, body }) => {
    const updated = await updateCustomer(db, params.id, body)
    if (updated) return updated
    const current = await findCustomer(db, params.id)
    throw current ? staleVersion(current) : customerNotFound()
  })

  serve(app, deleteEndpoint, async ({ params }) => {
    if (!(await removeCustomer(db, params.id))) throw customerNotFound()
  })

  const check = openRegisterCheck(deps)
  serve(app, checkEndpoint, async ({ params, reply }) => {
    const checked = await checkCustomer(db, check, params.id, clientLeft(reply))
    if (!checked) throw customerNotFound()
    return checked
  })

  serve(app, listPersonsEndpoint, async ({ params }) => {
    const persons = await listContactPersons(db, params.id)
    if (persons.length === 0 && !(await customerExists(db, params.id))) throw customerNotFound()
    return persons
  })

  serve(app, createPersonEndpoint, async ({ body }) => {
    const created = await addContactPerson(db, body)
    if (!created) throw customerNotFound()
    return created
  })

  serve(app, updatePersonEndpoint, async ({ params, body }) => {
    const updated = await updateContactPerson(db, params.id, body)
    if (updated) return updated
    const current = await findContactPerson(db, params.id)
    throw current ? staleVersion(current) : personNotFound()
  })

  serve(app, deletePersonEndpoint, async ({ params }) => {
    if (!(await deleteContactPerson(db, params.id))) throw personNotFound()
  })

  serve(app, exportEndpoint, async ({ query, request, reply }) => {
    requireOwnPage(request, query.auth)
    return sendCustomers(reply, db, query.q ?? '')
  })

  acceptFiles(app, (scope) => {
    serve(scope, importEndpoint, ({ query, reply }) => importFile(db, customerImport, reply, query))
  })
}

const customerNotFound = () => notFound('Kunden finnes ikke.')
const personNotFound = () => notFound('Kontaktpersonen finnes ikke.')

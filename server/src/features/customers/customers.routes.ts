import * as endpoints from '@kontor/contract/customers/customers.endpoints'
import { rejectStale } from '../../platform/errors/http-error.ts'
import type { Feature } from '../../platform/feature.ts'
import { clientLeft } from '../../platform/http/client-left.ts'
import { acceptFiles } from '../../platform/http/receive-file.ts'
import { serve } from '../../platform/http/route.ts'
import { requireOwnPage } from '../../platform/session/anti-forgery.ts'
import { importFile } from '../../platform/spreadsheet/import-file.ts'
import { deletionBy } from '../../platform/trash/deletion.ts'
import { openRegisterCheck } from '../company-register/company-register.check.service.ts'
import * as queries from './customers.queries.ts'
import {
  addContactPerson,
  checkCustomer,
  customerNotFound,
  personNotFound,
  removeContactPerson,
  removeCustomer,
} from './customers.service.ts'
import { customerImport, sendCustomers } from './customers.spreadsheet.ts'

export const customers: Feature = (app, deps) => {
  const { db } = deps.database

  serve(app, endpoints.listCustomers, () => queries.listCustomers(db))

  serve(app, endpoints.createCustomer, ({ body }) => queries.insertCustomer(db, body))

  serve(app, endpoints.updateCustomer, ({ params, body }) =>
    rejectStale(
      queries.updateCustomer(db, params.id, body),
      () => queries.findCustomer(db, params.id),
      customerNotFound,
    ),
  )

  serve(app, endpoints.deleteCustomer, ({ params, query, principal }) =>
    removeCustomer(db, params.id, deletionBy(deps, principal, query)),
  )

  const check = openRegisterCheck(deps)
  serve(app, endpoints.checkCustomerRegister, ({ params, reply }) =>
    checkCustomer(db, check, params.id, clientLeft(reply)),
  )

  serve(app, endpoints.listContactPersons, async ({ params }) => {
    const persons = await queries.listContactPersons(db, params.id)
    if (persons.length === 0 && !(await queries.customerExists(db, params.id))) throw customerNotFound()
    return persons
  })

  serve(app, endpoints.createContactPerson, ({ body }) => addContactPerson(db, body))

  serve(app, endpoints.updateContactPerson, ({ params, body }) =>
    rejectStale(
      queries.updateContactPerson(db, params.id, body),
      () => queries.findContactPerson(db, params.id),
      personNotFound,
    ),
  )

  serve(app, endpoints.deleteContactPerson, ({ params, query, principal }) =>
    removeContactPerson(db, params.id, deletionBy(deps, principal, query)),
  )

  serve(app, endpoints.exportCustomers, async ({ query, request, reply }) => {
    requireOwnPage(request, query.auth)
    return sendCustomers(reply, db, query)
  })

  acceptFiles(app, (scope) => {
    serve(scope, endpoints.importCustomers, ({ query, reply, principal }) =>
      importFile(deps, customerImport, reply, { ...query, principal }),
    )
  })
}

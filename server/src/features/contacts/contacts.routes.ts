import * as endpoints from '@kontor/contract/contacts/contacts.endpoints'
import { notFound, rejectStale } from '../../platform/errors/http-error.ts'
import type { Feature } from '../../platform/feature.ts'
import { publicFormLimit } from '../../platform/http/form-limit.ts'
import { serve } from '../../platform/http/route.ts'
import { findContact, listContacts, updateContact } from './contacts.queries.ts'
import { receiveEnquiry, removeEnquiry } from './contacts.service.ts'

/** Enquiries: visitors send them; administrators read, correct and delete them. */
export const contacts: Feature = (app, deps) => {
  const { db } = deps.database

  serve(
    app,
    endpoints.createContact,
    async ({ body }) => {
      await receiveEnquiry(deps, body)
      return { success: true } as const
    },
    publicFormLimit(deps),
  )

  serve(app, endpoints.listContacts, () => listContacts(db))

  serve(app, endpoints.updateContact, ({ params, body }) =>
    rejectStale(updateContact(db, params.id, body), () => findContact(db, params.id), contactNotFound),
  )

  serve(app, endpoints.deleteContact, async ({ params }) => {
    if (!(await removeEnquiry(deps, params.id))) throw contactNotFound()
  })
}

const contactNotFound = () => notFound('Henvendelsen finnes ikke.')

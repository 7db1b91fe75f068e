import {
  createContact,
  deleteContact as deleteEndpoint,
  listContacts as listEndpoint,
  updateContact as updateEndpoint,
} from '@kontor/contract/contacts/contacts.endpoints'
import { notFound, staleVersion } from '../../platform/errors/http-error.ts'
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
    createContact,
    async ({ body }) => {
      await receiveEnquiry(deps, body)
      return { success: true } as const
    },
    publicFormLimit(deps),
  )

  serve(app, listEndpoint, () => listContacts(db))

  serve(app, updateEndpoint, async ({ params, body }) => {
    const updated = await updateContact(db, params.id, body)
    if (updated) return updated
    const current = await findContact(db, params.id)
    throw current ? staleVersion(current) : contactNotFound()
  })

  serve(app, deleteEndpoint, async ({ params }) => {
    if (!(await removeEnquiry(deps, params.id))) throw contactNotFound()
  })
}

const contactNotFound = () => notFound('Henvendelsen finnes ikke.')

import * as endpoints from '@kontor/contract/contacts/contacts.endpoints'
import { rejectStale } from '../../platform/errors/http-error.ts'
import type { Feature } from '../../platform/feature.ts'
import { publicFormLimit } from '../../platform/http/form-limit.ts'
import { serve } from '../../platform/http/route.ts'
import { deletionBy } from '../../platform/trash/deletion.ts'
import * as links from './contacts.links.service.ts'
import { findContact, listContacts, listEnquiriesOfLead, updateContact } from './contacts.queries.ts'
import { replyToEnquiry } from './contacts.replies.service.ts'
import { contactNotFound, receiveEnquiry, removeEnquiry } from './contacts.service.ts'
import { countNewContacts } from './contacts.timeline.queries.ts'
import { approveEnquiry, readRecord, setStates } from './contacts.timeline.service.ts'

/** Serves enquiries: visitors send them; administrators read, answer, correct and delete them, and make customers and leads of them. */
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

  serve(app, endpoints.deleteContact, ({ params, query, principal }) =>
    removeEnquiry(deps, params.id, deletionBy(deps, principal, query)),
  )

  serve(app, endpoints.countContacts, async () => ({ new: await countNewContacts(db) }))
  serve(app, endpoints.readContact, ({ params }) => readRecord(db, params.id))
  serve(app, endpoints.setContactStates, async ({ body, principal }) => ({
    ids: await setStates(deps, body, principal),
  }))
  serve(app, endpoints.approveContact, ({ params, principal }) => approveEnquiry(deps, params.id, principal))
  serve(app, endpoints.replyToContact, ({ params, body, principal }) =>
    replyToEnquiry(deps, params.id, body, principal),
  )
  serve(app, endpoints.findContactMatches, ({ params }) => links.findMatches(db, params.id))
  serve(app, endpoints.makeContactCustomer, ({ params, body, principal }) =>
    links.linkToCustomer(deps, params.id, body.customerId, principal),
  )
  serve(app, endpoints.makeContactLead, ({ params, body, principal }) =>
    links.linkToLead(deps, params.id, body.leadId, principal),
  )
  serve(app, endpoints.listLeadEnquiries, ({ params }) => listEnquiriesOfLead(db, params.id))
}

import * as endpoints from '@kontor/contract/leads/leads.endpoints'
import type { Feature } from '../../platform/feature.ts'
import { clientLeft } from '../../platform/http/client-left.ts'
import { acceptFiles } from '../../platform/http/receive-file.ts'
import { serve } from '../../platform/http/route.ts'
import { requireOwnPage } from '../../platform/session/anti-forgery.ts'
import { importFile } from '../../platform/spreadsheet/import-file.ts'
import { openRegisterCheck } from '../company-register/company-register.check.service.ts'
import { makeCustomer } from './leads.customers.service.ts'
import { addUpCounts } from './leads.list.queries.ts'
import { deleteLead, findLead, listStatusChanges } from './leads.queries.ts'
import * as service from './leads.service.ts'
import { leadImport, sendLeads } from './leads.spreadsheet.ts'
import { serveLeadViews } from './leads.views.routes.ts'

export const leads: Feature = (app, deps) => {
  const { db } = deps.database
  const check = openRegisterCheck(deps)

  serve(app, endpoints.listLeads, ({ query }) => service.pageOfLeads(db, query))
  serve(app, endpoints.summariseLeads, ({ query }) => service.summariseLeads(db, query))
  serve(app, endpoints.findLeadDuplicates, ({ query, principal }) => service.findDuplicates(db, principal, query))

  serve(app, endpoints.createLead, ({ body }) => service.addLead(db, body))
  serve(app, endpoints.updateLead, ({ params, body, principal }) => service.changeLead(db, params.id, body, principal))
  serve(app, endpoints.setLeadStatus, ({ params, body, principal }) =>
    service.changeLead(db, params.id, body, principal),
  )
  serve(app, endpoints.setCustomerActive, ({ params, body, principal }) =>
    service.changeLead(db, params.id, body, principal),
  )

  serve(app, endpoints.setLeadStatuses, async ({ body, principal }) => ({
    ids: await service.changeStatuses(db, body, principal),
  }))

  serve(app, endpoints.deleteLead, async ({ params }) => {
    if (!(await deleteLead(db, params.id))) throw service.leadGone()
  })

  serve(app, endpoints.listLeadHistory, async ({ params }) => {
    const changes = await listStatusChanges(db, params.id)
    if (changes.length === 0 && !(await findLead(db, params.id))) throw service.leadGone()
    return changes
  })

  serve(app, endpoints.makeLeadCustomer, ({ params, body, principal }) =>
    makeCustomer(db, params.id, body.email, principal),
  )

  serve(app, endpoints.checkLeadRegister, ({ params, reply }) =>
    service.checkLead(db, check, params.id, clientLeft(reply)),
  )

  serve(app, endpoints.exportLeads, async ({ query, request, reply }) => {
    requireOwnPage(request, undefined)
    return sendLeads(reply, db, query)
  })

  acceptFiles(app, (scope) => {
    serve(scope, endpoints.importLeads, ({ query, reply, principal }) =>
      importFile(db, leadImport(service.actorOf(principal)), reply, query),
    )
  })

  serveLeadViews(app, deps)
  // Writers only add to the counts of leads; every night they are added up.
  deps.jobs.schedule('lead-counts', '10 0 * * *', () => addUpCounts(db))
}

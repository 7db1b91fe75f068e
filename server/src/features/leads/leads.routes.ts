import * as endpoints from '@kontor/contract/leads/leads.endpoints'
import type { LeadFilter } from '@kontor/contract/leads/leads.schema'
import type { Feature } from '../../platform/feature.ts'
import { clientLeft } from '../../platform/http/client-left.ts'
import { acceptFiles } from '../../platform/http/receive-file.ts'
import { serve } from '../../platform/http/route.ts'
import { requireOwnPage } from '../../platform/session/anti-forgery.ts'
import type { Principal } from '../../platform/session/principal.ts'
import { importFile } from '../../platform/spreadsheet/import-file.ts'
import { deletionBy } from '../../platform/trash/deletion.ts'
import { openRegisterCheck } from '../company-register/company-register.check.service.ts'
import { listUserNames } from '../users/users.queries.ts'
import * as bulk from './leads.bulk.service.ts'
import { makeCustomer, previewCustomer } from './leads.customers.service.ts'
import { readFigures } from './leads.figures.service.ts'
import { scheduleMorningMails } from './leads.jobs.ts'
import { findLead, listOwners, listStatusChanges } from './leads.queries.ts'
import * as service from './leads.service.ts'
import { leadImport, sendLeads } from './leads.spreadsheet.ts'
import { serveLeadViews } from './leads.views.routes.ts'

export const leads: Feature = (app, deps) => {
  const { db } = deps.database
  const check = openRegisterCheck(deps)

  const criteriaOf = (filter: LeadFilter, principal: Principal) => service.criteriaOf(filter, principal, deps.clock)

  serve(app, endpoints.listLeads, ({ query, principal }) =>
    service.pageOfLeads(db, criteriaOf(query, principal), query),
  )
  serve(app, endpoints.summariseLeads, ({ query, principal }) =>
    service.summariseLeads(db, criteriaOf(query, principal)),
  )
  serve(app, endpoints.listLeadOwners, () => listOwners(db))
  serve(app, endpoints.findLeadDuplicates, ({ query, principal }) => service.findDuplicates(db, principal, query))

  serve(app, endpoints.readLead, ({ params }) => service.getLead(db, params.id))
  serve(app, endpoints.createLead, ({ body }) => service.addLead(db, body))
  serve(app, endpoints.updateLead, ({ params, body }) => service.changeLead(db, params.id, body))
  serve(app, endpoints.setLeadStatus, ({ params, body }) => service.changeLead(db, params.id, body))
  serve(app, endpoints.setCustomerActive, ({ params, body }) => service.changeLead(db, params.id, body))

  serve(app, endpoints.changeLeads, ({ body }) => bulk.changeLeads(db, body))
  serve(app, endpoints.readLeadFigures, () => readFigures(db, deps.clock.now()))
  serve(app, endpoints.readLostReasons, () => bulk.readLostReasons(db))
  serve(app, endpoints.updateLostReasons, ({ body }) => bulk.changeLostReasons(db, body))

  serve(app, endpoints.deleteLead, ({ params, query, principal }) =>
    service.removeLead(db, params.id, deletionBy(deps, principal, query)),
  )

  serve(app, endpoints.listLeadHistory, async ({ params }) => {
    const changes = await listStatusChanges(db, params.id)
    if (changes.length === 0 && !(await findLead(db, params.id))) throw service.leadGone()
    return changes
  })

  serve(app, endpoints.previewLeadCustomer, ({ params, principal }) => previewCustomer(db, params.id, principal))

  serve(app, endpoints.makeLeadCustomer, ({ params, body }) => makeCustomer(db, params.id, body))

  serve(app, endpoints.checkLeadRegister, ({ params, reply }) =>
    service.checkLead(db, check, params.id, clientLeft(reply)),
  )

  serve(app, endpoints.exportLeads, async ({ query, request, reply, principal }) => {
    requireOwnPage(request, undefined)
    return sendLeads(reply, db, criteriaOf(query, principal), query)
  })

  acceptFiles(app, (scope) => {
    serve(scope, endpoints.importLeads, async ({ query, reply, principal }) => {
      const target = leadImport(await listUserNames(db))
      return importFile(deps, target, reply, { ...query, principal })
    })
  })

  serveLeadViews(app, deps)
  scheduleMorningMails(deps)
}

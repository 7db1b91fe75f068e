import {
  createLead as createEndpoint,
  makeLeadCustomer as customerEndpoint,
  deleteLead as deleteEndpoint,
  findLeadDuplicates as duplicatesEndpoint,
  exportLeads as exportEndpoint,
  listLeadHistory as historyEndpoint,
  importLeads as importEndpoint,
  listLeads as listEndpoint,
  checkLeadRegister as registerEndpoint,
  setCustomerActive as setActiveEndpoint,
  setLeadStatus as setStatusEndpoint,
  setLeadStatuses as setStatusesEndpoint,
  summariseLeads as summaryEndpoint,
  updateLead as updateEndpoint,
} from '@kontor/contract/leads/leads.endpoints'
import type { Feature } from '../../platform/feature.ts'
import { clientLeft } from '../../platform/http/client-left.ts'
import { acceptFiles } from '../../platform/http/receive-file.ts'
import { serve } from '../../platform/http/route.ts'
import { requireOwnPage } from '../../platform/session/anti-forgery.ts'
import { importFile } from '../../platform/spreadsheet/import-file.ts'
import { openRegisterCheck } from '../company-register/company-register.check.service.ts'
import { makeCustomer } from './leads.customers.service.ts'
import { scheduleCounts } from './leads.jobs.ts'
import { deleteLead, findLead, listStatusChanges } from './leads.queries.ts'
import {
  actorOf,
  addLead,
  changeLead,
  changeStatuses,
  checkLead,
  findDuplicates,
  leadGone,
  pageOfLeads,
  summariseLeads,
} from './leads.service.ts'
import { leadImport, sendLeads } from './leads.spreadsheet.ts'
import { serveLeadViews } from './leads.views.routes.ts'

/** The sales leads, for sales users and the administrator. */
export const leads: Feature = (app, deps) => {
  const { db } = deps.database
  const check = openRegisterCheck(deps)

  serve(app, listEndpoint, ({ query }) => pageOfLeads(db, query))
  serve(app, summaryEndpoint, ({ query }) => summariseLeads(db, query))
  serve(app, duplicatesEndpoint, ({ query, principal }) => findDuplicates(db, principal, query))

  serve(app, createEndpoint, ({ body }) => addLead(db, body))
  serve(app, updateEndpoint, ({ params, body, principal }) => changeLead(db, params.id, body, principal))
  serve(app, setStatusEndpoint, ({ params, body, principal }) => changeLead(db, params.id, body, principal))
  serve(app, setActiveEndpoint, ({ params, body, principal }) => changeLead(db, params.id, body, principal))

  serve(app, setStatusesEndpoint, async ({ body, principal }) => ({ ids: await changeStatuses(db, body, principal) }))

  serve(app, deleteEndpoint, async ({ params }) => {
    if (!(await deleteLead(db, params.id))) throw leadGone()
  })

  serve(app, historyEndpoint, async ({ params }) => {
    const changes = await listStatusChanges(db, params.id)
    if (changes.length === 0 && !(await findLead(db, params.id))) throw leadGone()
    return changes
  })

  serve(app, customerEndpoint, ({ params, body, principal }) => makeCustomer(db, params.id, body.email, principal))

  serve(app, registerEndpoint, ({ params, reply }) => checkLead(db, check, params.id, clientLeft(reply)))

  serve(app, exportEndpoint, async ({ query, request, reply }) => {
    requireOwnPage(request, undefined)
    return sendLeads(reply, db, query)
  })

  acceptFiles(app, (scope) => {
    serve(scope, importEndpoint, ({ query, reply, principal }) =>
      importFile(db, leadImport(actorOf(principal)), reply, query),
    )
  })

  serveLeadViews(app, deps)
  scheduleCounts(deps)
}

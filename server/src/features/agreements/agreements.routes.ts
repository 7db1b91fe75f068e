import * as endpoints from '@kontor/contract/agreements/agreements.endpoints'
import type { Agreement } from '@kontor/contract/agreements/agreements.schema'
import type { Feature } from '../../platform/feature.ts'
import { serve } from '../../platform/http/route.ts'
import { deletionBy } from '../../platform/trash/deletion.ts'
import { previewHeaders } from '../emails/emails.routes.ts'
import { getLead } from '../leads/leads.service.ts'
import { runAgreementJobs } from './agreements.jobs.ts'
import { findAgreementOfLead, findLeadOfAgreement } from './agreements.leads.queries.ts'
import * as lines from './agreements.lines.service.ts'
import { listUnshownLetters } from './agreements.pdf.service.ts'
import { previewMail, sendAgreement } from './agreements.sending.service.ts'
import {
  changeAgreement,
  copyAgreement,
  createAgreement,
  getAnyAgreement,
  listAgreements,
  removeAgreement,
} from './agreements.service.ts'
import { changeAgreementSettings, readAgreementSettings } from './agreements.settings.service.ts'
import { listShown } from './agreements.snapshots.service.ts'
import { listTemplates } from './agreements.templates.queries.ts'
import { removeTemplate, saveTemplate, templateView } from './agreements.templates.service.ts'
import { listEvents } from './agreements.timeline.queries.ts'

const serveAgreementTemplates: Feature = (app, deps) => {
  const { db } = deps.database

  serve(app, endpoints.listAgreementTemplates, async () => (await listTemplates(db)).map(templateView))
  serve(app, endpoints.createAgreementTemplate, ({ body }) => saveTemplate(deps, body))
  serve(app, endpoints.deleteAgreementTemplate, ({ params, query }) => removeTemplate(deps, params.id, query.version))
}

const answer = async (agreement: Promise<Agreement>) => ({ agreement: await agreement })

export const agreements: Feature = (app, deps) => {
  const { db } = deps.database
  runAgreementJobs(deps, app.pdf)
  serveAgreementTemplates(app, deps)

  serve(app, endpoints.readAgreementSettings, () => readAgreementSettings(deps))
  serve(app, endpoints.updateAgreementSettings, ({ body }) => changeAgreementSettings(deps, body))
  serve(app, endpoints.listAgreements, ({ query }) => listAgreements(deps, query.archived === 'true'))
  serve(app, endpoints.readAgreement, ({ params }) => answer(getAnyAgreement(deps, params.id)))
  serve(app, endpoints.createAgreement, ({ body }) => answer(createAgreement(deps, body)))
  serve(app, endpoints.updateAgreement, ({ params, body }) => answer(changeAgreement(deps, params.id, body)))
  serve(app, endpoints.deleteAgreement, ({ params, query, principal }) =>
    removeAgreement(deps, params.id, deletionBy(deps, principal, query)),
  )
  serve(app, endpoints.copyAgreement, ({ params }) => answer(copyAgreement(deps, params.id)))
  serve(app, endpoints.sendAgreement, ({ params, body }) => answer(sendAgreement(deps, params.id, body)))
  serve(app, endpoints.previewAgreementMail, async ({ params, query, reply }) => {
    const html = await previewMail(db, params.id, query)
    reply.headers(previewHeaders)
    return html
  })
  serve(app, endpoints.listUnshownLetters, ({ params }) => listUnshownLetters(deps, app.pdf, params.id))

  /** Lists an agreement's lines and conditions, even if it is archived. @throws HttpError 404 */
  const partsOf = async (id: string) => listShown(db, await getAnyAgreement(deps, id))

  serve(app, endpoints.listAgreementEvents, async ({ params }) => {
    await getAnyAgreement(deps, params.id)
    return listEvents(db, params.id)
  })

  serve(app, endpoints.readAgreementLead, async ({ params }) => {
    await getAnyAgreement(deps, params.id)
    return { lead: (await findLeadOfAgreement(db, params.id)) ?? null }
  })
  serve(app, endpoints.readLeadAgreement, async ({ params }) => {
    const agreement = await findAgreementOfLead(db, params.id)
    if (!agreement) await getLead(db, params.id)
    return { agreement: agreement ?? null }
  })

  serve(app, endpoints.listAgreementProducts, async ({ params }) => (await partsOf(params.id)).lines)
  serve(app, endpoints.createAgreementProduct, ({ params, body }) => lines.addLine(deps, params.id, body))
  serve(app, endpoints.updateAgreementProduct, ({ params, body }) =>
    lines.changeLine(deps, params.id, params.lineId, body),
  )
  serve(app, endpoints.deleteAgreementProduct, ({ params, query }) =>
    lines.removeLine(deps, params.id, params.lineId, query.version),
  )
  serve(app, endpoints.orderAgreementProducts, ({ params, body }) => lines.reorderLines(deps, params.id, body))

  serve(app, endpoints.listAgreementConditions, async ({ params }) => (await partsOf(params.id)).conditions)
  serve(app, endpoints.createAgreementCondition, ({ params, body }) => lines.addCondition(deps, params.id, body))
  serve(app, endpoints.updateAgreementCondition, ({ params, body }) =>
    lines.changeCondition(deps, params.id, params.lineId, body),
  )
  serve(app, endpoints.deleteAgreementCondition, ({ params, query }) =>
    lines.removeCondition(deps, params.id, params.lineId, query.version),
  )
  serve(app, endpoints.orderAgreementConditions, ({ params, body }) => lines.reorderConditions(deps, params.id, body))
}

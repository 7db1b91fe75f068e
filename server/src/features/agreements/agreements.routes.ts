import {
  copyAgreement as copyEndpoint,
  createAgreementCondition,
  createAgreementProduct,
  createAgreement as createEndpoint,
  deleteAgreementCondition,
  deleteAgreementProduct,
  deleteAgreement as deleteEndpoint,
  listAgreementConditions,
  listAgreementEvents,
  listAgreementProducts,
  listAgreements as listEndpoint,
  orderAgreementConditions,
  orderAgreementProducts,
  updateAgreementCondition,
  updateAgreementProduct,
  updateAgreement as updateEndpoint,
} from '@kontor/contract/agreements/agreements.endpoints'
import type { Feature } from '../../app.ts'
import { serve } from '../../platform/http/route.ts'
import { listEvents } from './agreements.evidence.queries.ts'
import { listConditions, listLines } from './agreements.lines.queries.ts'
import {
  addCondition,
  addLine,
  changeCondition,
  changeLine,
  removeCondition,
  removeLine,
  reorderConditions,
  reorderLines,
} from './agreements.lines.service.ts'
import { listAgreements } from './agreements.queries.ts'
import { changeAgreement, copyAgreement, createAgreement, existing, removeAgreement } from './agreements.service.ts'

/** Agreements: the office writes and sends them, customers answer them by a link. */
export const agreements: Feature = (app, deps) => {
  const { db } = deps.database

  serve(app, listEndpoint, () => listAgreements(db))
  serve(app, createEndpoint, async ({ body }) => ({ agreement: await createAgreement(deps, body) }))
  serve(app, updateEndpoint, async ({ params, body }) => ({ agreement: await changeAgreement(deps, params.id, body) }))
  serve(app, deleteEndpoint, ({ params }) => removeAgreement(deps, params.id))
  serve(app, copyEndpoint, async ({ params }) => ({ agreement: await copyAgreement(deps, params.id) }))

  serve(app, listAgreementEvents, async ({ params }) => {
    await existing(db, params.id)
    return listEvents(db, params.id)
  })

  serve(app, listAgreementProducts, async ({ params }) => {
    await existing(db, params.id)
    return listLines(db, params.id)
  })
  serve(app, createAgreementProduct, ({ params, body }) => addLine(deps, params.id, body))
  serve(app, updateAgreementProduct, ({ params, body }) => changeLine(deps, params.id, params.lineId, body))
  serve(app, deleteAgreementProduct, ({ params }) => removeLine(deps, params.id, params.lineId))
  serve(app, orderAgreementProducts, ({ params, body }) => reorderLines(deps, params.id, body.ids))

  serve(app, listAgreementConditions, async ({ params }) => {
    await existing(db, params.id)
    return listConditions(db, params.id)
  })
  serve(app, createAgreementCondition, ({ params, body }) => addCondition(deps, params.id, body))
  serve(app, updateAgreementCondition, ({ params, body }) => changeCondition(deps, params.id, params.lineId, body))
  serve(app, deleteAgreementCondition, ({ params }) => removeCondition(deps, params.id, params.lineId))
  serve(app, orderAgreementConditions, ({ params, body }) => reorderConditions(deps, params.id, body.ids))
}

import {
  createCondition as createEndpoint,
  deleteCondition as deleteEndpoint,
  listConditions as listEndpoint,
  orderConditions as orderEndpoint,
  updateCondition as updateEndpoint,
} from '@kontor/contract/conditions/conditions.endpoints'
import { HttpError, notFound, staleVersion } from '../../platform/errors/http-error.ts'
import type { Feature } from '../../platform/feature.ts'
import { serve } from '../../platform/http/route.ts'
import {
  deleteCondition,
  findCondition,
  insertCondition,
  listConditions,
  updateCondition,
} from './conditions.queries.ts'
import { orderConditions } from './conditions.service.ts'

/** Standard conditions, which are copied into agreements. */
export const conditions: Feature = (app, deps) => {
  const { db } = deps.database

  serve(app, listEndpoint, () => listConditions(db))

  serve(app, createEndpoint, ({ body }) => insertCondition(db, body))

  serve(app, orderEndpoint, async ({ body }) => {
    const ordered = await orderConditions(db, body.ids)
    if (!ordered) throw new HttpError(409, 'Betingelsene er endret av en annen. Hent listen på nytt.')
    return ordered
  })

  serve(app, updateEndpoint, async ({ params, body }) => {
    const updated = await updateCondition(db, params.id, body)
    if (updated) return updated
    const current = await findCondition(db, params.id)
    throw current ? staleVersion(current) : conditionNotFound()
  })

  serve(app, deleteEndpoint, async ({ params }) => {
    if (!(await deleteCondition(db, params.id))) throw conditionNotFound()
  })
}

const conditionNotFound = () => notFound('Betingelsen finnes ikke.')

import * as endpoints from '@kontor/contract/conditions/conditions.endpoints'
import { HttpError, rejectStale } from '../../platform/errors/http-error.ts'
import type { Feature } from '../../platform/feature.ts'
import { serve } from '../../platform/http/route.ts'
import { deletionBy } from '../../platform/trash/deletion.ts'
import * as queries from './conditions.queries.ts'
import { conditionNotFound, orderConditions, removeCondition } from './conditions.service.ts'

export const conditions: Feature = (app, deps) => {
  const { db } = deps.database

  serve(app, endpoints.listConditions, () => queries.listConditions(db))

  serve(app, endpoints.createCondition, ({ body }) => queries.insertCondition(db, body))

  serve(app, endpoints.orderConditions, async ({ body }) => {
    const ordered = await orderConditions(db, body.ids)
    if (!ordered) throw new HttpError(409, 'Betingelsene er endret av en annen. Hent listen på nytt.')
    return ordered
  })

  serve(app, endpoints.updateCondition, ({ params, body }) =>
    rejectStale(
      queries.updateCondition(db, params.id, body),
      () => queries.findCondition(db, params.id),
      conditionNotFound,
    ),
  )

  serve(app, endpoints.deleteCondition, ({ params, query, principal }) =>
    removeCondition(db, params.id, deletionBy(deps, principal, query)),
  )
}

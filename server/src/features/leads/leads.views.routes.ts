import * as endpoints from '@kontor/contract/leads/leads.endpoints'
import { leadViewLimits } from '@kontor/contract/leads/leads.rules'
import type { Queryable } from '../../platform/database/database.ts'
import { rejectTaken } from '../../platform/database/failures.ts'
import { HttpError, notFound, orThrow, staleVersion } from '../../platform/errors/http-error.ts'
import type { Feature } from '../../platform/feature.ts'
import { serve } from '../../platform/http/route.ts'
import type { Principal } from '../../platform/session/principal.ts'
import {
  countViews,
  deleteView,
  findView,
  insertView,
  listViews,
  type Owner,
  updateView,
} from './leads.views.queries.ts'

const ownerOf = (principal: Principal): Owner => principal.userId

const viewNotFound = () => notFound('Visningen finnes ikke.')

const rejectDuplicateName = <View>(write: Promise<View>): Promise<View> =>
  rejectTaken(write, 'name', 'Du har allerede en visning med dette navnet.')

/** Throws the reason why a write changed no view: it is gone, belongs to another user, or has changed since the caller read it. */
const rejectUnchanged = async (db: Queryable, caller: Owner, id: number): Promise<never> => {
  const view = await orThrow(findView(db, caller, id), viewNotFound)
  if (view.shared_by === null) throw staleVersion(view)
  throw new HttpError(403, `Visningen er ${view.shared_by} sin. Lagre den som din egen for å endre den.`)
}

export const serveLeadViews: Feature = (app, { database: { db } }) => {
  const viewOf = (caller: Owner, id: number) => orThrow(findView(db, caller, id), viewNotFound)

  serve(app, endpoints.listLeadViews, ({ principal }) => listViews(db, ownerOf(principal)))

  serve(app, endpoints.createLeadView, async ({ body, principal }) => {
    const owner = ownerOf(principal)
    if ((await countViews(db, owner)) >= leadViewLimits.views) {
      throw new HttpError(409, `Du kan ha høyst ${leadViewLimits.views} visninger. Slett en du ikke bruker.`)
    }
    const { id } = await rejectDuplicateName(insertView(db, owner, body))
    return viewOf(owner, id)
  })

  serve(app, endpoints.updateLeadView, async ({ params: { id }, body, principal }) => {
    const owner = ownerOf(principal)
    const isChanged = await rejectDuplicateName(updateView(db, owner, id, body))
    return isChanged ? viewOf(owner, id) : rejectUnchanged(db, owner, id)
  })

  serve(app, endpoints.deleteLeadView, async ({ params: { id }, query, principal }) => {
    const owner = ownerOf(principal)
    if (!(await deleteView(db, owner, id, query.version))) await rejectUnchanged(db, owner, id)
  })
}

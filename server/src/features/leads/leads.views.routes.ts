import * as endpoints from '@kontor/contract/leads/leads.endpoints'
import { leadViewLimits } from '@kontor/contract/leads/leads.rules'
import { isDuplicate } from '../../platform/database/failures.ts'
import { HttpError, notFound, orThrow } from '../../platform/errors/http-error.ts'
import type { Feature } from '../../platform/feature.ts'
import { serve } from '../../platform/http/route.ts'
import type { Principal } from '../../platform/session/principal.ts'
import { countViews, deleteView, insertView, listViews, type Owner, updateView } from './leads.views.queries.ts'

const ownerOf = (principal: Principal): Owner => (principal.role === 'admin' ? null : principal.userId)

const viewNotFound = () => notFound('Visningen finnes ikke.')

const nameTaken = () => {
  const sentence = 'Du har allerede en visning med dette navnet'
  return new HttpError(409, `${sentence}.`, { fields: { name: sentence } })
}

const rejectDuplicateName = async <View>(write: Promise<View>): Promise<View> => {
  try {
    return await write
  } catch (error) {
    throw isDuplicate(error) ? nameTaken() : error
  }
}

export const serveLeadViews: Feature = (app, { database: { db } }) => {
  serve(app, endpoints.listLeadViews, ({ principal }) => listViews(db, ownerOf(principal)))

  serve(app, endpoints.createLeadView, async ({ body, principal }) => {
    const owner = ownerOf(principal)
    if ((await countViews(db, owner)) >= leadViewLimits.views) {
      throw new HttpError(409, `Du kan ha høyst ${leadViewLimits.views} visninger. Slett en du ikke bruker.`)
    }
    return rejectDuplicateName(insertView(db, owner, body))
  })

  serve(app, endpoints.updateLeadView, ({ params, body, principal }) =>
    orThrow(rejectDuplicateName(updateView(db, ownerOf(principal), params.id, body)), viewNotFound),
  )

  serve(app, endpoints.deleteLeadView, async ({ params, principal }) => {
    if (!(await deleteView(db, ownerOf(principal), params.id))) throw viewNotFound()
  })
}

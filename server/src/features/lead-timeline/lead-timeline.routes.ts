import * as endpoints from '@kontor/contract/lead-timeline/lead-timeline.endpoints'
import type { Feature } from '../../platform/feature.ts'
import { serve } from '../../platform/http/route.ts'
import { deletionBy } from '../../platform/trash/deletion.ts'
import { addEntry, changeEntry, readTimeline, removeEntry } from './lead-timeline.service.ts'

export const leadTimeline: Feature = (app, deps) => {
  const { db } = deps.database
  serve(app, endpoints.readLeadTimeline, ({ params, principal }) => readTimeline(db, params.id, principal))
  serve(app, endpoints.addLeadNote, ({ params, body, principal }) => addEntry(db, params.id, body, principal))
  serve(app, endpoints.logLeadCall, ({ params, body, principal }) => addEntry(db, params.id, body, principal))
  serve(app, endpoints.changeLeadNote, ({ params, body, principal }) => changeEntry(db, params, body, principal))
  serve(app, endpoints.deleteLeadNote, ({ params, principal, query }) =>
    removeEntry(db, params, principal, deletionBy(deps, principal, query)),
  )
}

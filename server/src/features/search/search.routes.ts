import * as endpoints from '@kontor/contract/search/search.endpoints'
import type { Feature } from '../../platform/feature.ts'
import { serve } from '../../platform/http/route.ts'
import { searchRecords } from './search.service.ts'

export const search: Feature = (app, deps) => {
  serve(app, endpoints.search, ({ query, principal }) => searchRecords(deps.database.db, principal.role, query.q))
}

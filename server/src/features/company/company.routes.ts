import * as endpoints from '@kontor/contract/company/company.endpoints'
import type { Feature } from '../../platform/feature.ts'
import { requireProof } from '../../platform/http/default-deny.ts'
import { acceptFiles } from '../../platform/http/receive-file.ts'
import { serve } from '../../platform/http/route.ts'
import { receivePhoto } from './company.photos.service.ts'
import { readCompany } from './company.queries.ts'
import { changeCompany } from './company.service.ts'

/** Serves the company's facts and the photos of its team. */
export const company: Feature = (app, deps) => {
  const { db } = deps.database

  serve(app, endpoints.readCompany, () => readCompany(db))

  serve(app, endpoints.updateCompany, async ({ body, request }) => {
    const changed = await changeCompany(deps, body, () => requireProof(request))
    deps.refreshSite?.()
    return changed
  })

  acceptFiles(app, (scope) => {
    serve(scope, endpoints.uploadPhoto, async ({ request }) => ({ id: await receivePhoto(db, request) }))
  })
}

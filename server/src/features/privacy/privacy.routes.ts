import { erasePerson, exportPerson, searchPerson } from '@kontor/contract/privacy/privacy.endpoints'
import type { Feature } from '../../platform/feature.ts'
import { serve } from '../../platform/http/route.ts'
import { erasePersonalData, exportPersonalData, searchPersonalData } from './privacy.service.ts'

export const privacy: Feature = (app, deps) => {
  serve(app, searchPerson, ({ body }) => searchPersonalData(deps, body.email))
  serve(app, exportPerson, ({ body }) => exportPersonalData(deps, body.email))
  serve(app, erasePerson, ({ body }) => erasePersonalData(deps, body.email))
}

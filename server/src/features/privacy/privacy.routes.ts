import { erasePerson, exportPerson, searchPerson } from '@kontor/contract/privacy/privacy.endpoints'
import type { Feature } from '../../platform/feature.ts'
import { serve } from '../../platform/http/route.ts'
import { erase, exportAbout, searchFor } from './privacy.service.ts'

/** All that is known about one person: to find, to hand over, to erase. */
export const privacy: Feature = (app, deps) => {
  serve(app, searchPerson, ({ body }) => searchFor(deps, body.email))
  serve(app, exportPerson, ({ body }) => exportAbout(deps, body.email))
  serve(app, erasePerson, ({ body }) => erase(deps, body.email))
}

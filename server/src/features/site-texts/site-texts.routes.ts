import * as endpoints from '@kontor/contract/site-texts/site-texts.endpoints'
import type { Feature } from '../../platform/feature.ts'
import { serve } from '../../platform/http/route.ts'
import { readSiteTexts } from './site-texts.queries.ts'
import { changeSiteTexts } from './site-texts.service.ts'

/** The site's texts that the company has changed. */
export const siteTexts: Feature = (app, deps) => {
  serve(app, endpoints.readSiteTexts, () => readSiteTexts(deps.database.db))

  serve(app, endpoints.updateSiteTexts, ({ body }) => changeSiteTexts(deps, body))
}

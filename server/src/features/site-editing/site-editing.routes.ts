import * as endpoints from '@kontor/contract/site-editing/site-editing.endpoints'
import { HttpError } from '../../platform/errors/http-error.ts'
import type { Feature } from '../../platform/feature.ts'
import { acceptForms } from '../../platform/http/accept-forms.ts'
import { serve } from '../../platform/http/route.ts'
import { readSiteTexts } from './site-editing.queries.ts'
import { previewPage } from './site-editing.render.service.ts'
import { changeSiteTexts } from './site-editing.service.ts'

/** Maximum bytes of a preview's texts in a form post, whose encoding may triple their size. */
const previewLimit = 1_000_000

/** Lets the office read the preview in its frame, to find texts that don't fit. The preview runs no scripts. */
const previewHeaders = (styleHashes: readonly string[]) => ({
  'content-security-policy': `default-src 'none'; style-src ${styleHashes.join(' ')}; img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-same-origin`,
  'x-frame-options': 'SAMEORIGIN',
})

/** Serves the site's texts that the company has changed. */
export const siteTexts: Feature = (app, deps) => {
  serve(app, endpoints.readSiteTexts, () => readSiteTexts(deps.database.db))

  serve(app, endpoints.updateSiteTexts, async ({ body }) => {
    const changed = await changeSiteTexts(deps, body)
    deps.refreshSite?.()
    return changed
  })

  app.register(async (scope) => {
    acceptForms(scope)
    serve(
      scope,
      endpoints.previewSiteTexts,
      async ({ body, reply }) => {
        const preview = await previewPage(deps, body)
        if (!preview) throw new HttpError(404, 'Siden finnes ikke.')
        reply.headers(previewHeaders(preview.styleHashes))
        return preview.html
      },
      { bodyLimit: previewLimit, config: { changesNothing: true } },
    )
  })
}

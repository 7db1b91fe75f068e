import * as endpoints from '@kontor/contract/agreements/agreements.endpoints'
import { notFound } from '../../platform/errors/http-error.ts'
import type { Feature } from '../../platform/feature.ts'
import { serve } from '../../platform/http/route.ts'
import { deleteTemplate, listTemplates } from './agreements.templates.queries.ts'
import { saveTemplate, templateView } from './agreements.templates.service.ts'

export const serveAgreementTemplates: Feature = (app, deps) => {
  const { db } = deps.database

  serve(app, endpoints.listAgreementTemplates, async () => (await listTemplates(db)).map(templateView))
  serve(app, endpoints.createAgreementTemplate, ({ body }) => saveTemplate(deps, body))
  serve(app, endpoints.deleteAgreementTemplate, async ({ params }) => {
    if (!(await deleteTemplate(db, params.id))) throw notFound('Malen finnes ikke.')
  })
}

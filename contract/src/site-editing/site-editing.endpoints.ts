import { z } from 'zod'
import { admin } from '../shared/endpoint.ts'
import { siteTextsPreviewSchema, siteTextsSchema, siteTextsUpdateSchema } from './site-editing.schema.ts'

export const readSiteTexts = admin.get('/api/site-texts', {
  summary: "The site's texts that the company has changed, by language and id; all others are the delivered ones.",
  response: siteTextsSchema,
})

export const updateSiteTexts = admin.put('/api/site-texts', {
  summary:
    'Changes texts of the site, or takes them back to the delivered ones (null); every page shows them within two seconds.',
  body: siteTextsUpdateSchema,
  response: siteTextsSchema,
})

export const previewSiteTexts = admin.post('/api/site-texts/preview', {
  summary:
    'A page of the site with unsaved texts, as a document for a sandboxed frame. Takes a form, too. Stores nothing.',
  body: siteTextsPreviewSchema,
  produces: 'text/html',
  response: z.string(),
})

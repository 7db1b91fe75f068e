import { defineEndpoint } from '../shared/endpoint.ts'
import { siteTextsSchema, siteTextsUpdateSchema } from './site-texts.schema.ts'

export const readSiteTexts = defineEndpoint({
  method: 'GET',
  path: '/api/site-texts',
  caller: 'admin',
  summary: "The site's texts that the company has changed, by language and id; all others are the delivered ones.",
  response: siteTextsSchema,
})

export const updateSiteTexts = defineEndpoint({
  method: 'PUT',
  path: '/api/site-texts',
  caller: 'admin',
  summary:
    'Changes texts of the site, or takes them back to the delivered ones (null); every page shows them within two seconds.',
  body: siteTextsUpdateSchema,
  response: siteTextsSchema,
})

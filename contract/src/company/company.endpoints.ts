import { admin } from '../shared/endpoint.ts'
import { companySchema, companyUpdateSchema, photoSchema } from './company.schema.ts'

export const readCompany = admin.get('/api/company', {
  summary: "The company's facts, which the site, mails and agreements show; the delivered ones until they are changed.",
  response: companySchema,
})

export const updateCompany = admin.put('/api/company', {
  confirm: 'the address or tags of third parties change',
  summary: "Changes the company's facts; every page shows them within two seconds.",
  body: companyUpdateSchema,
  response: companySchema,
})

export const uploadPhoto = admin.post('/api/company/photos', {
  summary:
    'Stores a photo (JPEG, PNG or WebP, at most 10 MB) in the sizes that the site needs, without its metadata. It is deleted after a day unless a team member has it.',
  takesFile: true,
  response: photoSchema,
})

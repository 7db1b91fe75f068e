import { z } from 'zod'
import { sales } from '../shared/endpoint.ts'
import * as schemas from './company-register.schema.ts'

export const searchCompanies = sales.get('/api/admin/brreg/search', {
  summary:
    'Companies of the national register by name or number (spaces and dots allowed), the best first, at most 20.',
  query: schemas.companySearchQuery,
  response: schemas.companyHitsSchema,
})

export const readAccounts = sales.get('/api/admin/brreg/financial/{organizationNumber}', {
  summary: "A company's yearly accounts, the newest first; an empty list where none were filed.",
  params: schemas.organizationNumberParams,
  response: z.array(schemas.accountsSchema),
})

export const readRoles = sales.get('/api/admin/brreg/roles/{organizationNumber}', {
  summary: 'Who holds which role in a company.',
  params: schemas.organizationNumberParams,
  response: schemas.rolesSchema,
})

export const readSignature = sales.get('/api/admin/brreg/signature/{organizationNumber}', {
  summary: 'Who may sign for a company.',
  params: schemas.organizationNumberParams,
  response: schemas.signatureSchema,
})

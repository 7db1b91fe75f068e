import { z } from 'zod'
import { sales } from '../shared/endpoint.ts'
import {
  accountsSchema,
  companyHitsSchema,
  companySearchQuery,
  organizationNumberParams,
  rolesSchema,
  signatureSchema,
} from './company-register.schema.ts'

export const searchCompanies = sales.get('/api/admin/brreg/search', {
  summary:
    'Companies of the national register by name or number (spaces and dots allowed), the best first, at most 20.',
  query: companySearchQuery,
  response: companyHitsSchema,
})

export const readAccounts = sales.get('/api/admin/brreg/financial/{organizationNumber}', {
  summary: "A company's yearly accounts, the newest first; an empty list where none were filed.",
  params: organizationNumberParams,
  response: z.array(accountsSchema),
})

export const readRoles = sales.get('/api/admin/brreg/roles/{organizationNumber}', {
  summary: 'Who holds which role in a company.',
  params: organizationNumberParams,
  response: rolesSchema,
})

export const readSignature = sales.get('/api/admin/brreg/signature/{organizationNumber}', {
  summary: 'Who may sign for a company.',
  params: organizationNumberParams,
  response: signatureSchema,
})

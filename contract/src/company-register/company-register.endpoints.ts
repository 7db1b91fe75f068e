import { z } from 'zod'
import { defineEndpoint } from '../shared/endpoint.ts'
import {
  accountsSchema,
  companyHitsSchema,
  companySearchQuery,
  organizationNumberParams,
  rolesSchema,
  signatureSchema,
} from './company-register.schema.ts'

export const searchCompanies = defineEndpoint({
  method: 'GET',
  path: '/api/admin/brreg/search',
  caller: 'sales',
  summary:
    'Companies of the national register by name or number (spaces and dots allowed), the best first, at most 20.',
  query: companySearchQuery,
  response: companyHitsSchema,
})

export const readAccounts = defineEndpoint({
  method: 'GET',
  path: '/api/admin/brreg/financial/{organizationNumber}',
  caller: 'sales',
  summary: "A company's yearly accounts, the newest first; an empty list where none were filed.",
  params: organizationNumberParams,
  response: z.array(accountsSchema),
})

export const readRoles = defineEndpoint({
  method: 'GET',
  path: '/api/admin/brreg/roles/{organizationNumber}',
  caller: 'sales',
  summary: 'Who holds which role in a company.',
  params: organizationNumberParams,
  response: rolesSchema,
})

export const readSignature = defineEndpoint({
  method: 'GET',
  path: '/api/admin/brreg/signature/{organizationNumber}',
  caller: 'sales',
  summary: 'Who may sign for a company.',
  params: organizationNumberParams,
  response: signatureSchema,
})

import {
  readAccounts,
  readRoles,
  readSignature,
  searchCompanies,
} from '@kontor/contract/company-register/company-register.endpoints'
import type { Feature } from '../../app.ts'
import { serve } from '../../platform/http/route.ts'
import { openCompanyRegister } from './company-register.service.ts'

/** Look-ups in the national company register (Brønnøysundregistrene), for people at work only. */
export const companyRegister: Feature = (app, deps) => {
  const register = openCompanyRegister(deps)

  serve(app, searchCompanies, async ({ query, request }) => ({
    _embedded: { enheter: await register.search(query.q, request.signal) },
  }))

  serve(app, readAccounts, ({ params, request }) => register.accounts(params.organizationNumber, request.signal))
  serve(app, readRoles, ({ params, request }) => register.roles(params.organizationNumber, request.signal))
  serve(app, readSignature, ({ params, request }) => register.signature(params.organizationNumber, request.signal))
}

import * as endpoints from '@kontor/contract/company-register/company-register.endpoints'
import type { Feature } from '../../platform/feature.ts'
import { clientLeft } from '../../platform/http/client-left.ts'
import { serve } from '../../platform/http/route.ts'
import { openCompanyRegister } from './company-register.service.ts'

export const companyRegister: Feature = (app, deps) => {
  const register = openCompanyRegister(deps)

  serve(app, endpoints.searchCompanies, async ({ query, reply }) => ({
    _embedded: { enheter: await register.search(query.q, clientLeft(reply)) },
  }))

  serve(app, endpoints.readAccounts, ({ params, reply }) =>
    register.accounts(params.organizationNumber, clientLeft(reply)),
  )
  serve(app, endpoints.readRoles, ({ params, reply }) => register.roles(params.organizationNumber, clientLeft(reply)))
  serve(app, endpoints.readSignature, ({ params, reply }) =>
    register.signature(params.organizationNumber, clientLeft(reply)),
  )
}

import { type CompanyFacts, deliveredCompany } from '@kontor/contract/company/company.rules'
import { officeCompanyId } from '@kontor/contract/site/site.rules'

type OfficeCompany = Pick<CompanyFacts, 'name' | 'shortName' | 'organizationNumber' | 'phone' | 'email'>

const read = (): OfficeCompany => {
  const text = document.getElementById(officeCompanyId)?.textContent
  return text ? JSON.parse(text) : deliveredCompany
}

/** The company as the server wrote it into the office's page. */
export const officeCompany: OfficeCompany = read()

import { companyTags } from '@kontor/contract/company/company.rules'

/** Tags for texts, which show the company's current facts in their place. */
export const company = companyTags

/** The tags for the texts about the service, and for statements in texts. The contract has the tags for the company's facts. */
export const siteCompany = {
  transparency: { name: 'Digitool Transparency', replyWithinHours: 24, riskFactors: 5 },
  /** The day of the privacy statement's last change. */
  privacyUpdated: '30.07.2024',
} as const

import { companyTags } from '@kontor/contract/company/company.rules'

/** Tags for the texts, which show the company's current facts in their place. */
export const company = companyTags

/** The tags for our own service and statements in texts: the facts about the company are the contract's. */
export const siteCompany = {
  transparency: { name: 'Digitool Transparency', replyWithinHours: 24, riskFactors: 5 },
  /** The day from which the privacy statement reads as it does. */
  privacyUpdated: '30.07.2024',
} as const

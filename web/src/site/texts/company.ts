import { companyTags } from '@kontor/contract/company/company.rules'

/** The tags that texts contain in place of the company's facts. Pages show the current facts instead. */
export const company = companyTags

/** The facts about the service and the privacy statement that texts mention. They are fixed, unlike the company's facts. */
export const siteCompany = {
  transparency: { name: 'Digitool Transparency', replyWithinHours: 24, riskFactors: 5 },
  /** The day of the privacy statement's last change. */
  privacyUpdated: '30.07.2024',
} as const

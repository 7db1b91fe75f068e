import { deliveredCompany } from '@kontor/contract/company/company.rules'
import type { companyFormSchema } from '@kontor/contract/company/company.schema'
import { legalForms } from '@kontor/contract/company-register/company-register.names.rules'
import type { RegisterValues } from '@kontor/contract/company-register/company-register.values.rules'
import { formatOrganizationNumber } from '@kontor/contract/shared/orgnr'
import type { UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import type { Company } from '../company.api.ts'

/** The labels of the company's form: one for each field, and one for each group of fields (products, tags and people). */
export const companyLabels = {
  name: 'Navn',
  shortName: 'Kort navn',
  organizationNumber: 'Organisasjonsnummer',
  founded: 'Stiftet',
  street: 'Gateadresse',
  postCode: 'Postnummer',
  city: 'Poststed',
  phone: 'Telefon',
  email: 'E-post',
  bookingUrl: 'Lenke til «Book en demo»',
  products: 'Produktlenker',
  tags: 'Sporing',
  asksAboutCookies: 'Spør besøkende om informasjonskapsler også uten nummer',
  team: 'Folk på nettstedet',
} as const

/** The labels of the fields that the register can fill in. */
export const registerLabels = {
  name: companyLabels.name,
  shortName: companyLabels.shortName,
  organizationNumber: companyLabels.organizationNumber,
  founded: companyLabels.founded,
  street: companyLabels.street,
  postCode: companyLabels.postCode,
  city: companyLabels.city,
  phone: companyLabels.phone,
  email: companyLabels.email,
} as const

export type CompanyForm = UseFormReturn<z.input<typeof companyFormSchema>, unknown, z.output<typeof companyFormSchema>>

/** Returns the form's values for the stored facts. */
export const valuesOf = ({ updatedAt, ...facts }: Company) => ({
  ...facts,
  founded: String(facts.founded),
  bookingUrl: facts.bookingUrl ?? '',
  tags: { googleAnalytics: facts.tags.googleAnalytics ?? '', metaPixel: facts.tags.metaPixel ?? '' },
  team: facts.team.map((member) => ({
    ...member,
    bookingUrl: member.bookingUrl ?? '',
    email: member.email ?? '',
  })),
})

type Examples = Pick<Company, 'team' | 'bookingUrl' | 'products'>

const isExamplePerson = ({ name, email, bookingUrl }: Company['team'][number]): boolean =>
  deliveredCompany.team.some((one) => one.name === name && one.email === email && one.bookingUrl === bookingUrl)

/** Lists, in words, the parts of the delivered example that the site still shows. */
export const examplesIn = ({ team, bookingUrl, products }: Examples): string[] => [
  ...team.filter(isExamplePerson).map(({ name }) => name),
  ...(bookingUrl === deliveredCompany.bookingUrl ? [companyLabels.bookingUrl] : []),
  ...Object.values(deliveredCompany.products).flatMap(({ name, url }) =>
    Object.values(products).some((product) => product.url.startsWith(url)) ? [`lenken til ${name}`] : [],
  ),
]

/** Returns the facts without the example's people and booking link. Keeps the example's product links, since each product needs a link. */
export const withoutExamples = <Facts extends Pick<Company, 'team' | 'bookingUrl'>>(facts: Facts): Facts => ({
  ...facts,
  team: facts.team.filter((member) => !isExamplePerson(member)),
  bookingUrl: facts.bookingUrl === deliveredCompany.bookingUrl ? null : facts.bookingUrl,
})

/** Describes a group of stored fields in words, for a conflict. */
export const groupText = (field: keyof typeof companyLabels, _value: unknown, stored: Company): string | undefined => {
  switch (field) {
    case 'products':
      return Object.values(stored.products)
        .map(({ name, url }) => `${name}, ${url}`)
        .join('\n')
    case 'tags':
      return [stored.tags.googleAnalytics, stored.tags.metaPixel].filter(Boolean).join(', ')
    case 'team':
      return stored.team.map(({ name }) => name).join(', ')
    default:
      return undefined
  }
}

const withoutForm = (name: string): string =>
  name
    .split(' ')
    .filter((word) => !legalForms.has(word))
    .join(' ')

/** Returns the register's values for the form. */
export const proposeFacts = (register: RegisterValues) => ({
  name: register.name,
  shortName: withoutForm(register.name),
  organizationNumber: formatOrganizationNumber(register.organizationNumber).replaceAll('\u00a0', ' '),
  founded: register.establishedDate?.slice(0, 4),
  street: register.address,
  postCode: register.postCode,
  city: register.city,
  phone: register.phone,
  email: register.email,
})

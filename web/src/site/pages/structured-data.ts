import type { CompanyFacts } from '@kontor/contract/company/company.rules'
import { originPlaceholder, pathIn } from '@kontor/contract/site/site.rules'
import type { Language } from '../../platform/i18n.tsx'
import { type SiteContent, textsWith } from '../../platform/site-content.ts'
import { norwegianAnchors } from '../texts/anchors.ts'
import { siteCompany } from '../texts/company.ts'
import { pageTexts } from '../texts/page-texts.ts'
import { productIds, productTexts } from '../texts/product-texts.ts'
import { adviceIds, serviceTexts } from '../texts/service-texts.ts'
import { transparencyTexts } from '../texts/transparency-texts.ts'
import type { PageId } from './pages.ts'

type Thing = Readonly<Record<string, unknown>>

interface StructuredPage {
  readonly id: PageId
  readonly language: Language
  /** The Norwegian path; null for the 404 page. */
  readonly path: string | null
  readonly content: SiteContent
}

const home = `${originPlaceholder}/`
const companyId = `${home}#company`

const pageUrlOf = (path: string, language: Language): string => originPlaceholder + pathIn(language, path)

const organization = (company: CompanyFacts): Thing => {
  const organizationNumber = company.organizationNumber.replaceAll(' ', '')
  return {
    '@type': 'Organization',
    '@id': companyId,
    name: company.name,
    url: home,
    logo: `${originPlaceholder}/icon-512.png`,
    image: `${originPlaceholder}/social.jpg`,
    email: company.email,
    telephone: company.phone,
    // 0192 is the Norwegian company register in ISO 6523.
    iso6523Code: `0192:${organizationNumber}`,
    foundingDate: String(company.founded),
    address: {
      '@type': 'PostalAddress',
      streetAddress: company.street,
      postalCode: company.postCode,
      addressLocality: company.city,
      addressCountry: 'NO',
    },
  }
}

const breadcrumbs = (page: StructuredPage & { readonly path: string }, title: string): Thing => ({
  '@type': 'BreadcrumbList',
  itemListElement: [
    { '@type': 'ListItem', position: 1, name: page.content.company.name, item: pageUrlOf('/', page.language) },
    { '@type': 'ListItem', position: 2, name: title, item: pageUrlOf(page.path, page.language) },
  ],
})

const application = (name: string, description: string, url: string): Thing => ({
  '@type': 'SoftwareApplication',
  name,
  description,
  url,
  applicationCategory: 'BusinessApplication',
  operatingSystem: 'Web',
  provider: { '@id': companyId },
})

const products = ({ content, language }: StructuredPage): Thing[] =>
  productIds.map((id) => {
    const { name, url } = content.company.products[id]
    return application(name, textsWith(content, productTexts, language).products[id].text, url)
  })

const services = ({ content, language }: StructuredPage): Thing[] =>
  adviceIds.map((id) => {
    const { name, text } = textsWith(content, serviceTexts, language).page.list[id]
    return {
      '@type': 'Service',
      name,
      description: text,
      url: `${pageUrlOf('/tjenester', language)}#${language === 'no' ? norwegianAnchors[id] : id}`,
      areaServed: 'NO',
      provider: { '@id': companyId },
    }
  })

const offers = (page: StructuredPage): Thing[] => {
  const { id, language, content } = page
  if (id === 'products') return products(page)
  if (id === 'services') return services(page)
  if (id !== 'transparency') return []
  const { name } = siteCompany.transparency
  return [application(name, textsWith(content, transparencyTexts, language).lead, pageUrlOf('/transparency', language))]
}

/**
 * Returns a page's JSON-LD: the company and, except on the home page, breadcrumbs and the page's products or services. Returns null for the
 * 404 page. Leaves out the company in the privacy statement, which is the longest page.
 */
export const structuredData = (page: StructuredPage): Thing | null => {
  const { id, language, path, content } = page
  if (path === null) return null
  const [title = content.company.name] = textsWith(content, pageTexts[id], language).title.split(' – ')
  const graph =
    path === '/'
      ? [organization(content.company)]
      : [
          ...(id === 'privacy' ? [] : [organization(content.company)]),
          breadcrumbs({ ...page, path }, title),
          ...offers(page),
        ]
  return { '@context': 'https://schema.org', '@graph': graph }
}

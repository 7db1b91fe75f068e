import type { ComponentType } from 'react'
import { AboutContent } from '../features/site/components/about-content.tsx'
import { ContactContent } from '../features/site/components/contact-content.tsx'
import { CustomContent } from '../features/site/components/custom-content.tsx'
import { NotFoundContent } from '../features/site/components/not-found-content.tsx'
import { PrivacyContent } from '../features/site/components/privacy-content.tsx'
import { ProductsContent } from '../features/site/components/products-content.tsx'
import { ServicesContent } from '../features/site/components/services-content.tsx'
import { TransparencyContent } from '../features/site/components/transparency-content.tsx'
import { HomePage } from '../features/site/pages/home-page.tsx'

export interface SitePage {
  /** The Norwegian address; the English one is the same under `/en`. The 404 page has none. */
  readonly path: string | null
  /** The content between header and footer. */
  readonly Page: ComponentType
}

/** Every public page. A page is one document in each language. */
export const pages = {
  home: { path: '/', Page: HomePage },
  about: { path: '/om-oss', Page: AboutContent },
  products: { path: '/produkter', Page: ProductsContent },
  services: { path: '/tjenester', Page: ServicesContent },
  custom: { path: '/skreddersom', Page: CustomContent },
  contact: { path: '/kontakt', Page: ContactContent },
  privacy: { path: '/personvern', Page: PrivacyContent },
  transparency: { path: '/transparency', Page: TransparencyContent },
  'not-found': { path: null, Page: NotFoundContent },
} satisfies Record<string, SitePage>

export type PageId = keyof typeof pages

export const isPageId = (id: string | undefined): id is PageId => id !== undefined && Object.hasOwn(pages, id)

import type { ComponentType } from 'react'
import { AboutContent } from './about-page.tsx'
import { ContactContent } from './contact-page.tsx'
import { CustomContent } from './custom-page.tsx'
import { HomePage } from './home-page.tsx'
import { NotFoundContent } from './not-found-page.tsx'
import { PrivacyContent } from './privacy-page.tsx'
import { ProductsContent } from './products-page.tsx'
import { ServicesContent } from './services-page.tsx'
import { TransparencyContent } from './transparency-page.tsx'

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

import type { ComponentType } from 'react'

export interface SitePage {
  /** The Norwegian address; the English one is the same under `/en`. The 404 page has none. */
  readonly path: string | null
  readonly load: () => Promise<{ readonly Page: ComponentType }>
}

/** Every public page. A page is one document in each language, and one chunk of script. */
export const pages = {
  home: { path: '/', load: () => import('../features/site/pages/home-page.tsx') },
  about: { path: '/om-oss', load: () => import('../features/site/pages/about-page.tsx') },
  products: { path: '/produkter', load: () => import('../features/site/pages/products-page.tsx') },
  services: { path: '/tjenester', load: () => import('../features/site/pages/services-page.tsx') },
  custom: { path: '/skreddersom', load: () => import('../features/site/pages/custom-page.tsx') },
  contact: { path: '/kontakt', load: () => import('../features/site/pages/contact-page.tsx') },
  privacy: { path: '/personvern', load: () => import('../features/site/pages/privacy-page.tsx') },
  transparency: { path: '/transparency', load: () => import('../features/site/pages/transparency-page.tsx') },
  'not-found': { path: null, load: () => import('../features/site/pages/not-found-page.tsx') },
} satisfies Record<string, SitePage>

export type PageId = keyof typeof pages

export const isPageId = (id: string | undefined): id is PageId => id !== undefined && Object.hasOwn(pages, id)

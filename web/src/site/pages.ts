import type { ComponentType } from 'react'

export interface SitePage {
  /** The Norwegian address; the English one is the same under `/en`. The 404 page has none. */
  readonly path: string | null
  readonly load: () => Promise<{ readonly Page: ComponentType<{ id: string }> }>
}

const loadStaticPage = () => import('../features/site/pages/static-page.tsx')

/** Every public page. A page is one document in each language. */
export const pages = {
  home: { path: '/', load: () => import('../features/site/pages/home-page.tsx') },
  about: { path: '/om-oss', load: loadStaticPage },
  products: { path: '/produkter', load: loadStaticPage },
  services: { path: '/tjenester', load: loadStaticPage },
  custom: { path: '/skreddersom', load: loadStaticPage },
  contact: { path: '/kontakt', load: loadStaticPage },
  privacy: { path: '/personvern', load: loadStaticPage },
  transparency: { path: '/transparency', load: loadStaticPage },
  'not-found': { path: null, load: loadStaticPage },
} satisfies Record<string, SitePage>

export type PageId = keyof typeof pages

export const isPageId = (id: string | undefined): id is PageId => id !== undefined && Object.hasOwn(pages, id)

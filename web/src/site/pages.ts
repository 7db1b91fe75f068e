import type { ComponentType } from 'react'
import { pageTexts } from '../content/page-texts.ts'
import type { Translated } from '../platform/i18n.tsx'

export interface SitePage {
  /** The Norwegian address; the English one is the same under `/en`. The 404 page has none. */
  readonly path: string | null
  readonly texts: Translated<{ title: string; description: string }>
  readonly load: () => Promise<{ readonly Page: ComponentType }>
}

/** Every public page. A page is one document in each language, and one chunk of script. */
export const pages = {
  home: {
    path: '/',
    texts: pageTexts.home,
    load: () => import('../features/site/pages/home-page.tsx'),
  },
  'not-found': {
    path: null,
    texts: pageTexts.notFound,
    load: () => import('../features/site/pages/not-found-page.tsx'),
  },
} satisfies Record<string, SitePage>

export type PageId = keyof typeof pages

export const isPageId = (id: string | undefined): id is PageId => id !== undefined && Object.hasOwn(pages, id)

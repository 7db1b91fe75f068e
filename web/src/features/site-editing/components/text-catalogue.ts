import { insertedTag } from '../../../platform/site-content.ts'
import { dictionaries } from '../../../site/texts/dictionaries.ts'

/** A text of the site, as delivered. */
export interface SiteText {
  readonly id: string
  readonly no: string
  readonly en: string
}

type DictionaryName = keyof typeof dictionaries

const everywhere = ['header', 'footer', 'site'] as const

/** The site's pages by id, with the dictionaries whose texts they show. */
export const textPages: Readonly<Record<string, { label: string; dictionaries: readonly DictionaryName[] }>> = {
  home: {
    label: 'Forsiden',
    dictionaries: [
      'titleHome',
      'home',
      'products',
      'services',
      'about',
      'webinarTitle',
      'webinars',
      'webinarDetails',
      'webinarForm',
      'contact',
      'form',
      'readyPage',
      ...everywhere,
    ],
  },
  about: { label: 'Om oss', dictionaries: ['titleAbout', 'about', ...everywhere] },
  products: { label: 'Produkter', dictionaries: ['titleProducts', 'products', ...everywhere] },
  services: { label: 'Tjenester', dictionaries: ['titleServices', 'services', ...everywhere] },
  custom: { label: 'Skreddersøm', dictionaries: ['titleCustom', 'custom', ...everywhere] },
  contact: { label: 'Kontakt', dictionaries: ['titleContact', 'contactPage', ...everywhere] },
  privacy: { label: 'Personvern', dictionaries: ['titlePrivacy', 'privacy', ...everywhere] },
  transparency: { label: 'Åpenhetsloven', dictionaries: ['titleTransparency', 'transparency', ...everywhere] },
  'not-found': { label: 'Siden finnes ikke', dictionaries: ['titleNotFound', 'notFound', ...everywhere] },
}

/** Lists every text below a node by its path. Calls functions with a tag in place of the value that the page inserts. */
const textsBelow = (node: unknown, path: string): (readonly [path: string, text: string])[] => {
  if (typeof node === 'string') return [[path, node]]
  if (typeof node === 'function') return [[path, String(node(insertedTag))]]
  return Object.entries(Object(node)).flatMap(([key, value]) => textsBelow(value, `${path}.${key}`))
}

const textsOf = (name: DictionaryName): SiteText[] => {
  const english = new Map(textsBelow(dictionaries[name].en, name))
  return textsBelow(dictionaries[name].no, name).map(([id, no]) => ({ id, no, en: english.get(id) ?? '' }))
}

/** Every text of every page. */
export const allTexts: readonly SiteText[] = Object.keys(dictionaries).flatMap((name) =>
  textsOf(name as DictionaryName),
)

/** Returns the texts of a page, in the order of its dictionaries. */
export const textsOfPage = (page: string): readonly SiteText[] =>
  (textPages[page]?.dictionaries ?? []).flatMap((name) => allTexts.filter(({ id }) => id.startsWith(`${name}.`)))

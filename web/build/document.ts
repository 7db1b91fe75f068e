import { createHash } from 'node:crypto'
import type { CompanyFacts } from '@kontor/contract/company/company.rules'
import {
  companyPlaceholders,
  islandContentId,
  languageTag,
  noncePlaceholder,
  originPlaceholder,
  pathIn,
  plainParameter,
} from '@kontor/contract/site/site.rules'
import type { Language } from '../src/platform/i18n.tsx'

/** A document's scripts and styles. */
export interface DocumentParts {
  readonly headScript: string
  /** The pages that the browser may prefetch (speculation rules, JSON); null for none. */
  readonly speculation: string | null
  /** The islands' script, loaded at the visitor's first interaction, and the scripts that it imports; null for a page without islands. */
  readonly islands: { readonly entry: string; readonly preload: readonly string[] } | null
  /** The script that starts the company's third-party tags; null in the dev server, which has none. */
  readonly tagScript: string | null
  /** The typeface's URL, which the head script preloads; null in the dev server, where preloading doesn't help. */
  readonly font: string | null
  /** The icon's address. In the build, a data URI saves the request that browsers make before the first paint. */
  readonly icon: string
  /** Inlined styles, or a style sheet's URL (dev server). */
  readonly styles: { readonly inline: string } | { readonly href: string }
}

/** A page's image in link previews. */
export interface SocialImage {
  /** The image's URL path. */
  readonly path: string
  /** The page's heading, as the image shows it. */
  readonly heading: string
}

/** In pixels. */
export const socialImageSize = { width: 1200, height: 630 } as const

export interface DocumentContent {
  readonly language: Language
  /** The Norwegian path; null for the 404 page. */
  readonly path: string | null
  readonly title: string
  readonly description: string
  readonly markup: string
  /** Structured data for search engines (JSON-LD); null for none. */
  readonly data: object | null
  /** The company's own texts and facts for the page's islands; null if the company has changed none. */
  readonly islandContent: object | null
  readonly company: CompanyFacts
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => escapes[character] ?? character)

/** Returns a CSP source for an inline script or style. */
export const cspHash = (content: string): string => `'sha256-${createHash('sha256').update(content).digest('base64')}'`

const addressTags = (path: string, language: Language): string[] => {
  const norwegian = originPlaceholder + path
  const english = originPlaceholder + pathIn('en', path)
  const own = language === 'en' ? english : norwegian
  return [
    `<link rel="canonical" href="${own}">`,
    `<link rel="alternate" hreflang="no" href="${norwegian}">`,
    `<link rel="alternate" hreflang="en" href="${english}">`,
    `<link rel="alternate" hreflang="x-default" href="${norwegian}">`,
    `<meta property="og:url" content="${own}">`,
  ]
}

/** Returns a script element with data, which needs no hash in the CSP. Returns an empty list for null. */
const dataBlock = (attributes: string, data: object | null): string[] =>
  data ? [`<script ${attributes}>${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`] : []

/** Returns the text of the page's `h1`. */
export const headingOf = (markup: string): string => {
  const [, heading = ''] = /<h1[^>]*>(.*?)<\/h1>/s.exec(markup) ?? []
  const text = heading.replaceAll('</span>', ' ').replaceAll(/<[^>]*>/g, '')
  return Object.entries(escapes)
    .reduce(
      (unescaped, [character, escaped]) => unescaped.replaceAll(escaped, character),
      text.replaceAll('&#x27;', "'"),
    )
    .trim()
}

/** Returns the meta tags for link previews. Without `image`, uses the site's image. */
const socialTags = (
  { language, title, description, company }: DocumentContent,
  image: SocialImage | null,
): string[] => [
  `<meta property="og:type" content="website">`,
  `<meta property="og:site_name" content="${escapeHtml(company.name)}">`,
  `<meta property="og:title" content="${escapeHtml(title)}">`,
  `<meta property="og:description" content="${escapeHtml(description)}">`,
  `<meta property="og:image" content="${originPlaceholder}${image?.path ?? '/social.jpg'}">`,
  `<meta property="og:image:width" content="${socialImageSize.width}">`,
  `<meta property="og:image:height" content="${socialImageSize.height}">`,
  `<meta property="og:image:alt" content="${escapeHtml(image ? `${company.name}: ${image.heading}` : company.name)}">`,
  `<meta property="og:locale" content="${language === 'en' ? 'en_GB' : 'nb_NO'}">`,
  `<meta property="og:locale:alternate" content="${language === 'en' ? 'nb_NO' : 'en_GB'}">`,
  '<meta name="twitter:card" content="summary_large_image">',
]

const styleTag = (styles: DocumentParts['styles']): string =>
  'inline' in styles ? `<style>${styles.inline}</style>` : `<link rel="stylesheet" href="${styles.href}">`

/** Returns the data attributes that the head script reads. */
const scriptData = ({ font, islands, tagScript }: DocumentParts, { tags, asksAboutCookies }: CompanyFacts): string => {
  const hasTags = Object.values(tags).some(Boolean)
  return Object.entries({
    font,
    entry: islands?.entry,
    preload: islands?.preload.join(' '),
    tags: tagScript && hasTags && JSON.stringify({ ...tags, script: tagScript }),
    quiet: !hasTags && !asksAboutCookies && 'true',
  })
    .map(([name, value]) => (value ? ` data-${name}="${escapeHtml(value)}"` : ''))
    .join('')
}

/** Returns the complete HTML of a public page in one language. */
export const siteDocument = (content: DocumentContent, parts: DocumentParts, image: SocialImage | null): string => {
  const { language, path, title, description, markup, data, islandContent, company } = content
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<script${scriptData(parts, company)}>${parts.headScript}</script>`,
    `<title>${escapeHtml(title)}</title>`,
    `<meta name="description" content="${escapeHtml(description)}">`,
    styleTag(parts.styles),
    // Browsers that can't show this icon request /favicon.ico by themselves.
    `<link rel="icon" href='${parts.icon}'>`,
    // Delays the first paint until `#main` is parsed. A page is one or two packets long: painting the first would only shift the layout.
    '<link rel="expect" href="#main" blocking="render">',
    '<meta name="theme-color" content="#f7f3ec">',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    '<meta name="geo.region" content="NO">',
    ...(path === null
      ? ['<meta name="robots" content="noindex">']
      : [
          '<meta name="robots" content="index, follow">',
          ...addressTags(path, language),
          ...socialTags(content, image),
        ]),
    ...dataBlock('type="application/ld+json"', data),
    ...(parts.islands ? dataBlock(`type="application/json" id="${islandContentId}"`, islandContent) : []),
    ...(parts.speculation ? [`<script type="speculationrules">${parts.speculation}</script>`] : []),
  ]
  return `<!doctype html><html lang="${languageTag[language]}"><head>${head.join('')}</head><body><div id="root">${markup}</div></body></html>`
}

const officeHead = (styles: readonly string[]): string[] => [
  '<meta charset="utf-8">',
  '<meta name="viewport" content="width=device-width, initial-scale=1">',
  '<meta name="robots" content="noindex"><meta name="referrer" content="no-referrer">',
  '<meta name="color-scheme" content="light dark">',
  '<link rel="icon" type="image/svg+xml" href="/favicon.svg">',
  ...styles.map((href) => `<link rel="stylesheet" href="${href}">`),
]

/** Redirects browsers without scripts to the page's plain document. Asks for JavaScript if the page has no plain document. */
const withoutScripts = (isPlain: boolean) =>
  isPlain
    ? {
        head: `<noscript><meta http-equiv="refresh" content="0;url=?${plainParameter}"></noscript>`,
        body: `<noscript><a href="?${plainParameter}">Les avtalen uten JavaScript. <span lang="en">Read the agreement without JavaScript.</span></a></noscript>`,
      }
    : {
        head: '',
        body: '<noscript>Denne siden trenger JavaScript. Slå det på i nettleseren og last siden på nytt.</noscript>',
      }

/** Returns the office's page, empty until its script runs. The server writes a fresh nonce and the company into each response. */
export const officeDocument = (parts: {
  script: string
  preload: readonly string[]
  styles: readonly string[]
  /** True if the server also sends the page as a plain document. */
  plain: boolean
}): string =>
  [
    '<!doctype html><html lang="nb" data-face="office"><head>',
    ...officeHead(parts.styles),
    withoutScripts(parts.plain).head,
    `<meta property="csp-nonce" nonce="${noncePlaceholder}">`,
    `<title>${companyPlaceholders.name}</title>`,
    ...parts.preload.map((href) => `<link rel="modulepreload" href="${href}">`),
    `<script type="module" src="${parts.script}"></script>`,
    companyPlaceholders.data,
    '</head><body><div id="root"></div>',
    withoutScripts(parts.plain).body,
    '</body></html>',
  ].join('')

/** Returns a page in the office's design, for readers without scripts. */
export const plainDocument = (content: {
  readonly language: Language
  readonly title: string
  readonly markup: string
  readonly styles: readonly string[]
}): string =>
  [
    `<!doctype html><html lang="${languageTag[content.language]}" data-face="office"><head>`,
    ...officeHead(content.styles),
    `<title>${escapeHtml(content.title)}</title>`,
    `</head><body>${content.markup}</body></html>`,
  ].join('')

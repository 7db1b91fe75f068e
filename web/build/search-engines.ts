import { englishPrefix, originPlaceholder } from '@kontor/contract/site/site.rules'
import { officeDocuments } from '../src/office/paths.ts'

/** Lists every public URL in both languages with its alternates; `paths` are the Norwegian ones. */
export const sitemap = (paths: readonly string[]): string => {
  const entries = paths.flatMap((path) => {
    const addresses = { no: originPlaceholder + path, en: originPlaceholder + englishPrefix + path }
    const alternates = Object.entries({ ...addresses, 'x-default': addresses.no })
      .map(([language, href]) => `<xhtml:link rel="alternate" hreflang="${language}" href="${href}"/>`)
      .join('')
    return Object.values(addresses).map((address) => `<url><loc>${address}</loc>${alternates}</url>`)
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n')
}

/** Opens the site to search engines, but not the office or the API. Cuts paths at their first parameter. */
export const robots = (): string => {
  const office = new Set(officeDocuments.map(({ path }) => path.replace(/\{.*/, '')))
  return [
    'User-agent: *',
    'Disallow: /api/',
    ...[...office].map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${originPlaceholder}/sitemap.xml`,
    '',
  ].join('\n')
}

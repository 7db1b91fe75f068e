/**
 * Builds the site (prerendered in both languages) and the office, and lists the output for the server in `manifest.json`.
 * Replaces `web/dist`, or the folder given on the command line.
 */

import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { englishPrefix, originPlaceholder, siteLanguages } from '@kontor/contract/site/site.rules'
import type { RenderedPage, SiteDocument, SiteManifest } from '@kontor/contract/site/site.schema'
import type { StoredContent } from '@kontor/contract/site-editing/site-editing.rules'
import { officeDocuments } from '../src/office/paths.ts'
import type { PageId } from '../src/site/pages/pages.ts'
import { type Bundle, bundleForBrowser, cleanUp, loadRenderer, rendererModule } from './bundle.ts'
import { headingOf, officeDocument } from './document.ts'
import { buildHeadScript } from './head-script.ts'
import { stylesFor } from './page-styles.ts'
import type { SiteParts } from './renderer.ts'
import { drawSocialImage } from './social-images.ts'

/** Returns the sitemap: every public URL in both languages, each with links to its translations. `paths` are the Norwegian paths. */
const sitemap = (paths: readonly string[]): string => {
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

/** Returns a robots.txt that disallows the API and the office. Each office path ends before its first parameter. */
const robots = (): string => {
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

const brotli = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

const compressible = /\.(?:css|html|js|json|map|svg|txt|webmanifest|xml)$/

/** Writes `.br` and `.gz` variants beside a file, each only if smaller than the file. */
const precompress = async (file: string): Promise<void> => {
  if (!compressible.test(file)) return
  const content = await readFile(file)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  }
  const variants = { br: await brotli(content, { params }), gz: await gzipAsync(content, { level: 9 }) }
  for (const [extension, compressed] of Object.entries(variants)) {
    if (compressed.length < content.length) await writeFile(`${file}.${extension}`, compressed)
  }
}

const siteEntry = 'src/site/islands/entry.tsx'
const siteStyles = 'src/site/styles/site.css'
const tagScript = 'src/site/consent/tags.ts'
const rendererParts = 'renderer/parts.json'
const officeEntry = 'src/office/main.tsx'
const dist = resolve(process.argv[2] ?? fileURLToPath(new URL('../dist', import.meta.url)))
const publicDir = fileURLToPath(new URL('../public', import.meta.url))

/** Returns the site's styles and deletes their file: each page inlines its styles, so browsers never request the file. */
const takeStyles = async (bundle: Bundle): Promise<string> => {
  const file = join(dist, bundle.address(siteStyles))
  const styles = await readFile(file, 'utf8')
  await rm(file)
  return styles.trim()
}

/** Returns content with parts that the delivered content lacks, such as photos, so that each page's styles cover these parts, too. */
const otherContents = ({ company, texts }: StoredContent): StoredContent[] => [
  {
    texts,
    company: {
      ...company,
      bookingUrl: null,
      team: [
        { name: 'x', role: { no: 'x', en: 'x' }, photo: null, bookingUrl: null, email: 'x@x.example' },
        { name: 'x', role: { no: 'x', en: 'x' }, photo: 'uploaded', bookingUrl: 'https://x.example/', email: null },
      ],
    },
  },
]

const buildSite = async (
  officeStyles: readonly string[],
): Promise<Pick<SiteManifest, 'pages' | 'notFound' | 'refusals' | 'tagHosts' | 'renderer'>> => {
  const bundle = await bundleForBrowser(dist, 'site', [siteEntry, siteStyles, tagScript])
  const renderer = await loadRenderer(dist)
  const allStyles = await takeStyles(bundle)
  const headScripts = { plain: await buildHeadScript(false), withIslands: await buildHeadScript(true) }
  const islandScripts = await Promise.all(
    bundle.addressesWithImports(siteEntry).map((address) => readFile(join(dist, address), 'utf8')),
  )
  const contents = [renderer.deliveredStored, ...otherContents(renderer.deliveredStored)]
  const stylesOf = (id: PageId): string => {
    const markup = siteLanguages.flatMap((language) =>
      contents.map((stored) => renderer.renderContent({ id, language }, stored).markup),
    )
    const scripts = markup.some(renderer.hasIslands) ? islandScripts : []
    return stylesFor(allStyles, [...Object.values(headScripts), ...markup, ...scripts])
  }
  const imagesOf = async (id: PageId) => {
    const images = siteLanguages.map(async (language) => {
      const title = headingOf(renderer.renderContent({ id, language }, renderer.deliveredStored).markup)
      return [language, await drawSocialImage(dist, { id, language, title })] as const
    })
    return [id, Object.fromEntries(await Promise.all(images))] as const
  }
  const parts: SiteParts = {
    headScripts,
    prefetches: true,
    islands: { entry: bundle.address(siteEntry), preload: bundle.addressesWithImports(siteEntry) },
    tagScript: bundle.address(tagScript),
    icon: dataUri(await readFile(join(publicDir, 'favicon.svg'), 'utf8')),
    font: bundle.address(bundle.find('/schibsted-grotesk-latin.woff2')),
    styles: Object.fromEntries(renderer.pageIds.map((id) => [id, stylesOf(id)])),
    officeStyles,
    images: Object.fromEntries(
      await Promise.all(renderer.pageIds.filter((id) => renderer.pages[id].path !== null).map(imagesOf)),
    ),
    webManifest: JSON.parse(await readFile(join(publicDir, 'site.webmanifest'), 'utf8')),
  }
  await writeFile(join(dist, rendererParts), JSON.stringify(parts))

  const rendered = renderer.render(renderer.deliveredStored, parts)
  const writePage = async (name: string, { language, html, ...hashes }: RenderedPage): Promise<SiteDocument> => {
    const file = `pages/${name}.${language}.html`
    await writeFile(join(dist, file), html)
    return { language, file, scriptHashes: hashes.scriptHashes, styleHashes: hashes.styleHashes }
  }
  const write = (id: PageId): Promise<SiteDocument[]> =>
    Promise.all(rendered.documents.filter((page) => page.id === id).map((page) => writePage(id, page)))

  const pages: SiteManifest['pages'] = []
  for (const id of renderer.pageIds) {
    const { path } = renderer.pages[id]
    if (path !== null) pages.push({ path, documents: await write(id) })
  }
  const notFound = await write('not-found')
  const refusals = rendered.refusals.map(async ({ kind, ...page }) => ({ kind, ...(await writePage(kind, page)) }))
  const files = { module: rendererModule, parts: rendererParts, pages: renderer.pageIds }
  return { pages, notFound, refusals: await Promise.all(refusals), tagHosts: rendered.tagHosts, renderer: files }
}

/** Returns a data URI of an SVG, without its title, for a single-quoted attribute. */
const dataUri = (svg: string): string =>
  `data:image/svg+xml,${svg
    .replace(/<title>.*<\/title>/, '')
    .replaceAll('#', '%23')
    .trim()}`

const buildOffice = (bundle: Bundle): Promise<SiteManifest['office']> =>
  Promise.all(
    officeDocuments.map(async ({ path, source, plain }, index) => {
      const sources = [officeEntry, source]
      const [script, ...preload] = new Set(sources.flatMap(bundle.addressesWithImports))
      if (!script) throw new Error('The office has no script.')
      const styles = [...new Set(sources.flatMap(bundle.styles))]
      const file = `pages/office.${index}.html`
      await writeFile(join(dist, file), officeDocument({ script, preload, styles, plain }))
      return { path, file }
    }),
  )

const filesBelow = async (folder: string): Promise<string[]> => {
  const entries = await readdir(join(dist, folder), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(dist.length + 1))
}

const collectAssets = async (): Promise<SiteManifest['assets']> => {
  const hashed = (await filesBelow('assets')).map((file) => ({ path: `/${file}`, file, immutable: true }))
  const named = (await filesBelow('public')).map((file) => ({
    path: file.slice('public'.length),
    file,
    immutable: false,
  }))
  const assets = [...hashed, ...named]
  await Promise.all(assets.map((asset) => precompress(join(dist, asset.file))))
  return assets
}

process.env.NODE_ENV = 'production'
await rm(dist, { recursive: true, force: true })
await mkdir(join(dist, 'pages'), { recursive: true })
await cp(publicDir, join(dist, 'public'), { recursive: true })
const officeBundle = await bundleForBrowser(dist, 'office', [officeEntry])
const site = await buildSite(officeBundle.styles(officeEntry))
await writeFile(join(dist, 'public/sitemap.xml'), sitemap(site.pages.map(({ path }) => path)))
await writeFile(join(dist, 'public/robots.txt'), robots())
const office = await buildOffice(officeBundle)
const manifest: SiteManifest = { ...site, office, assets: await collectAssets() }
await cleanUp(dist)
// Written last, in one write: an interrupted build has no manifest, so the server won't use it.
await writeFile(join(dist, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)

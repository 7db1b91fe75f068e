/**
 * Runs the dev server. It renders the site on each request and serves the office's modules unbundled, both with hot reload. It listens on
 * `WEB_PORT` (5173) and proxies API requests to the API server, which runs beside it on `PORT` (3000).
 */
import type { ServerResponse } from 'node:http'
import {
  companyPlaceholders,
  isEnglishPath,
  languageCookie,
  noncePlaceholder,
  originPlaceholder,
  pathIn,
} from '@kontor/contract/site/site.rules'
import { createServer, type ViteDevServer } from 'vite'
import { officeDocuments } from '../src/office/paths.ts'
import type { Language } from '../src/platform/i18n.tsx'
import base from '../vite.config.ts'
import { officeDocument } from './document.ts'
import { buildHeadScript } from './head-script.ts'

type Renderer = typeof import('./renderer.ts')

const port = Number(process.env.WEB_PORT ?? 5173)
const api = `http://127.0.0.1:${process.env.PORT ?? 3000}`
const host = '127.0.0.1'

const siteEntry = '/src/site/islands/entry.tsx'
const siteStyles = '/src/site/styles/site.css'
const officeEntry = '/src/office/main.tsx'

/** A page that shows all parts of `web/src/ui`. Only the dev server has it. */
const gallery = { path: '/ui', entry: '/src/gallery/main.tsx' }

const officePatterns = officeDocuments.map(({ path }) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`))

const languageOf = (path: string, cookie: string): Language => {
  if (isEnglishPath(path)) return 'en'
  return new RegExp(`(?:^|;\\s*)${languageCookie}=en(?:;|$)`).test(cookie) ? 'en' : 'no'
}

const renderSite = async (vite: ViteDevServer, path: string, cookie: string) => {
  const { pages, pageIds, renderDocument } = (await vite.ssrLoadModule('/build/renderer.ts')) as Renderer
  const language = languageOf(path, cookie)
  const id = pageIds.find((candidate) => pages[candidate].path === pathIn('no', path)) ?? 'not-found'
  const parts = {
    headScripts: { plain: await buildHeadScript(false), withIslands: await buildHeadScript(true) },
    prefetches: false,
    islands: { entry: siteEntry, preload: [siteEntry] },
    tagScript: null,
    icon: '/favicon.svg',
    font: null,
    styles: siteStyles,
    officeStyles: [],
    images: {},
    webManifest: {},
  }
  const { html } = renderDocument({ id, language }, parts)
  return { status: id === 'not-found' ? 404 : 200, html: html.replaceAll(originPlaceholder, `http://${host}:${port}`) }
}

const renderOffice = (script: string) => ({
  status: 200,
  html: officeDocument({ script, preload: [], styles: [], plain: false })
    .replaceAll(noncePlaceholder, '')
    .replaceAll(companyPlaceholders.name, ''),
})

const send = async (vite: ViteDevServer, url: string, cookie: string, response: ServerResponse): Promise<void> => {
  const path = url.split('?', 1)[0] ?? url
  const isOffice = officePatterns.some((pattern) => pattern.test(path))
  const entry = path === gallery.path ? gallery.entry : isOffice ? officeEntry : null
  const { status, html } = entry === null ? await renderSite(vite, path, cookie) : renderOffice(entry)
  response.statusCode = status
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end(await vite.transformIndexHtml(url, html))
}

const vite = await createServer({
  ...base,
  server: { host, port, strictPort: true, proxy: { '^/(?:api|healthz|readyz)(?:/|\\?|$)': api } },
})
vite.middlewares.use((request, response, next) => {
  send(vite, request.originalUrl ?? '/', request.headers.cookie ?? '', response).catch((error: unknown) => {
    if (error instanceof Error) vite.ssrFixStacktrace(error)
    next(error)
  })
})
await vite.listen()
console.log(
  `The site and the office with reload: http://${host}:${port} (calls go to ${api}); the parts: ${gallery.path}`,
)

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { refusalKinds, type SiteManifest } from '@kontor/contract/site/site.schema'
import { onCleanup } from './cleanup.ts'

/** A renderer like that of the web build. Its documents have one line. */
const renderer = `
import { threadId } from 'node:worker_threads'

export const render = ({ company, texts }, parts, page) => {
  if (company.name === 'Velt AS') throw new Error('it fell over')
  if (threadId === 0) throw new Error('this would block requests')
  const document = (id, path, language) => ({
    id, path, language,
    html: '<title>' + [company.name, id, language, texts[language]['home.title'] ?? parts.title].join(' ') + '</title>',
    scriptHashes: [], styleHashes: ["'sha256-" + id + "'"],
  })
  const all = [['home', '/'], ['missing', null]].flatMap(([id, path]) => ['no', 'en'].map((language) => document(id, path, language)))
  return {
    refusals: page ? [] : ['failed', 'too-many'].flatMap((kind) => ['no', 'en'].map((language) => ({ kind, ...document('home', '/', language) }))),
    documents: page ? all.filter(({ id, language }) => id === page.id && language === page.language) : all,
    tagHosts: { script: company.tags.metaPixel ? ['https://tags.example'] : [], connect: [], image: [] },
    webManifest: JSON.stringify({ name: company.name }),
  }
}
`

const languages = ['no', 'en'] as const

/** Writes a web build with one page and the 404 page. Deletes it when the calling test, or else the test file, is finished. Returns its folder. */
export const createSiteBuild = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-web-'))
  onCleanup(() => rm(folder, { recursive: true }))
  for (const name of ['pages', 'public', 'renderer']) await mkdir(join(folder, name))
  const documents = (id: string) =>
    languages.map((language) => ({ language, file: `pages/${id}.${language}.html`, scriptHashes: [], styleHashes: [] }))
  for (const id of ['home', 'missing']) {
    for (const language of languages) {
      await writeFile(join(folder, `pages/${id}.${language}.html`), `<title>delivered ${id} ${language}</title>`)
    }
  }
  await writeFile(join(folder, 'renderer/renderer.js'), renderer)
  await writeFile(join(folder, 'renderer/package.json'), '{"type":"module"}')
  await writeFile(join(folder, 'renderer/parts.json'), '{"title":"Tittel"}')
  await writeFile(join(folder, 'public/site.webmanifest'), '{"name":"delivered"}')
  const manifest: SiteManifest = {
    pages: [{ path: '/', documents: documents('home') }],
    notFound: documents('missing'),
    refusals: refusalKinds.flatMap((kind) => documents('missing').map((document) => ({ kind, ...document }))),
    tagHosts: { script: [], connect: [], image: [] },
    renderer: { module: 'renderer/renderer.js', parts: 'renderer/parts.json', pages: ['home', 'missing'] },
    office: [],
    assets: [{ path: '/site.webmanifest', file: 'public/site.webmanifest', immutable: false }],
  }
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest))
  return folder
}

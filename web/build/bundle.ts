import { readFile, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Manifest, type Rolldown } from 'vite'
import { officeDocuments } from '../src/office/paths.ts'
import base from '../vite.config.ts'

const webDir = fileURLToPath(new URL('..', import.meta.url))

/** Subfolder of the output for build-only files. */
const workFolder = '.work'

/** Vite's output for each source file, by the source's path below `web/`. */
export type Bundle = ReturnType<typeof readBundle>

const readBundle = (manifest: Manifest) => {
  const chunk = (source: string) => {
    const found = manifest[source]
    if (!found) throw new Error(`The build has no output for ${source}.`)
    return found
  }
  const reachableFrom = (source: string, seen: Set<string> = new Set()): Set<string> => {
    if (!seen.has(source)) {
      seen.add(source)
      for (const imported of chunk(source).imports ?? []) reachableFrom(imported, seen)
    }
    return seen
  }
  const address = (source: string): string => `/${chunk(source).file}`
  return {
    /** The URL path of the source's chunk. */
    address,
    /** Returns the URL paths of the source's chunk and of its static imports. */
    addressesWithImports: (source: string) => [...reachableFrom(source)].map(address),
    /** Returns the URL paths of the style sheets that a source imports. */
    styles: (source: string) =>
      [...reachableFrom(source)].flatMap((key) => chunk(key).css ?? []).map((file) => `/${file}`),
    /** Returns the path of the source whose path ends with `ending`. */
    find: (ending: string) => {
      const source = Object.keys(manifest).find((key) => key.endsWith(ending))
      if (!source) throw new Error(`The build has no source that ends with ${ending}.`)
      return source
    },
  }
}

const answerPage = 'src/features/agreements/customer/agreement-response-page.tsx'
const leadsScreen = 'src/office/leads-layout.tsx'
const registrationPage = 'src/features/webinars/pages/own-registration-page.tsx'

/** The shared scripts of the screens that users open first. Each contains the modules that all its sources import and no earlier script contains. */
const firstScripts: readonly (readonly string[])[] = [
  ['src/office/main.tsx'],
  ['src/features/session/pages/login-page.tsx'],
  ['src/office/admin-entry.tsx'],
  [answerPage, registrationPage],
  [answerPage, leadsScreen],
  [answerPage, 'src/features/agreements/office/agreements-page.tsx'],
  [registrationPage, 'src/features/webinars/pages/webinars-page.tsx'],
  [leadsScreen, 'src/features/customers/pages/customers-page.tsx'],
]

/** Returns a source and all its static imports, direct or not. Dynamic imports are left out. */
const importsOf = (source: string, context: Rolldown.ChunkingContext): ReadonlySet<string> => {
  const found = new Set([join(webDir, source)])
  for (const id of found) {
    // Doesn't follow this package's imports: it re-exports every part, but a source uses only a few.
    if (id.includes('/node_modules/radix-ui/')) continue
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) found.add(imported)
  }
  return found
}

/**
 * Groups the office's modules into few scripts, so that a screen loads only what it needs. zod shares a script with its configuration,
 * which must run before any screen creates its first schema.
 */
const officeGroups = (): Rolldown.CodeSplittingGroup[] => {
  const known = new Map<string, ReadonlySet<string>>()
  const isImported = (source: string, id: string, context: Rolldown.ChunkingContext): boolean => {
    const imports = known.get(source) ?? importsOf(source, context)
    known.set(source, imports)
    return imports.has(id)
  }
  // Screens' own modules are in no group, since a screen's page preloads the script that is named after the screen's source.
  const screens = new Set(officeDocuments.map(({ source }) => join(webDir, source)))
  return [
    { name: 'zod', test: /\/node_modules\/zod\/|\/zod-without-eval\.ts$/, priority: 9 },
    ...firstScripts.map((sources, index) => {
      const name = sources.map((source) => basename(source, '.tsx')).join('-')
      return {
        name: (id: string, context: Rolldown.ChunkingContext) =>
          !screens.has(id) && sources.every((source) => isImported(source, id, context)) ? name : null,
        priority: 8 - index,
        debugName: name,
      }
    }),
  ]
}

/** Bundles scripts and styles for the browser into `<dist>/assets`. */
export const bundleForBrowser = async (
  dist: string,
  name: 'site' | 'office',
  sources: readonly string[],
): Promise<Bundle> => {
  await build({
    ...base,
    logLevel: 'warn',
    build: {
      ...base.build,
      outDir: dist,
      emptyOutDir: false,
      copyPublicDir: false,
      manifest: `${workFolder}/${name}.json`,
      // Allows large scripts, which office users load once. build.test.ts limits what visitors load.
      chunkSizeWarningLimit: 4000,
      rolldownOptions: {
        input: sources.map((source) => join(webDir, source)),
        // Keeps the exports of the site's entry, since the head script calls one of them.
        preserveEntrySignatures: 'exports-only',
        output: { codeSplitting: { groups: name === 'office' ? officeGroups() : [] } },
      },
    },
  })
  const manifest: Manifest = JSON.parse(await readFile(join(dist, workFolder, `${name}.json`), 'utf8'))
  return readBundle(manifest)
}

/** The renderer's path in the output. The server imports it. */
export const rendererModule = 'renderer/renderer.js'

/** Bundles the renderer for Node, and the pages' drawings for the browser. Returns the imported renderer. */
export const loadRenderer = async (dist: string): Promise<typeof import('./renderer.ts')> => {
  await build({
    ...base,
    logLevel: 'warn',
    // Bundle everything, React included, so that it loads from any output folder.
    ssr: { noExternal: true },
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    build: {
      ...base.build,
      ssr: true,
      ssrEmitAssets: true,
      outDir: dist,
      emptyOutDir: false,
      copyPublicDir: false,
      rolldownOptions: {
        input: join(webDir, 'build/renderer.ts'),
        output: { entryFileNames: rendererModule, chunkFileNames: 'renderer/[name].js' },
      },
    },
  })
  return import(pathToFileURL(join(dist, rendererModule)).href)
}

/** Removes build-only files. */
export const cleanUp = (dist: string): Promise<void> => rm(join(dist, workFolder), { recursive: true, force: true })

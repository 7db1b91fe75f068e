import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Manifest } from 'vite'
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
    /** The chunk's URL path and those of its static imports. */
    addressesWithImports: (source: string) => [...reachableFrom(source)].map(address),
    /** The URL paths of the style sheets that a source imports. */
    styles: (source: string) =>
      [...reachableFrom(source)].flatMap((key) => chunk(key).css ?? []).map((file) => `/${file}`),
    /** The path of the source that ends with `ending`. */
    find: (ending: string) => {
      const source = Object.keys(manifest).find((key) => key.endsWith(ending))
      if (!source) throw new Error(`The build has no source that ends with ${ending}.`)
      return source
    },
  }
}

/**
 * The office's screens have little in common: each loads only what it needs. zod shares a chunk with its configuration, which
 * must run before any screen creates its first schema.
 */
const officeGroups = [{ name: 'zod', test: /\/node_modules\/zod\/|\/zod-without-eval\.ts$/ }] as const

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
      // Office users load it once; build.test.ts limits what visitors load.
      chunkSizeWarningLimit: 4000,
      rolldownOptions: {
        input: sources.map((source) => join(webDir, source)),
        // The head script calls an export of the site's entry.
        preserveEntrySignatures: 'exports-only',
        output: { codeSplitting: { groups: name === 'office' ? [...officeGroups] : [] } },
      },
    },
  })
  const manifest: Manifest = JSON.parse(await readFile(join(dist, workFolder, `${name}.json`), 'utf8'))
  return readBundle(manifest)
}

/** The renderer's place in the output, for the server. */
export const rendererModule = 'renderer/renderer.js'

/** Bundles the renderer for Node, and the pages' drawings for the browser, and imports it. */
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

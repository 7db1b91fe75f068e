import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Manifest } from 'vite'
import base from '../vite.config.ts'

const webDir = fileURLToPath(new URL('..', import.meta.url))

/** What only the build itself needs stands here, inside the folder that it makes. */
const workFolder = '.work'

/** What Vite made of each source file, by the source's path below `web/`. */
export interface Bundle {
  /** The address of what became of a source. */
  address(source: string): string
  /** The same, with all that it imports at once. */
  addressesWithImports(source: string): string[]
  /** The same, with what it imports on demand, other than what `isOther` names by its source. */
  addressesOnDemand(source: string, isOther: (source: string) => boolean): string[]
  /** The addresses of the styles that a source brings. */
  styles(source: string): string[]
  /** The source whose path ends like this. */
  find(ending: string): string
}

const readBundle = (manifest: Manifest): Bundle => {
  const chunk = (source: string) => {
    const found = manifest[source]
    if (!found) throw new Error(`The build made nothing of ${source}.`)
    return found
  }
  type Follow = (source: string) => readonly string[]
  const atOnce: Follow = (source) => chunk(source).imports ?? []
  const reach = (source: string, follow = atOnce, seen: Set<string> = new Set()): Set<string> => {
    if (!seen.has(source)) {
      seen.add(source)
      for (const imported of follow(source)) reach(imported, follow, seen)
    }
    return seen
  }
  const address = (source: string): string => `/${chunk(source).file}`
  return {
    address,
    addressesWithImports: (source) => [...reach(source)].map(address),
    addressesOnDemand: (source, isOther) => {
      const follow: Follow = (from) => [
        ...atOnce(from),
        ...(chunk(from).dynamicImports ?? []).filter((to) => !isOther(to)),
      ]
      return [...reach(source, follow)].map(address)
    },
    styles: (source) => [...reach(source)].flatMap((key) => chunk(key).css ?? []).map((file) => `/${file}`),
    find: (ending) => {
      const source = Object.keys(manifest).find((key) => key.endsWith(ending))
      if (!source) throw new Error(`The build made nothing of any …${ending}.`)
      return source
    },
  }
}

/** What several chunks need goes into one, not into one for each combination; but not what only chunks loaded on demand need. */
const notOnDemand = /^(?!.*\/contract\/src\/shared\/time\.ts$)/

const siteGroups = [{ name: 'shared', test: notOnDemand, minShareCount: 2 }] as const

/**
 * The office's screens have less in common: each loads what it needs and no more. The schemas' library comes together with
 * its setting, which must hold before any screen's first schema is made.
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
      // The office is loaded by people at work, once; a visitor's limits are tested with the build.
      chunkSizeWarningLimit: 4000,
      rolldownOptions: {
        input: sources.map((source) => join(webDir, source)),
        // The script of the head calls what the site's entry exports.
        preserveEntrySignatures: 'exports-only',
        output: { codeSplitting: { groups: [...(name === 'site' ? siteGroups : officeGroups)] } },
      },
    },
  })
  const manifest: Manifest = JSON.parse(await readFile(join(dist, workFolder, `${name}.json`), 'utf8'))
  return readBundle(manifest)
}

/** Bundles the site for the build itself and loads it, so that its pages can be rendered here. */
export const loadRenderer = async (dist: string): Promise<typeof import('../src/site/render.tsx')> => {
  await build({
    ...base,
    logLevel: 'warn',
    // Whole, React included, so that it can be loaded from wherever the build is made.
    ssr: { noExternal: true },
    build: {
      ...base.build,
      ssr: true,
      outDir: join(dist, workFolder),
      emptyOutDir: false,
      copyPublicDir: false,
      rolldownOptions: { input: join(webDir, 'src/site/render.tsx') },
    },
  })
  return import(pathToFileURL(join(dist, workFolder, 'render.js')).href)
}

/** Removes what only the build needed. */
export const cleanUp = (dist: string): Promise<void> => rm(join(dist, workFolder), { recursive: true, force: true })

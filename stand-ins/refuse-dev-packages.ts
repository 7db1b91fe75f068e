// Preloaded (`--import`): fails imports of packages that `npm ci --omit=dev` doesn't install.
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

const root = new URL('..', import.meta.url).href
const { packages }: { packages: Record<string, { readonly dev?: boolean }> } = JSON.parse(
  readFileSync(fileURLToPath(`${root}package-lock.json`), 'utf8'),
)
const devPackages = Object.entries(packages).flatMap(([path, { dev }]) => (dev ? [`${root}${path}/`] : []))

registerHooks({
  resolve: (specifier, context, nextResolve) => {
    const resolved = nextResolve(specifier, context)
    if (devPackages.some((folder) => resolved.url.startsWith(folder)))
      throw new Error(`${context.parentURL} imports ${specifier}, which is a development package`)
    return resolved
  },
})

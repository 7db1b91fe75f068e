// Imported for its effect, before any module that imports drizzle-orm. For each import of a package, and for each module within it, Node parses the
// package's package.json again. drizzle-orm's has 180 kB, and parsing it took half of the startup time. This hook resolves drizzle-orm's modules
// without reading that file; the result is the same.
import { type ResolveFnOutput, registerHooks } from 'node:module'

const resolved = new Map<string, ResolveFnOutput>()

registerHooks({
  resolve: (specifier, context, nextResolve) => {
    const { parentURL } = context
    if (specifier.startsWith('./') || specifier.startsWith('../')) {
      if (!parentURL?.includes('/node_modules/drizzle-orm/') || !specifier.endsWith('.js'))
        return nextResolve(specifier, context)
      return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
    }
    if (!/^drizzle-orm(?:\/|$)/.test(specifier)) return nextResolve(specifier, context)
    const known = resolved.get(specifier) ?? { ...nextResolve(specifier, context), shortCircuit: true }
    resolved.set(specifier, known)
    return known
  },
})

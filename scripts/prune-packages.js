// Runs after `npm ci`. In an install without development packages, removes files that no code reads at run time: a third of all bytes.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './lib/paths.js'

/** Returns true for types, TypeScript sources (which Node doesn't load from packages), source maps, Bare modules and static libraries. */
const isUnused = (name) => /\.(?:[cm]?ts|tsx|map|bare|a)$/.test(name)

/** Folders next to a `package.json` that only the package's authors need. */
const forAuthors = new Set([
  'test',
  'tests',
  'docs',
  'example',
  'examples',
  'benchmark',
  'benchmarks',
  '.yarn',
  '.github',
])

/** C headers and manuals that the package `node` unpacks next to its program. */
const besideNode = ['include', 'share', 'CHANGELOG.md']

/** Removes the files below a folder of packages. Doesn't follow links, so that it never removes files elsewhere. */
const prune = (folder) => {
  const entries = readdirSync(folder, { withFileTypes: true })
  const isPackage = entries.some(({ name }) => name === 'package.json')
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory() && isPackage && forAuthors.has(entry.name)) rmSync(path, { recursive: true })
    else if (entry.isDirectory()) prune(path)
    else if (entry.isFile() && isUnused(entry.name)) rmSync(path)
  }
}

const omitsDev = (process.env.npm_config_omit ?? '').split(/\s+/).includes('dev')

if (omitsDev) {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  for (const place of ['', ...workspaces]) {
    const packages = join(root, place, 'node_modules')
    if (existsSync(packages)) prune(packages)
  }
  const unpacked = join(root, 'node_modules', 'node', 'node_modules')
  for (const name of existsSync(unpacked) ? readdirSync(unpacked) : []) {
    for (const part of besideNode) rmSync(join(unpacked, name, part), { recursive: true, force: true })
  }
}

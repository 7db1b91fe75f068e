import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { npm } from './npm.js'
import { fromRoot } from './paths.js'

const sources = ['web', 'contract', 'package-lock.json', 'tsconfig.base.json']
const notSources = new Set(['node_modules', 'dist', 'test-results'])
const dist = fromRoot('web', 'dist')
/** The build runs here, so that servers and tests started during it still find the last one complete. */
const draft = fromRoot('node_modules', '.cache', 'kontor', 'web')
/** The stamp is inside the build folder: a manual build empties it and so invalidates the stamp. */
const stampIn = (folder) => join(folder, '.sources')

const filesBelow = (path) =>
  readdirSync(fromRoot(path), { withFileTypes: true })
    .filter((entry) => !notSources.has(entry.name) && !entry.name.endsWith('.tsbuildinfo'))
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(join(path, entry.name)) : [join(path, entry.name)]))
    .sort()

/** Hash of the web build's inputs; by content, so that it's also valid in a clone or copy. */
const sourcesDigest = () => {
  const hash = createHash('sha256')
  const files = sources.flatMap((path) => (/\.\w+$/.test(path) ? [path] : filesBelow(path)))
  for (const file of files) {
    const content = readFileSync(fromRoot(file))
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

export const ensureBuilt = () => {
  const digest = sourcesDigest()
  if (existsSync(stampIn(dist)) && readFileSync(stampIn(dist), 'utf8') === digest) return
  console.log('Building the web part (once) …')
  const build = ['run', 'build', '--workspace', 'web', '--silent', '--', draft]
  npm(build, 'The web build failed; see the error above.')
  // The digest is from before the build: a source saved during it triggers a rebuild at the next start.
  writeFileSync(stampIn(draft), digest)
  rmSync(dist, { recursive: true, force: true })
  renameSync(draft, dist)
}

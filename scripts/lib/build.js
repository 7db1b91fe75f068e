import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { npm } from './npm.js'
import { fromRoot } from './paths.js'

const sources = ['web', 'contract', 'package-lock.json', 'tsconfig.base.json']
const notSources = new Set(['node_modules', 'dist', 'test-results'])
const dist = fromRoot('web', 'dist')
/** Where the build grows: a server or a test that starts meanwhile finds the last one whole. */
const draft = fromRoot('node_modules', '.cache', 'kontor', 'web')
/** Inside the build's own folder, so that a build by hand, which empties it, is never taken for ours. */
const stampIn = (folder) => join(folder, '.sources')

const filesBelow = (path) =>
  readdirSync(fromRoot(path), { withFileTypes: true })
    .filter((entry) => !notSources.has(entry.name) && !entry.name.endsWith('.tsbuildinfo'))
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(join(path, entry.name)) : [join(path, entry.name)]))
    .sort()

/** A digest of all that the web build is made from: contents, so that it holds in a clone or a copy as well. */
const sourcesDigest = () => {
  const hash = createHash('sha256')
  const files = sources.flatMap((path) => (/\.\w+$/.test(path) ? [path] : filesBelow(path)))
  for (const file of files) {
    const content = readFileSync(fromRoot(file))
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/** Builds the web part when its sources differ from those of the build that is there. */
export const ensureBuilt = () => {
  const digest = sourcesDigest()
  if (existsSync(stampIn(dist)) && readFileSync(stampIn(dist), 'utf8') === digest) return
  console.log('Building the web part (once) …')
  const build = ['run', 'build', '--workspace', 'web', '--silent', '--', draft]
  npm(build, 'The web part could not be built; the reason stands above.')
  // A source that was saved while the build ran is newer than the digest: the next start builds again, as it should.
  writeFileSync(stampIn(draft), digest)
  rmSync(dist, { recursive: true, force: true })
  renameSync(draft, dist)
}

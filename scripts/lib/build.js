import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { hasDevPackages } from './install.js'
import { Failure, npm } from './npm.js'
import { fromRoot, node24 } from './paths.js'
import { childEnv } from './run.js'

const sources = ['web', 'contract', 'package-lock.json', 'tsconfig.base.json']
const installed = ['package.json', '.npmrc', 'scripts/prune-packages.js', 'scripts/lib/paths.js']
const notSources = new Set(['node_modules', 'dist', 'test-results'])
/** Returns true for tests and their helpers, which aren't part of the build: a change of them needs no new build. */
const isTestFile = (path) => /\.test\.tsx?(?:-snapshots)?$|(?:^|[\\/])src[\\/]testing$/.test(path)
const dist = fromRoot('web', 'dist')
/** The folder of a build in progress. Until it is complete, servers and tests use the last build in `dist`. */
const draft = fromRoot('node_modules', '.cache', 'kontor', 'web')
/** Returns the path of the stamp, the digest of the sources. It is inside the build's folder, so that a manual build deletes it. */
const stampIn = (folder) => join(folder, '.sources')

const filesBelow = (path) =>
  readdirSync(fromRoot(path), { withFileTypes: true })
    .filter(({ name }) => !notSources.has(name) && !isTestFile(join(path, name)))
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(join(path, entry.name)) : [join(path, entry.name)]))
    .sort()

/** Hashes the inputs of the web build by content, so that the hash is also valid in a clone or copy. */
const sourcesDigest = () => {
  const hash = createHash('sha256')
  const files = sources.flatMap((path) => (/\.\w+$/.test(path) ? [path] : filesBelow(path)))
  for (const file of files) {
    const content = readFileSync(fromRoot(file))
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

const buildFailed = 'The web build failed; see the error above.'

/** Copies the files that the install and the build read, and every package.json, since npm compares them all with the lock file. */
const copyForBuild = (folder) => {
  const { workspaces } = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8'))
  const files = [...installed, ...sources, ...workspaces.map((name) => join(name, 'package.json'))]
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(fromRoot(file), join(folder, file), {
      recursive: true,
      filter: (path) => !/[\\/](?:node_modules|dist|test-results)$/.test(path),
    })
  }
}

/** Builds in a temporary folder with its own packages, so that a production install gets no development packages. */
const buildApart = () => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-build-'))
  try {
    copyForBuild(folder)
    npm(
      ['ci', '--include=dev', '--workspace=web', '--workspace=contract', '--loglevel=error'],
      'The packages that build the web part could not be installed. Without network, build it elsewhere (npm start or npm run build) and copy web/dist.',
      folder,
    )
    const env = childEnv()
    const { status } = spawnSync(node24, ['web/build/build.ts', draft], { cwd: folder, stdio: 'inherit', env })
    if (status !== 0) throw new Failure(buildFailed)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export const ensureBuilt = () => {
  const digest = sourcesDigest()
  if (existsSync(stampIn(dist)) && readFileSync(stampIn(dist), 'utf8') === digest) return
  console.log('Building the web part (once) …')
  if (hasDevPackages()) npm(['run', 'build', '--workspace', 'web', '--silent', '--', draft], buildFailed)
  else buildApart()
  // Stores the digest from before the build, so that a source saved during the build causes another build at the next start.
  writeFileSync(stampIn(draft), digest)
  rmSync(dist, { recursive: true, force: true })
  renameSync(draft, dist)
}

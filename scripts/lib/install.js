import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Failure, npm } from './npm.js'
import { fromRoot, node24 } from './paths.js'

const readPackages = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch (error) {
    if (error.code === 'ENOENT' || error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Returns true if development packages are installed: Vite is one of them. */
export const hasDevPackages = () => existsSync(fromRoot('node_modules', 'vite'))

const isProductionInstall = () => existsSync(fromRoot('node_modules')) && !hasDevPackages()

/**
 * Returns true if node_modules matches the lock file; if `production`, development packages may be missing. Compares the files' contents,
 * since clones, copies and branch switches change their times. npm records installed packages in `node_modules/.package-lock.json`.
 */
const isInstalled = (production) => {
  const wanted = readPackages(fromRoot('package-lock.json'))
  const installed = readPackages(fromRoot('node_modules', '.package-lock.json'))
  if (!wanted || !installed) return false
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/') || entry.link) return true
    const found = installed[path]
    if (!found) return Boolean(entry.optional || entry.devOptional || entry.peer || (production && entry.dev))
    return found.version === entry.version && (!entry.integrity || found.integrity === entry.integrity)
  })
}

/**
 * Runs `npm ci` if node_modules is missing or doesn't match the lock file. If `production`, doesn't add development packages to an install
 * without them.
 */
export const ensureInstalled = async ({ production = false } = {}) => {
  const withoutDev = production && isProductionInstall()
  // Checks twice, since the files may briefly differ while another npm writes them.
  const installed =
    isInstalled(withoutDev) ||
    (existsSync(fromRoot('node_modules')) && (await sleep(1000, true)) && isInstalled(withoutDev))
  if (!installed) {
    console.log('Installing the packages (once, a minute or so) …')
    npm(
      ['ci', withoutDev ? '--omit=dev' : '--include=dev', '--loglevel=error'],
      'The packages could not be installed; see npm’s error above.',
    )
  }
  if (existsSync(node24)) return
  // The package `node` installs Node 24 by a script. Runs it even if npm is configured to ignore scripts.
  npm(
    ['rebuild', 'node', '--ignore-scripts=false', '--foreground-scripts'],
    'Node 24 could not be installed; see npm’s error above.',
  )
  if (!existsSync(node24)) throw new Failure(`Node 24 is missing: the package "node" did not install ${node24}.`)
}

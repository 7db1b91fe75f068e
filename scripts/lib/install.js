import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Failure, npm } from './npm.js'
import { fromRoot, node24 } from './paths.js'

const packagesIn = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch (error) {
    if (error.code === 'ENOENT' || error instanceof SyntaxError) return undefined
    throw error
  }
}

/**
 * Whether node_modules holds what the lock file names. Compares contents, not times: a clone, a copy or a switch of
 * branches changes times only. npm itself writes down what it installed in `node_modules/.package-lock.json`.
 */
const isInstalled = () => {
  const wanted = packagesIn(fromRoot('package-lock.json'))
  const installed = packagesIn(fromRoot('node_modules', '.package-lock.json'))
  if (!wanted || !installed) return false
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/') || entry.link) return true
    const found = installed[path]
    if (!found) return Boolean(entry.optional || entry.devOptional || entry.peer)
    return found.version === entry.version && (!entry.integrity || found.integrity === entry.integrity)
  })
}

/** Installs what the lock file says when node_modules is missing or differs from it. */
export const ensureInstalled = async () => {
  // An npm that is just writing both files looks like a difference for a moment: look twice before replacing anything.
  const installed =
    isInstalled() || (existsSync(fromRoot('node_modules')) && (await sleep(1000, true)) && isInstalled())
  if (!installed) {
    console.log('Installing the packages (once, a minute or so) …')
    npm(['ci', '--include=dev', '--loglevel=error'], 'The packages could not be installed; npm says why above.')
  }
  if (existsSync(node24)) return
  // Where npm is told to run no install scripts, the one that brings Node 24 is still needed.
  npm(
    ['rebuild', 'node', '--ignore-scripts=false', '--foreground-scripts'],
    'Node 24 could not be installed; npm says why above.',
  )
  if (!existsSync(node24)) throw new Failure(`Node 24 is missing: the package "node" did not bring ${node24}.`)
}

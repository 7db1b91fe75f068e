import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { Failure } from './npm.js'
import { fromRoot, node24 } from './paths.js'
import { childEnv } from './run.js'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const shellNames = ['chromium-headless-shell', 'chrome-headless-shell']
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
const playwrightCli = fromRoot('node_modules', '@playwright', 'test', 'cli.js')

const isExecutable = (path) => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Whether a browser really starts: Ubuntu's `chromium` package, for one, is a launcher for a snap that may not be there. */
const works = (path) => isExecutable(path) && spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0

const onPath = (wanted) => {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
  return wanted.flatMap((name) => folders.map((folder) => join(folder, name))).find(works)
}

const onSystem = () => onPath(names) ?? elsewhere.find(works)

/** The Chromium that Playwright has downloaded, if it has. */
const ofPlaywright = () => {
  const ask = "import { chromium } from '@playwright/test'; console.log(chromium.executablePath())"
  const { stdout } = spawnSync(node24, ['--input-type=module', '-e', ask], { cwd: fromRoot('e2e'), encoding: 'utf8' })
  const path = stdout?.trim()
  return path && works(path) ? path : undefined
}

const run = (command, args) =>
  spawnSync(command, args, { stdio: 'inherit', env: childEnv({ DEBIAN_FRONTEND: 'noninteractive' }) }).status === 0

const isRoot = () => process.getuid?.() === 0

const aptInstall = (name) => {
  if (!isRoot() || !existsSync('/etc/debian_version')) return false
  console.log(`Installing ${name} with apt-get (once) …`)
  return run('apt-get', ['update']) && run('apt-get', ['install', '-y', '--no-install-recommends', name])
}

const install = () => {
  const found = aptInstall('chromium') ? onSystem() : undefined
  if (found) return found
  console.log("Installing Playwright's Chromium (once) …")
  run(node24, [playwrightCli, 'install', ...(isRoot() ? ['--with-deps'] : []), 'chromium'])
  return ofPlaywright()
}

/**
 * A Chromium for the browser tests: the one that CHROMIUM_PATH names, the system's, Playwright's own, or a freshly installed
 * one. Never none: the browser tests are not skipped.
 */
export const findChromium = () => {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (works(named)) return named
    throw new Failure(`CHROMIUM_PATH names ${named}, which is no Chromium that starts.`)
  }
  const found = onSystem() ?? ofPlaywright() ?? install()
  if (found) return found
  throw new Failure(
    'The browser tests need a Chromium, and none could be found or installed: install one (Debian, Ubuntu: apt-get install chromium) or name one in CHROMIUM_PATH.',
  )
}

/**
 * Chromium without its windows, for journeys that look at no first paint: half the work for the machine. The one that
 * CHROMIUM_SHELL_PATH names, the system's, or a freshly installed one; `chromium` itself where there is none.
 */
export const findChromiumShell = (chromium) => {
  if (process.env.CHROMIUM_SHELL_PATH) return process.env.CHROMIUM_SHELL_PATH
  if (process.env.CHROMIUM_PATH) return chromium
  const installed = () => (aptInstall('chromium-headless-shell') ? onPath(shellNames) : undefined)
  return onPath(shellNames) ?? installed() ?? chromium
}

const arialLike = /Arial|Arimo|Liberation Sans/

/** Whether a font with Arial's widths is there, which is what the site's fallback font is cut to. */
const hasArial = () => {
  if (process.platform !== 'linux') return true
  const { status, stdout } = spawnSync('fc-match', ['--format=%{family}', 'Arial'], { encoding: 'utf8' })
  return status === 0 ? arialLike.test(stdout) : existsSync('/usr/share/fonts/truetype/liberation')
}

/** Installs a font with Arial's widths where none is there: Debian's Chromium brings none. Where it cannot, two journeys fail. */
export const ensureArial = () => {
  if (hasArial() || aptInstall('fonts-liberation')) return
  console.warn('No font with the widths of Arial is installed (Debian, Ubuntu: apt-get install fonts-liberation).')
}

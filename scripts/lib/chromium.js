import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { aptInstall, isRoot, run } from './apt.js'
import { Failure } from './npm.js'
import { fromRoot, node24 } from './paths.js'

const executableNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const shellNames = ['chromium-headless-shell', 'chrome-headless-shell']
const macPaths = [
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

/** Returns true if a browser starts. Ubuntu's `chromium` package, for example, only launches a snap that may be missing. */
const canStart = (path) => isExecutable(path) && spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0

const findOnPath = (names) => {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(canStart)
}

const findSystemChromium = () => findOnPath(executableNames) ?? macPaths.find(canStart)

const findPlaywrightChromium = () => {
  const script = "import { chromium } from '@playwright/test'; console.log(chromium.executablePath())"
  const { stdout } = spawnSync(node24, ['--input-type=module', '-e', script], {
    cwd: fromRoot('e2e'),
    encoding: 'utf8',
  })
  const path = stdout?.trim()
  return path && canStart(path) ? path : undefined
}

const install = () => {
  const found = aptInstall('chromium') ? findSystemChromium() : undefined
  if (found) return found
  console.log("Installing Playwright's Chromium (once) …")
  run(node24, [playwrightCli, 'install', ...(isRoot() ? ['--with-deps'] : []), 'chromium'])
  return findPlaywrightChromium()
}

/**
 * Finds a Chromium for the browser tests: CHROMIUM_PATH, the system's, Playwright's, or a freshly installed one.
 * @throws Failure if there is none: the browser tests are never skipped.
 */
export const findChromium = () => {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (canStart(named)) return named
    throw new Failure(`CHROMIUM_PATH is ${named}, which doesn't start.`)
  }
  const found = findSystemChromium() ?? findPlaywrightChromium() ?? install()
  if (found) return found
  throw new Failure(
    'The browser tests need Chromium, and none could be found or installed: install it (Debian, Ubuntu: apt-get install chromium) or set CHROMIUM_PATH.',
  )
}

/**
 * Finds a headless shell, which takes half the CPU time, for journeys that don't test the first paint: CHROMIUM_SHELL_PATH, the system's,
 * a freshly installed shell, or else the browser `chromium`.
 */
export const findChromiumShell = (chromium) => {
  if (process.env.CHROMIUM_SHELL_PATH) return process.env.CHROMIUM_SHELL_PATH
  if (process.env.CHROMIUM_PATH) return chromium
  const installed = () => (aptInstall('chromium-headless-shell') ? findOnPath(shellNames) : undefined)
  return findOnPath(shellNames) ?? installed() ?? chromium
}

const arialLike = /Arial|Arimo|Liberation Sans/

/** Returns true if a font with Arial's metrics is installed. The site's fallback font is adjusted to these metrics. */
const hasArial = () => {
  if (process.platform !== 'linux') return true
  const { status, stdout } = spawnSync('fc-match', ['--format=%{family}', 'Arial'], { encoding: 'utf8' })
  return status === 0 ? arialLike.test(stdout) : existsSync('/usr/share/fonts/truetype/liberation')
}

/** Installs a font with Arial's metrics if missing, since Debian's Chromium comes without one. Two journeys need it. */
export const ensureArial = () => {
  if (hasArial() || aptInstall('fonts-liberation')) return
  console.warn('No font with Arial metrics is installed (Debian, Ubuntu: apt-get install fonts-liberation).')
}

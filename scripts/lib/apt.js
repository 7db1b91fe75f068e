import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { childEnv } from './run.js'

/** Runs a command that installs something. Returns true if it succeeded. */
export const run = (command, args) =>
  spawnSync(command, args, { stdio: 'inherit', env: childEnv({ DEBIAN_FRONTEND: 'noninteractive' }) }).status === 0

export const isRoot = () => process.getuid?.() === 0

/** Installs a Debian package if possible. Returns true if it succeeded. */
export const aptInstall = (name) => {
  if (!isRoot() || !existsSync('/etc/debian_version')) return false
  console.log(`Installing ${name} with apt-get (once) …`)
  return run('apt-get', ['update']) && run('apt-get', ['install', '-y', '--no-install-recommends', name])
}

const isInstalled = (program, versionFlag) => spawnSync(program, [versionFlag], { stdio: 'ignore' }).error === undefined

/** Installs OpenSSL, with which tests create certificates and timestamps, and pdfsig, with which they check seals; pdfsig is optional. */
export const ensureSealTools = () => {
  if (!isInstalled('openssl', 'version') && !aptInstall('openssl')) {
    console.warn(
      'OpenSSL is not installed: tests of seals and timestamps will fail (Debian, Ubuntu: apt-get install openssl).',
    )
  }
  if (!isInstalled('pdfsig', '-v') && !aptInstall('poppler-utils')) {
    console.warn(
      'pdfsig is not installed: seals are checked by Kontor alone (Debian, Ubuntu: apt-get install poppler-utils).',
    )
  }
}

/** Installs PgBouncer if possible; otherwise its test is skipped. */
export const ensurePgBouncer = () => {
  if (!isInstalled('pgbouncer', '--version') && !aptInstall('pgbouncer'))
    console.warn('PgBouncer is not installed: its test is skipped (Debian, Ubuntu: apt-get install pgbouncer).')
}

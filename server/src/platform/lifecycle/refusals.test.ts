import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { refuseWeakPasswords } from '../../features/users/users.service.ts'
import { createDataDir } from '../../testing/data-dir.ts'
import { loadConfig } from '../config/config.ts'
import { prepareDataDir } from '../embedded/data-folder.ts'
import { StartFailure } from '../errors/start-failure.ts'
import { listen } from './listen.ts'

test.each([
  ['a', '1', 'must have at least 12 characters'],
  ['123456789012', 'kari-nordmann-2026', 'must not be easy to guess'],
])('rejects the weak passwords %j and %j and explains what to do', async (admin, sales, fault) => {
  const config = loadConfig({ ADMIN_PASSWORD: admin, SALES_USERNAME: 'kari.nordmann', SALES_PASSWORD: sales })
  const remedy =
    'Choose one like four random words, without the name of the company or the user, or remove the variable:'
  await expect(refuseWeakPasswords(config)).rejects.toThrow(
    new StartFailure([
      `ADMIN_PASSWORD ${fault}. ${remedy} the first start then makes one and prints it, and a later one keeps the one that is stored.`,
      `SALES_PASSWORD ${fault}. ${remedy} only the first start needs one, and then makes it and prints it.`,
    ]),
  )
})

test('rejects an address that this machine does not have', async () => {
  const app = fastify()
  await expect(listen(app, { host: '192.0.2.1', port: 0 })).rejects.toThrow(
    new StartFailure('HOST is 192.0.2.1, which is no address of this machine.'),
  )
})

const notWritable = (dataDir: string, why: string) =>
  new StartFailure(`The data folder ${dataDir} cannot be written (${why}): set DATA_DIR to one that can.`)

test('rejects a data folder below a file', () => {
  const file = createDataDir('file')
  writeFileSync(file, '')
  const dataDir = join(file, 'data')
  expect(() => prepareDataDir(dataDir)).toThrow(notWritable(dataDir, 'a part of its path is a file'))
})

test.runIf(process.platform === 'linux')('rejects a data folder where the system allows none', () => {
  const dataDir = '/proc/kontor/data'
  expect(() => prepareDataDir(dataDir)).toThrow(notWritable(dataDir, 'no folder can be made there'))
})

test.runIf(process.getuid?.() === 0)('rejects a data folder that belongs to another user', () => {
  const dataDir = createDataDir()
  mkdirSync(dataDir, { mode: 0o755 })
  const code = `import { prepareDataDir } from ${JSON.stringify(new URL('../embedded/data-folder.ts', import.meta.url))}
    try { prepareDataDir(${JSON.stringify(dataDir)}) } catch (error) { process.stdout.write(error.message) }`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: '/',
    encoding: 'utf8',
    uid: 65_534,
    gid: 65_534,
  })
  expect(stdout, stderr).toBe(notWritable(dataDir, 'permission denied').message)
})

import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createDataDir } from '../../testing/data-dir.ts'
import { startServerProcess } from '../../testing/server-process.ts'
import { findPostmaster } from '../database/embedded/processes.ts'

// Whole servers start and stop here, several in a test.
vi.setConfig({ testTimeout: 60_000 })

const takePort = async (): Promise<string> => {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => {
    server.close()
  })
  const address = server.address()
  return typeof address === 'object' && address ? String(address.port) : ''
}

const expectRefusal = async (env: Record<string, string>, sentences: string): Promise<void> => {
  const server = startServerProcess({ env })
  expect(await server.ended).toBe(1)
  expect(server.output()).toBe(`${sentences}\n`)
}

test('wrong variables are told, a sentence each, before anything is made', async () => {
  await expectRefusal(
    { PORT: 'abc', LOG_LEVEL: 'loud', DATA_DIR: createDataDir() },
    [
      'PORT must be a whole number from 0 to 65535, but is "abc".',
      'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, but is "loud".',
    ].join('\n'),
  )
})

test('a taken port is told in one sentence, and the database is stopped again', async () => {
  const dataDir = createDataDir()
  const port = await takePort()
  const env = { DATA_DIR: dataDir, ADMIN_PASSWORD: 'et langt passord', SALES_PASSWORD: 'et annet passord' }
  await expectRefusal(
    { ...env, PORT: port },
    `Port ${port} is taken by another program: stop that one, or set PORT to another number.`,
  )
  expect(findPostmaster(join(dataDir, 'postgres'))).toBeUndefined()
})

test('the passwords of a first start are told even when its port is taken', async () => {
  const server = startServerProcess({ env: { DATA_DIR: createDataDir(), PORT: await takePort() } })
  expect(await server.ended).toBe(1)
  expect(server.output()).toMatch(/Administrator \(\/admin\): \S+/)
})

test('an address that is not of this machine is told in one sentence', async () => {
  const env = { DATA_DIR: createDataDir(), ADMIN_PASSWORD: 'et langt passord', SALES_PASSWORD: 'et annet passord' }
  await expectRefusal({ ...env, HOST: '192.0.2.1' }, 'HOST is 192.0.2.1, which is no address of this machine.')
})

test('a DATABASE_URL that cannot be reached is told in one sentence, without its password', async () => {
  await expectRefusal(
    { DATABASE_URL: 'postgres://kontor:hemmelig@127.0.0.1:1/kontor', DATA_DIR: createDataDir() },
    'The PostgreSQL of DATABASE_URL cannot be reached at 127.0.0.1:1 (ECONNREFUSED): check the address, and that it runs.',
  )
})

test('a data folder that cannot be made is told in one sentence', async () => {
  const file = createDataDir('file')
  writeFileSync(file, '')
  const dataDir = join(file, 'data')
  await expectRefusal(
    { DATA_DIR: dataDir },
    `The data folder ${dataDir} cannot be written (a part of its path is a file): set DATA_DIR to one that can.`,
  )
})

test.runIf(process.platform === 'linux')(
  'a data folder where the system makes none is told in one sentence',
  async () => {
    const dataDir = '/proc/kontor/data'
    await expectRefusal(
      { DATA_DIR: dataDir },
      `The data folder ${dataDir} cannot be written (no folder can be made there): set DATA_DIR to one that can.`,
    )
  },
)

test.runIf(process.getuid?.() === 0)('a data folder of somebody else is told in one sentence', async () => {
  const dataDir = createDataDir()
  mkdirSync(dataDir, { mode: 0o755 })
  const server = startServerProcess({ env: { DATA_DIR: dataDir }, user: { uid: 65_534, gid: 65_534 } })
  expect(await server.ended).toBe(1)
  expect(server.output()).toBe(
    `The data folder ${dataDir} cannot be written (permission denied): set DATA_DIR to one that can.\n`,
  )
})

test('a second start on the same data folder is told so in one sentence and leaves the first alone', async () => {
  const dataDir = createDataDir()
  const first = startServerProcess({ env: { DATA_DIR: dataDir } })
  const address = await first.ready
  await expectRefusal(
    { DATA_DIR: dataDir },
    `Kontor already runs on this data folder (${dataDir}, process ${first.pid}): stop that one, or set DATA_DIR to another folder.`,
  )
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
  expect(await first.stop()).toBe(0)
})

test('of two first starts at once on a new data folder one serves and the other is refused', async () => {
  const dataDir = createDataDir()
  const both = [1, 2].map(() => startServerProcess({ env: { DATA_DIR: dataDir } }))
  const outcomes = await Promise.allSettled(both.map((server) => server.ready))
  const output = both.map((server) => server.output()).join('\n')
  expect(outcomes.map(({ status }) => status).sort(), output).toEqual(['fulfilled', 'rejected'])
  expect(output).toContain('Kontor already runs on this data folder')
  for (const [index, server] of both.entries()) {
    if (outcomes[index]?.status === 'fulfilled') expect(await server.stop()).toBe(0)
    else expect(await server.ended).toBe(1)
  }
})

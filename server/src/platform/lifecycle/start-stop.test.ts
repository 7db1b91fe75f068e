import { chownSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { restore } from '../../restore.ts'
import { refusalOf, runCommand } from '../../testing/commands.ts'
import { createDataDir, createPreparedDataDir, databasePid } from '../../testing/data-dir.ts'
import { isSoak, rounds } from '../../testing/rounds.ts'
import { type ServerProcess, startServerProcess } from '../../testing/server-process.ts'
import { startWriteLoad } from '../../testing/write-load.ts'
import { startEmbedded } from '../embedded/embedded.ts'
import { findPostmaster, readLockFile, servedFolder } from '../embedded/processes.ts'

// Whole servers start and stop here, one after another in the same folder: a first start takes the longest.
vi.setConfig({ testTimeout: 120_000 })

/** Options for polls of whole servers, which take seconds. */
const slowly = { interval: 10, timeout: 4 * inject('patienceMs') }

const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined

const dataDir = createDataDir()
const restoredDir = createDataDir()
const backupFile = join(dirname(dataDir), 'kontor.tar.gz')
let adminPassword = ''

const post = async (url: string, body: object): Promise<number> => {
  const headers = { 'content-type': 'application/json' }
  return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).status
}

const enquiry = { name: 'Kåre Ødegård', email: 'kare@kunde.example', subject: 'general', message: 'Hei' }

/** Sends a request without its body: the server is handling it but cannot answer yet. */
const beginRequest = async (address: string): Promise<{ finish(): Promise<string> }> => {
  const body = JSON.stringify({ ...enquiry, name: 'Ola Nordmann' })
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  onTestFinished(() => {
    socket.destroy()
  })
  socket.on('error', () => undefined)
  let answer = ''
  const accepted = new Promise<void>((resolve) => {
    socket.setEncoding('utf8').on('data', (text) => {
      answer += text
      if (answer.startsWith('HTTP/1.1 100 Continue\r\n')) resolve()
    })
  })
  socket.write(
    `POST /api/contacts HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
  )
  await accepted
  return {
    finish: async () => {
      const closed = new Promise((resolve) => socket.once('close', resolve))
      socket.write(body)
      await closed
      return answer.replace('HTTP/1.1 100 Continue\r\n\r\n', '')
    },
  }
}

const refusesConnections = async (address: string): Promise<void> => {
  await expect
    .poll(() => fetch(`${address}/healthz`).catch((error: Error) => String(error.cause)), slowly)
    .toContain('ECONNREFUSED')
}

const takePort = async (): Promise<string> => {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => {
    server.close()
  })
  const address = server.address()
  return typeof address === 'object' && address ? String(address.port) : ''
}

/** Notes a running server's database; the result checks that nothing of it is left. */
const expectNothingLeftOf = (folder: string): (() => void) => {
  const database = databasePid(folder)
  const socketFolder = readLockFile(join(folder, 'postgres'))?.socketFolder ?? ''
  expect(existsSync(socketFolder)).toBe(true)
  return () => {
    expect(servedFolder(database)).toBeUndefined()
    expect(existsSync(socketFolder)).toBe(false)
    expect(existsSync(join(folder, 'postgres/postmaster.pid'))).toBe(false)
  }
}

const countRestarts = (server: ServerProcess): number => server.output().split('The database runs again.').length - 1

/** Sends enquiries until the kill, or with a killed database until it runs again; returns the acknowledged ones. */
const killUnderLoad = async (server: ServerProcess, folder: string, victim: 'server' | 'database' | 'both') => {
  const load = startWriteLoad(await server.ready)
  const enough = 20 + Math.floor(Math.random() * 100)
  await expect.poll(() => load.acknowledged.length, slowly).toBeGreaterThanOrEqual(enough)
  const restarts = countRestarts(server)
  const database = databasePid(folder)
  if (victim !== 'database') server.child.kill('SIGKILL')
  if (victim !== 'server') process.kill(database, 'SIGKILL')
  if (victim === 'database') await expect.poll(() => countRestarts(server), slowly).toBeGreaterThan(restarts)
  else await server.ended
  await load.stop()
  return load.acknowledged
}

/** Finds the messages that a stopped, or killed, server has not stored. */
const findLost = async (folder: string, messages: readonly string[]): Promise<string[]> => {
  const database = await startEmbedded({ dataDir: folder, log: () => undefined })
  const client = new pg.Client(database.owner)
  await client.connect()
  const { rows } = await client.query<{ message: string }>('SELECT message FROM contacts')
  await client.end()
  await database.stop()
  const stored = new Set(rows.map(({ message }) => message))
  return messages.filter((message) => !stored.has(message))
}

test('the first start can be stopped; if it fails, it prints passwords and reason and stops the database', async () => {
  if (user) {
    mkdirSync(dataDir)
    chownSync(dataDir, user.uid, user.gid)
  }
  const port = await takePort()
  const start = () => startServerProcess({ env: { DATA_DIR: dataDir, PORT: port }, ...(user && { user }) })
  const stopped = start()
  await expect.poll(() => existsSync(dataDir) && readdirSync(dataDir), slowly).not.toHaveLength(0)
  expect(await stopped.stop('SIGTERM'), stopped.output()).toBe(0)
  expect(stopped.output()).toBe('')
  expect(findPostmaster(join(dataDir, 'postgres'))).toBeUndefined()

  const failing = start()
  expect(await failing.ended).toBe(1)
  const [, admin, last] =
    / {2}Administrator \(\/admin\): (\S{12,})\n {2}Sales user salg \(\/login\): \S{12,}\n(.+)\n$/.exec(
      failing.output(),
    ) ?? []
  expect(last).toBe(`Port ${port} is taken by another program: stop that one, or set PORT to another number.`)
  expect(findPostmaster(join(dataDir, 'postgres'))).toBeUndefined()
  adminPassword = admin ?? ''
})

test('a second start prints no passwords, is backed up, survives a killed database and a stop under load', async () => {
  const server = startServerProcess({ env: { DATA_DIR: dataDir, WORKER: 'off' } })
  const address = await server.ready
  expect(server.output()).toMatch(/^Kontor is ready: http:\/\/localhost:\d+\n$/)
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
  // Keeps its owner: the user of the first start, who was not root.
  if (user) expect(statSync(`/proc/${databasePid(dataDir)}`).uid).toBe(user.uid)

  expect(await post(`${address}/api/contacts`, enquiry)).toBe(200)
  expect(await runCommand('backup', { DATA_DIR: dataDir }, backupFile)).toEqual({
    code: 0,
    output: expect.stringMatching(/ rows of \d+ tables and 0 stored mails, as of /),
  })
  const beforeKill = await killUnderLoad(server, dataDir, 'database')

  const expectNothingLeft = expectNothingLeftOf(dataDir)
  const load = startWriteLoad(address)
  await expect.poll(() => load.acknowledged.length, slowly).toBeGreaterThan(50)
  // Started last, since a handler times out after ten seconds.
  const [unfinished] = [await beginRequest(address), await beginRequest(address)]
  const ended = server.stop('SIGTERM')
  await refusesConnections(address)
  const answer = await unfinished.finish()
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  expect(answer.toLowerCase()).toContain('connection: close')
  expect(await ended, server.output()).toBe(0)
  expect(server.output()).toContain('1 request took too long and was cut off.')
  await load.stop()
  expect([load.broken, load.refused]).toEqual([[], []])
  expectNothingLeft()
  expect(await findLost(dataDir, [...beforeKill, ...load.acknowledged])).toEqual([])
})

test('continues from a backup restored into a new folder, and loses nothing if killed with its database', async () => {
  expect(await runCommand('restore', { DATA_DIR: restoredDir }, backupFile)).toEqual({
    code: 0,
    output: expect.stringContaining('2 mails were still to be sent'),
  })
  const server = startServerProcess({ env: { DATA_DIR: restoredDir, LOG_LEVEL: 'fatal' } })
  const address = await server.ready
  expect(await post(`${address}/api/admin/login`, { password: adminPassword })).toBe(200)
  const outbox = join(restoredDir, 'outbox')
  const storedMails = () => (existsSync(outbox) ? readdirSync(outbox).filter((name) => name.endsWith('.eml')) : [])
  await expect.poll(storedMails, slowly).toHaveLength(2)
  const restoring = () => refusalOf(restore, { DATA_DIR: restoredDir }, backupFile)
  expect(await restoring()).toContain('already runs on this data folder')

  const acknowledged = await killUnderLoad(server, restoredDir, 'both')
  expect(await restoring()).toMatch(/holds mails already|The database is not empty/)
  expect(await findLost(restoredDir, acknowledged)).toEqual([])
})

const soakRounds = rounds(7)
const kills = soakRounds * 3

test.runIf(isSoak)(
  `loses no acknowledged enquiry in ${kills} kills of the database, the server and both`,
  async () => {
    const folder = await createPreparedDataDir()
    const acknowledged: string[] = []
    for (let round = 0; round < soakRounds; round++) {
      for (const victims of [['database', 'server'], ['both']] as const) {
        const server = startServerProcess({ env: { DATA_DIR: folder, LOG_LEVEL: 'fatal' } })
        for (const victim of victims) acknowledged.push(...(await killUnderLoad(server, folder, victim)))
      }
    }
    expect(await findLost(folder, acknowledged)).toEqual([])
    expect(acknowledged.length).toBeGreaterThanOrEqual(kills * 20)
  },
  soakRounds * 240_000,
)

/** The program that `npm start` runs after installing and building. */
const asStartScript = [
  '--input-type=module',
  '--eval',
  `import { runNode24 } from ${JSON.stringify(new URL('../../../../scripts/lib/run.js', import.meta.url))}
   process.exitCode = await runNode24(['server/src/main.ts'])`,
]

test.runIf(isSoak).each([
  ['SIGINT', 0],
  ['SIGKILL', 'SIGKILL'],
] as const)('stops when the script that started it gets %s', async (signal, end) => {
  const folder = await createPreparedDataDir()
  const server = startServerProcess({ args: asStartScript, env: { DATA_DIR: folder } })
  const load = startWriteLoad(await server.ready)
  const expectNothingLeft = expectNothingLeftOf(folder)
  await expect.poll(() => load.acknowledged.length, slowly).toBeGreaterThan(50)
  expect(await server.stop(signal), server.output()).toBe(end)
  await load.stop()
  expect([load.broken, load.refused]).toEqual([[], []])
  expectNothingLeft()
})

import { chownSync, existsSync, mkdirSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createDataDir, createPreparedDataDir, databasePid } from '../../testing/data-dir.ts'
import { type ServerProcess, type ServerProcessOptions, startServerProcess } from '../../testing/server-process.ts'
import { startWriteLoad } from '../../testing/write-load.ts'
import { startEmbedded } from '../database/embedded/embedded.ts'
import { readLockFile, servedFolder } from '../database/embedded/processes.ts'

// Whole servers start and stop here, several in a test.
vi.setConfig({ testTimeout: 120_000 })

/** What `npm start` runs after installing and building. */
const asStartScript = [
  '--input-type=module',
  '--eval',
  `import { runNode24 } from ${JSON.stringify(new URL('../../../../scripts/lib/run.js', import.meta.url))}
   process.exitCode = await runNode24(['server/src/main.ts'])`,
]

interface RunningServer {
  readonly server: ServerProcess
  readonly address: string
  readonly dataDir: string
  readonly database: number
  readonly socketFolder: string
}

const startServer = async (options: Pick<ServerProcessOptions, 'args' | 'env'> = {}): Promise<RunningServer> => {
  const dataDir = await createPreparedDataDir()
  const server = startServerProcess({ ...options, env: { ...options.env, DATA_DIR: dataDir } })
  const address = await server.ready
  const socketFolder = readLockFile(join(dataDir, 'postgres'))?.socketFolder ?? ''
  expect(existsSync(socketFolder)).toBe(true)
  return { server, address, dataDir, database: databasePid(dataDir), socketFolder }
}

const expectNothingLeft = ({ dataDir, database, socketFolder }: RunningServer): void => {
  expect(servedFolder(database)).toBeUndefined()
  expect(existsSync(socketFolder)).toBe(false)
  expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
}

/** Sends a request without its body: the server is handling it but cannot answer yet. */
const beginRequest = async (address: string): Promise<{ finish(): Promise<string> }> => {
  const body = JSON.stringify({ name: 'Ola Nordmann', email: 'ola@kunde.example', subject: 'general', message: 'Hei' })
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
    .poll(() => fetch(`${address}/healthz`).catch((error: Error) => String(error.cause)), { interval: 10 })
    .toContain('ECONNREFUSED')
}

const countEnquiries = async (dataDir: string, messages: readonly string[]): Promise<number> => {
  const database = await startEmbedded({ dataDir, log: () => undefined })
  const client = new pg.Client(database.owner)
  await client.connect()
  const { rowCount } = await client.query('SELECT FROM contacts WHERE message = ANY($1)', [messages])
  await client.end()
  await database.stop()
  return rowCount ?? 0
}

describe('stopping', () => {
  test('answers every request under load, accepts no new connection and cuts off a request that never ends', async () => {
    const running = await startServer()
    const { server, address, dataDir } = running
    const load = startWriteLoad(address)
    await expect.poll(() => load.acknowledged.length, { interval: 10 }).toBeGreaterThan(50)
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
    expect(load.broken).toEqual([])
    expect(load.refused).toEqual([])
    expectNothingLeft(running)
    expect(await countEnquiries(dataDir, load.acknowledged)).toBe(load.acknowledged.length)
  })

  test('happens when the script that started the server is stopped, and loses no request', async () => {
    const running = await startServer({ args: asStartScript, env: { LOG_LEVEL: 'info' } })
    await fetch(`${running.address}/api/unknown`)
    const load = startWriteLoad(running.address)
    await expect.poll(() => load.acknowledged.length, { interval: 10 }).toBeGreaterThan(50)
    expect(await running.server.stop('SIGINT'), running.server.output()).toBe(0)
    await load.stop()
    expect(load.broken).toEqual([])
    expect(load.refused).toEqual([])
    expectNothingLeft(running)
    // The log consists of JSON lines at the configured level.
    const lines = running.server.output().split('\n')
    const logged = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line))
    expect(logged).toContainEqual(expect.objectContaining({ level: 30, status: 404 }))
  })

  test('happens when the script that started the server is killed', async () => {
    const running = await startServer({ args: asStartScript })
    expect(await running.server.stop('SIGKILL')).toBe('SIGKILL')
    expectNothingLeft(running)
  })

  test('works while the server is still starting', async () => {
    const dataDir = createDataDir()
    const server = startServerProcess({ env: { DATA_DIR: dataDir } })
    await expect.poll(() => existsSync(dataDir), { interval: 10 }).toBe(true)
    expect(await server.stop('SIGTERM'), server.output()).toBe(0)
    expect(server.output()).not.toContain('Kontor is ready')
    expect(readLockFile(join(dataDir, 'postgres'))).toBeUndefined()
  })
})

test('the first start generates passwords and prints them once; a non-root user runs the database as themselves', async () => {
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined
  const dataDir = createDataDir()
  if (user) {
    mkdirSync(dataDir)
    chownSync(dataDir, user.uid, user.gid)
  }
  const start = () => startServerProcess({ env: { DATA_DIR: dataDir }, ...(user && { user }) })
  const first = start()
  const address = await first.ready
  expect(first.output()).toMatch(/ {2}Administrator \(\/admin\): \S{12,}\n {2}Sales user salg \(\/login\): \S{12,}\n/)
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
  if (user) expect(statSync(`/proc/${databasePid(dataDir)}`).uid).toBe(user.uid)
  expect(await first.stop()).toBe(0)
  const second = start()
  await second.ready
  expect(second.output()).toMatch(/^Kontor is ready: http:\/\/localhost:\d+\n$/)
  expect(await second.stop()).toBe(0)
})

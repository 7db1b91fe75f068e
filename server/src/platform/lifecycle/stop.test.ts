import { chownSync, existsSync, mkdirSync, statSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createDataDir, databasePid } from '../../testing/data-dir.ts'
import { type ServerProcess, startServerProcess } from '../../testing/server-process.ts'
import { startWriteLoad } from '../../testing/write-load.ts'
import { startEmbedded } from '../database/embedded/embedded.ts'
import { readLockFile, servedFolder } from '../database/embedded/processes.ts'

// Whole servers start and stop here, several in a test.
vi.setConfig({ testTimeout: 60_000 })

/** What `npm start` does once all is installed and built. */
const asStartScript = [
  '--input-type=module',
  '--eval',
  `import { runNode24 } from ${JSON.stringify(new URL('../../../../scripts/lib/run.js', import.meta.url))}
   process.exitCode = await runNode24(['server/src/main.ts'])`,
]

interface Running {
  readonly server: ServerProcess
  readonly address: string
  readonly dataDir: string
  readonly database: number
  readonly socketFolder: string
}

const startRunning = async (): Promise<Running> => {
  const dataDir = createDataDir()
  const server = startServerProcess({ env: { DATA_DIR: dataDir } })
  const address = await server.ready
  const socketFolder = readLockFile(join(dataDir, 'postgres'))?.socketFolder ?? ''
  expect(existsSync(socketFolder)).toBe(true)
  return { server, address, dataDir, database: databasePid(dataDir), socketFolder }
}

const expectNothingLeft = ({ dataDir, database, socketFolder }: Running): void => {
  expect(servedFolder(database)).toBeUndefined()
  expect(existsSync(socketFolder)).toBe(false)
  expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
}

/** A request whose body is not whole yet: the server has begun with it and cannot answer. */
const beginRequest = async (address: string): Promise<{ socket: Socket; finish(): Promise<string> }> => {
  const body = JSON.stringify({ name: 'Ola Nordmann', email: 'ola@kunde.example', subject: 'general', message: 'Hei' })
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  onTestFinished(() => {
    socket.destroy()
  })
  socket.on('error', () => undefined)
  let answer = ''
  socket.setEncoding('utf8').on('data', (text) => {
    answer += text
  })
  const head = `POST /api/contacts HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
  await new Promise<void>((resolve) => socket.write(head + body.slice(0, 20), () => resolve()))
  await sleep(200)
  return {
    socket,
    finish: async () => {
      const closed = new Promise((resolve) => socket.once('close', resolve))
      socket.write(body.slice(20))
      await closed
      return answer
    },
  }
}

const countEnquiries = async (dataDir: string, messages: readonly string[]): Promise<number> => {
  const database = await startEmbedded({ dataDir, log: () => undefined })
  const client = new pg.Client(database.options)
  await client.connect()
  const { rowCount } = await client.query('SELECT FROM contacts WHERE message = ANY($1)', [messages])
  await client.end()
  await database.stop()
  return rowCount ?? 0
}

describe('a stop', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('by %s under load answers every request and loses none', async (signal) => {
    const running = await startRunning()
    const load = startWriteLoad(running.address)
    while (load.acknowledged.length < 50) await sleep(10)
    expect(await running.server.stop(signal), running.server.output()).toBe(0)
    await load.stop()
    expect(load.broken).toEqual([])
    expect(load.refused).toEqual([])
    expectNothingLeft(running)
    expect(await countEnquiries(running.dataDir, load.acknowledged)).toBe(load.acknowledged.length)
  })

  test('waits for a request that is under way, and closes its connection after the answer', async () => {
    const running = await startRunning()
    const request = await beginRequest(running.address)
    const ended = running.server.stop()
    await sleep(700)
    const answer = await request.finish()
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    expect(answer.toLowerCase()).toContain('connection: close')
    expect(await ended).toBe(0)
    expectNothingLeft(running)
  })

  test('takes no new connection', async () => {
    const running = await startRunning()
    const request = await beginRequest(running.address)
    const ended = running.server.stop()
    await sleep(300)
    await expect(fetch(`${running.address}/healthz`)).rejects.toThrow()
    await request.finish()
    await ended
  })

  test('cuts a request off that does not come to its end, and says so', async () => {
    const running = await startRunning()
    await beginRequest(running.address)
    const start = performance.now()
    expect(await running.server.stop()).toBe(0)
    expect(performance.now() - start).toBeLessThan(10_000)
    expect(running.server.output()).toContain('1 request took too long and was cut off.')
    expectNothingLeft(running)
  })

  test('counts signals within two seconds as one, and ends at once at a later one', async () => {
    const running = await startRunning()
    await beginRequest(running.address)
    running.server.child.kill('SIGINT')
    await sleep(50)
    running.server.child.kill('SIGINT')
    running.server.child.kill('SIGTERM')
    await sleep(2_200)
    expect(running.server.child.exitCode).toBeNull()
    const start = performance.now()
    expect(await running.server.stop('SIGINT')).toBe(1)
    expect(performance.now() - start).toBeLessThan(2_000)
    expect(running.server.output()).toContain('Kontor was ended before it had stopped.')
    expectNothingLeft(running)
  })

  test('happens when the script that started the server is stopped', async () => {
    const server = startServerProcess({ env: { DATA_DIR: createDataDir() }, args: asStartScript })
    await server.ready
    expect(await server.stop('SIGINT'), server.output()).toBe(0)
  })

  test('happens when the script that started the server is killed', async () => {
    const dataDir = createDataDir()
    const server = startServerProcess({ env: { DATA_DIR: dataDir }, args: asStartScript })
    await server.ready
    expect(await server.stop('SIGKILL')).toBe('SIGKILL')
    expect(readLockFile(join(dataDir, 'postgres'))).toBeUndefined()
  })

  test('can be asked for while the server still starts', async () => {
    const dataDir = createDataDir()
    const server = startServerProcess({ env: { DATA_DIR: dataDir } })
    while (!existsSync(dataDir)) await sleep(10)
    await sleep(100)
    expect(await server.stop('SIGTERM'), server.output()).toBe(0)
    expect(server.output()).not.toContain('Kontor is ready')
    expect(readLockFile(join(dataDir, 'postgres'))).toBeUndefined()
  })
})

test('the first start makes passwords and prints them once', async () => {
  const dataDir = createDataDir()
  const first = startServerProcess({ env: { DATA_DIR: dataDir } })
  await first.ready
  expect(first.output()).toMatch(/ {2}Administrator \(\/admin\): \S{12,}\n {2}Sales user salg \(\/login\): \S{12,}\n/)
  await first.stop()
  const second = startServerProcess({ env: { DATA_DIR: dataDir } })
  await second.ready
  expect(second.output()).toMatch(/^Kontor is ready: http:\/\/localhost:\d+\n$/)
  await second.stop()
})

test('the log is JSON lines at the level that was asked for', async () => {
  const server = startServerProcess({ env: { DATA_DIR: createDataDir(), LOG_LEVEL: 'info' } })
  const address = await server.ready
  await fetch(`${address}/api/unknown`)
  await server.stop()
  const lines = server.output().trimEnd().split('\n')
  const logged = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line))
  expect(logged).toContainEqual(expect.objectContaining({ level: 30, status: 404 }))
})

test.runIf(process.getuid?.() === 0)('an ordinary user starts and stops it as root does', async () => {
  const user = { uid: 65_534, gid: 65_534 }
  const dataDir = createDataDir()
  mkdirSync(dataDir)
  chownSync(dataDir, user.uid, user.gid)
  const server = startServerProcess({ env: { DATA_DIR: dataDir }, user })
  const address = await server.ready
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
  expect(statSync(`/proc/${databasePid(dataDir)}`).uid).toBe(user.uid)
  expect(await server.stop()).toBe(0)
})

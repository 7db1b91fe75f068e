import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { startTcpProxy } from '../../../../stand-ins/tcp-proxy.ts'
import { createDataDir } from '../../testing/data-dir.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { readEvents } from '../../testing/event-reader.ts'
import { startMailServer } from '../../testing/mail-server.ts'
import { rounds } from '../../testing/rounds.ts'
import { logInTo, type ServerProcess, startServerProcess } from '../../testing/server-process.ts'
import { startWriteLoad, type WriteLoad } from '../../testing/write-load.ts'

/** Options for polls of whole servers, which take seconds. */
const slowly = { interval: 10, timeout: 4 * inject('patienceMs') }

const adminPassword = 'et langt passord'
const roles = ['on', 'off', 'only'] as const

/** Three instances, started at once on an empty database, and a proxy by which connections to those that serve pages take turns. */
const startThree = async () => {
  const [database, mail] = [await createTestDatabase({ empty: true }), await startMailServer()]
  const proxy = await startTcpProxy()
  onTestFinished(async () => {
    await proxy.close()
    await mail.stop()
  })
  const env = {
    DATABASE_URL: database.url,
    SMTP_URL: mail.url,
    PUBLIC_URL: `http://localhost:${proxy.port}`,
    LOG_LEVEL: 'fatal',
    ADMIN_PASSWORD: adminPassword,
  }
  const dataDirs = roles.map(() => createDataDir())
  const start = (index: number) =>
    startServerProcess({ env: { ...env, DATA_DIR: dataDirs[index] ?? '', WORKER: roles[index] ?? '' } })
  const instances = roles.map((_, index) => start(index))
  const addresses = await Promise.all(instances.map(({ ready }) => ready))
  const useTargets = () =>
    proxy.setTargets(addresses.slice(0, 2).map((address) => ({ port: Number(new URL(address).port) })))
  useTargets()
  /** Replaces a killed instance. */
  const replace = async (index: number): Promise<void> => {
    const instance = start(index)
    instances[index] = instance
    addresses[index] = await instance.ready
    useTargets()
  }
  return { database, mail, dataDirs, instances, addresses, replace, address: `http://127.0.0.1:${proxy.port}` }
}

const send = (method: 'POST' | 'PUT', url: string, body: object, headers: Readonly<Record<string, string>> = {}) =>
  fetch(url, { method, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) })

const read = async <Body>(response: Response): Promise<Body> => JSON.parse(await response.text())

const stopAll = async (instances: readonly ServerProcess[]) => {
  const codes = await Promise.all(instances.map((instance) => instance.stop()))
  expect(codes, instances.map(({ output }) => output()).join('\n')).toEqual([0, 0, 0])
}

const [starts, kills] = [rounds(8), rounds(10)]

test(
  `three instances start at once and share sessions and changes; a kill loses nothing (${starts} starts, ${kills} kills)`,
  async () => {
    for (let extra = 1; extra < starts; extra++) await stopAll((await startThree()).instances)
    const { address, addresses, instances, dataDirs, replace, database, mail } = await startThree()

    const statusOf = async (index: number, path: string) => (await fetch(`${addresses[index]}${path}`)).status
    for (const index of roles.keys()) expect(await statusOf(index, '/readyz')).toBe(200)
    // The worker instance serves only health and metrics.
    const paths = ['/metrics', '/healthz', '/', '/api/contacts', '/api/unknown']
    expect(await Promise.all(paths.map((path) => statusOf(2, path)))).toEqual([200, 200, 404, 404, 404])
    expect(dataDirs.filter((dataDir) => existsSync(join(dataDir, 'postgres')))).toEqual([])
    // One account, whose password is hashed with the parameters that OWASP recommends.
    expect((await database.pool.query('SELECT password_hash AS hash FROM users')).rows).toEqual([
      { hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/) },
    ])

    const cookie = await logInTo(address, adminPassword)
    const serving = addresses.slice(0, 2)
    const streams = await Promise.all(serving.map((one) => readEvents(one, '/api/changes', cookie)))
    await Promise.all(streams.map((stream) => stream.until(({ event }) => event === 'ready')))
    const customer = { name: 'Kari Nordmann', email: 'kari@kunde.example' }
    const { id } = await read<{ id: string }>(await send('POST', `${address}/api/customers`, customer, { cookie }))
    const names = ({ event, data }: { event: string; data: unknown }) =>
      event === 'change' && JSON.stringify(data).includes(id)
    await Promise.all(streams.map((stream) => stream.until(names)))
    for (const stream of streams) stream.close()

    // Each signs with a key of its own, and got the secret that they share from the first: no key was configured.
    const published = await fetch(`${address}/.well-known/kontor-evidence.json`)
    expect((await read<{ keys: unknown[] }>(published)).keys).toHaveLength(roles.length)

    const readCompany = async (one = '') =>
      read<{ name: string; version: number }>(await fetch(`${one}/api/company`, { headers: { cookie } }))
    const change = { name: 'Fjordheim Verktøy AS', version: (await readCompany(serving[0])).version }
    expect((await send('PUT', `${serving[0]}/api/company`, change, { cookie })).status).toBe(200)
    for (const one of serving) {
      expect(await readCompany(one)).toMatchObject({ name: change.name })
      await expect.poll(async () => (await fetch(`${one}/`)).text(), slowly).toContain(change.name)
    }

    const [acknowledged, interrupted]: [string[], string[]] = [[], []]
    const stopLoad = async (load: WriteLoad) => {
      await load.stop()
      acknowledged.push(...load.acknowledged)
      interrupted.push(...load.broken)
    }
    for (let kill = 0; kill < kills; kill++) {
      const load = startWriteLoad(address)
      await expect.poll(() => load.acknowledged.length, slowly).toBeGreaterThan(20)
      const victim = instances[kill % instances.length]
      victim?.child.kill('SIGKILL')
      await victim?.ended
      const before = load.acknowledged.length
      // The other instances continue.
      await expect.poll(() => load.acknowledged.length, slowly).toBeGreaterThan(before + 20)
      const whileReplaced = startWriteLoad(address, { clients: 1, pauseMs: 50 })
      await stopLoad(load)
      await replace(kill % instances.length)
      await stopLoad(whileReplaced)
    }
    expect(await readCompany(addresses[0])).toMatchObject({ name: change.name })

    const { rows } = await database.pool.query<{ message: string }>('SELECT message FROM contacts')
    const stored = rows.map(({ message }) => message)
    expect(new Set(stored).size).toBe(stored.length)
    expect(acknowledged.filter((message) => !stored.includes(message))).toEqual([])
    const known = new Set([...acknowledged, ...interrupted])
    expect(stored.filter((message) => !known.has(message))).toEqual([])

    // Another instance continues the jobs of a killed one after at most 45 s.
    const pending = async () =>
      (await database.pool.query(`SELECT FROM email_logs WHERE delivery IN ('queued', 'retrying')`)).rowCount
    await expect.poll(pending, { interval: 200, timeout: 180_000 }).toBe(0)
    await stopAll(instances)
    const log = await database.pool.query<{ messageId: string; delivery: string; attempts: number }>(
      `SELECT '<' || message_id || '>' AS "messageId", delivery, attempts FROM email_logs`,
    )
    expect(log.rows).toHaveLength(2 * stored.length)
    expect(log.rows.filter(({ delivery }) => delivery !== 'sent')).toEqual([])
    const received = Map.groupBy(mail.received, ({ mail: { messageId = '' } }) => messageId)
    expect(received.size).toBe(log.rows.length)
    // Only a mail whose instance died between the mail server's answer and its record may come again, with the same Message-ID. Each try
    // is counted before it is made.
    const timesReceived = (id: string) => received.get(id)?.length ?? 0
    expect(log.rows.filter(({ messageId }) => timesReceived(messageId) === 0)).toEqual([])
    expect(log.rows.filter(({ messageId, attempts }) => timesReceived(messageId) > attempts)).toEqual([])
  },
  (starts - 1 + kills) * 60_000 + 240_000,
)

import { generateKeyPairSync } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { startTcpProxy } from '../../../../stand-ins/tcp-proxy.ts'
import { createDataDir } from '../../testing/data-dir.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { readEvents } from '../../testing/event-reader.ts'
import { startMailServer } from '../../testing/mail-server.ts'
import { rounds } from '../../testing/rounds.ts'
import { type ServerProcess, startServerProcess } from '../../testing/server-process.ts'
import { startWriteLoad, type WriteLoad } from '../../testing/write-load.ts'

const adminPassword = 'et langt passord'
const passwords = { ADMIN_PASSWORD: adminPassword, SALES_PASSWORD: 'et annet passord' }

const newEvidenceKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

const portOf = (address: string): number => Number(new URL(address).port)

/** Three instances, started at once on an empty or migrated database, behind a proxy by which connections take turns. */
const startThree = async (overrides: Readonly<Record<string, string>> = {}, empty = true) => {
  const [database, mail] = [await createTestDatabase({ empty }), await startMailServer()]
  const proxy = await startTcpProxy()
  onTestFinished(async () => {
    await proxy.close()
    await mail.stop()
  })
  const env = {
    DATABASE_URL: database.url,
    SMTP_URL: mail.url,
    EVIDENCE_KEY: newEvidenceKey(),
    PUBLIC_URL: `http://localhost:${proxy.port}`,
    LOG_LEVEL: 'fatal',
    ...passwords,
    ...overrides,
  }
  const start = () => startServerProcess({ env: { ...env, DATA_DIR: createDataDir() } })
  const instances = [start(), start(), start()]
  const addresses = await Promise.all(instances.map(({ ready }) => ready))
  const useTargets = () => proxy.setTargets(addresses.map((address) => ({ port: portOf(address) })))
  useTargets()
  /** Replaces a killed instance. */
  const replace = async (index: number): Promise<void> => {
    const instance = start()
    instances[index] = instance
    addresses[index] = await instance.ready
    useTargets()
  }
  const address = `http://127.0.0.1:${proxy.port}`
  return { database, mail, proxy, env, start, instances, addresses, replace, address }
}

const post = (url: string, body: object, headers: Readonly<Record<string, string>> = {}) =>
  fetch(url, {
    method: 'POST',
    // Each call is a new connection, so that the proxy picks the next instance.
    headers: { 'content-type': 'application/json', connection: 'close', ...headers },
    body: JSON.stringify(body),
  })

const read = async <Body>(response: Response): Promise<Body> => JSON.parse(await response.text())

const logIn = async (address: string): Promise<string> => {
  const response = await post(`${address}/api/admin/login`, { password: adminPassword })
  expect(response.status).toBe(200)
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

const enquiry = { name: 'Kari Nordmann', email: 'kari@kunde.example', subject: 'general', message: 'Hei' }

const stopAll = async (instances: readonly ServerProcess[]) => {
  const codes = await Promise.all(instances.map((instance) => instance.stop()))
  expect(codes, instances.map(({ output }) => output()).join('\n')).toEqual([0, 0, 0])
}

test('three instances behind a proxy share form limits, sessions, live updates, the company and keys', async () => {
  const { address, addresses, instances, env, start, database } = await startThree({ PUBLIC_FORM_LIMIT: '5' })

  const posts = Array.from({ length: 30 }, () => post(`${address}/api/contacts`, enquiry))
  const statuses = (await Promise.all(posts)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(5)
  expect(statuses.filter((status) => status === 429)).toHaveLength(25)
  expect((await database.pool.query('SELECT FROM contacts')).rowCount).toBe(5)

  const cookie = await logIn(address)
  const streams = await Promise.all(addresses.map((one) => readEvents(one, '/api/changes', cookie)))
  await Promise.all(streams.map((stream) => stream.until(({ event }) => event === 'ready')))
  const customer = { name: 'Kari Nordmann', email: 'kari@kunde.example' }
  const { id } = await read<{ id: string }>(await post(`${address}/api/customers`, customer, { cookie }))
  const names = ({ event, data }: { event: string; data: unknown }) =>
    event === 'change' && JSON.stringify(data).includes(id)
  await Promise.all(streams.map((stream) => stream.until(names)))
  for (const stream of streams) stream.close()

  const readCompany = async (one: string) =>
    read<{ name: string; version: number }>(await fetch(`${one}/api/company`, { headers: { cookie } }))
  const [first = ''] = addresses
  const change = { name: 'Fjordheim Verktøy AS', version: (await readCompany(first)).version }
  const headers = { 'content-type': 'application/json', cookie }
  const changed = await fetch(`${first}/api/company`, { method: 'PUT', headers, body: JSON.stringify(change) })
  expect(changed.status).toBe(200)
  for (const one of addresses) {
    expect(await readCompany(one)).toMatchObject({ name: change.name })
    await expect.poll(async () => (await fetch(`${one}/`)).text()).toContain(change.name)
  }

  const stranger = startServerProcess({
    env: { ...env, EVIDENCE_KEY: newEvidenceKey(), DATA_DIR: createDataDir() },
  })
  expect(await stranger.ended).not.toBe(0)
  expect(stranger.output()).toContain('give all servers the same EVIDENCE_KEY')
  const fourth = start()
  expect((await fetch(`${await fourth.ready}/api/company`, { headers: { cookie } })).status).toBe(200)
  expect(await fourth.stop()).toBe(0)
  await stopAll(instances)
}, 240_000)

const kills = rounds(10)

test(
  `loses no acknowledged enquiry and no mail while one of three instances is killed, ${kills} times`,
  async () => {
    const { address, instances, replace, database, mail } = await startThree({}, false)
    const [acknowledged, interrupted]: [string[], string[]] = [[], []]
    const stopLoad = async (load: WriteLoad) => {
      await load.stop()
      acknowledged.push(...load.acknowledged)
      interrupted.push(...load.broken)
    }
    let load = startWriteLoad(address)
    for (let kill = 0; kill < kills; kill++) {
      await expect.poll(() => load.acknowledged.length, { interval: 10 }).toBeGreaterThan(20)
      const victim = instances[kill % instances.length]
      victim?.child.kill('SIGKILL')
      await victim?.ended
      const before = load.acknowledged.length
      // The others go on.
      await expect.poll(() => load.acknowledged.length, { interval: 10 }).toBeGreaterThan(before + 20)
      // A client ends with the instance that it wrote to; new ones begin before the others stop, so that the load never pauses.
      const former = load
      load = startWriteLoad(address)
      await replace(kill % instances.length)
      await stopLoad(former)
    }
    await stopLoad(load)

    const { rows } = await database.pool.query<{ message: string }>('SELECT message FROM contacts')
    const stored = rows.map(({ message }) => message)
    expect(new Set(stored).size).toBe(stored.length)
    expect(acknowledged.filter((message) => !stored.includes(message))).toEqual([])
    const known = new Set([...acknowledged, ...interrupted])
    expect(stored.filter((message) => !known.has(message))).toEqual([])

    // Jobs of a killed instance go on after 45 s at most.
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
  240_000 + kills * 60_000,
)

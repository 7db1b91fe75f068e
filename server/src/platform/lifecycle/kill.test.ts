import pg from 'pg'
import { expect, test } from 'vitest'
import { createDataDir, databasePid } from '../../testing/data-dir.ts'
import { startServerProcess } from '../../testing/server-process.ts'
import { startWriteLoad } from '../../testing/write-load.ts'
import { startEmbedded } from '../database/embedded/embedded.ts'

const kills = 20

/** What to kill, in turn. */
const victims = [
  { who: 'the server', server: true, database: false },
  { who: 'the database', server: false, database: true },
  { who: 'both', server: true, database: true },
] as const

const storedMessages = async (dataDir: string): Promise<Set<string>> => {
  const database = await startEmbedded({ dataDir, log: () => undefined })
  const client = new pg.Client(database.options)
  await client.connect()
  const { rows } = await client.query<{ message: string }>('SELECT message FROM contacts')
  await client.end()
  await database.stop()
  return new Set(rows.map(({ message }) => message))
}

test(`no acknowledged enquiry is lost in ${kills} kills of the server, the database and both`, async () => {
  const dataDir = createDataDir()
  const acknowledged: string[] = []
  for (let round = 0; round < kills; round++) {
    const victim = victims[round % victims.length] ?? victims[0]
    const server = startServerProcess({ env: { DATA_DIR: dataDir, LOG_LEVEL: 'fatal' } })
    const address = await server.ready
    const load = startWriteLoad(address)
    await waitUntil(() => load.acknowledged.length >= 20)
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 200))

    const database = databasePid(dataDir)
    if (victim.server) server.child.kill('SIGKILL')
    if (victim.database) process.kill(database, 'SIGKILL')
    if (victim.server) await server.ended
    else await waitUntil(() => server.output().includes('The database runs again.'), server.output)
    await load.stop()
    if (!victim.server) expect(await server.stop(), server.output()).toBe(0)
    acknowledged.push(...load.acknowledged)
  }
  const stored = await storedMessages(dataDir)
  expect(acknowledged.filter((message) => !stored.has(message))).toEqual([])
  expect(acknowledged.length).toBeGreaterThanOrEqual(kills * 20)
}, 120_000)

const waitUntil = async (condition: () => boolean, state = () => ''): Promise<void> => {
  const giveUp = Date.now() + 20_000
  while (!condition()) {
    if (Date.now() > giveUp) throw new Error(`Never came true: ${condition}\n${state()}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { createPreparedDataDir, databasePid } from '../../testing/data-dir.ts'
import { rounds } from '../../testing/rounds.ts'
import { type ServerProcess, startServerProcess } from '../../testing/server-process.ts'
import { startWriteLoad, type WriteLoad } from '../../testing/write-load.ts'
import { startEmbedded } from '../database/embedded/embedded.ts'

/** Kills per start: the database of a running server and then that server; both at once. */
const victims = [['database', 'server'], ['both']] as const

interface Target {
  readonly server: ServerProcess
  readonly address: string
  readonly dataDir: string
}

/** Sends enquiries until the kill; returns the acknowledged ones. */
const killUnderLoad = async ({ server, address, dataDir }: Target, victim: 'server' | 'database' | 'both') => {
  const load = startWriteLoad(address)
  const enough = 20 + Math.floor(Math.random() * 100)
  await waitUntil(() => load.acknowledged.length >= enough, server, load)
  const restarts = countRestarts(server)
  const database = databasePid(dataDir)
  if (victim !== 'database') server.child.kill('SIGKILL')
  if (victim !== 'server') process.kill(database, 'SIGKILL')
  if (victim === 'database') await waitUntil(() => countRestarts(server) > restarts, server, load)
  else await server.ended
  await load.stop()
  return load.acknowledged
}

const countRestarts = (server: ServerProcess): number => server.output().split('The database runs again.').length - 1

const waitUntil = async (condition: () => boolean, server: ServerProcess, load: WriteLoad): Promise<void> => {
  const deadline = Date.now() + 30_000
  while (!condition()) {
    const { acknowledged, refused, broken } = load
    const counts = `${acknowledged.length} acknowledged, ${refused.length} refused, ${broken.length} broken`
    if (Date.now() > deadline) throw new Error(`Never came true: ${condition}\n${counts}\n${server.output()}`)
    await sleep(10)
  }
}

const storedMessages = async (dataDir: string): Promise<Set<string>> => {
  const database = await startEmbedded({ dataDir, log: () => undefined })
  const client = new pg.Client(database.owner)
  await client.connect()
  const { rows } = await client.query<{ message: string }>('SELECT message FROM contacts')
  await client.end()
  await database.stop()
  return new Set(rows.map(({ message }) => message))
}

const kills = rounds(7) * victims.flat().length

test(
  `loses no acknowledged enquiry in ${kills} kills of the database, the server and both`,
  async () => {
    const dataDir = await createPreparedDataDir()
    const acknowledged: string[] = []
    for (let round = 0; round < rounds(7); round++) {
      for (const victimsOfStart of victims) {
        const server = startServerProcess({ env: { DATA_DIR: dataDir, LOG_LEVEL: 'fatal' } })
        const address = await server.ready
        for (const victim of victimsOfStart) {
          acknowledged.push(...(await killUnderLoad({ server, address, dataDir }, victim)))
        }
      }
    }
    const stored = await storedMessages(dataDir)
    expect(acknowledged.filter((message) => !stored.has(message))).toEqual([])
    expect(acknowledged.length).toBeGreaterThanOrEqual(kills * 20)
  },
  rounds(7) * 240_000,
)

import { join } from 'node:path'
import { expect, test } from 'vitest'
import { onCleanup } from '../../testing/cleanup.ts'
import { createDataDir } from '../../testing/data-dir.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { systemClock as clock } from '../clock.ts'
import { type Config, loadConfig } from '../config/config.ts'
import { openDatabase } from '../database/database.ts'
import { listEvidenceKeys } from '../signing/evidence-key.ts'
import { knownSeals } from '../signing/key-files.ts'
import { openKeys } from '../signing/signing.ts'
import { openExchange } from './exchange.ts'
import { joinServers, releaseMaker, watchServers } from './servers.ts'

const owner = await createTestDatabase()
const { db, close } = openDatabase(owner.runtime)
onCleanup(close)

const pollMs = 5
const newConfig = (fields: Partial<Config> = {}): Config => ({
  ...loadConfig({ DATA_DIR: join(createDataDir(), 'server') }),
  ...fields,
})
const joinWith = (config: Config, waitMs?: number) =>
  joinServers(config, { db, owner: owner.db, clock, pollMs, ...(waitMs !== undefined && { waitMs }) })
const failed = (error: unknown) => {
  throw error
}
/** Joins and runs until the returned function stops it. */
const start = async (config: Config) => {
  const signing = await joinWith(config)
  const stop = watchServers(config, { db, clock, signing, failed, pollMs })
  onCleanup(stop)
  return { ...signing, config, stop }
}
type Server = Awaited<ReturnType<typeof start>>

const sharesSecret = ({ secrets }: Pick<Server, 'secrets'>, other: Pick<Server, 'secrets'>): boolean =>
  other.secrets.open(secrets.seal('token', 'link'), 'link') === 'token'

const running = await Promise.all([start(newConfig()), start(newConfig())])
const [one, two] = running

test('two servers that start at once on an empty database have their own keys and share one secret', async () => {
  expect(one.key.id).not.toBe(two.key.id)
  expect(sharesSecret(one, two)).toBe(true)
  const ids = running.map(({ key }) => key.id).toSorted()
  const seals = running.map(({ seal }) => seal.fingerprint).toSorted()
  for (const { config } of running) {
    const keys = async () => (await listEvidenceKeys(config)).map(({ id }) => id).toSorted()
    await expect.poll(keys).toEqual(ids)
    const certificates = async () => (await knownSeals.read(config)).map(({ fingerprint }) => fingerprint).toSorted()
    await expect.poll(certificates).toEqual(seals)
  }
})

test('a server that joins is an event, and has the secret again after a restart without the others', async () => {
  const config = newConfig()
  const third = await start(config)
  const { rows } = await owner.pool.query(`SELECT entity_id FROM audit_events WHERE kind = 'server' ORDER BY id DESC`)
  expect(rows[0]).toEqual({ entity_id: third.key.id })
  await Promise.all([one, two, third].map(({ stop }) => stop()))
  expect(sharesSecret(await joinWith(config, 0), one)).toBe(true)
})

test('a server is added only as the owner of the tables; one that is known needs no owner', async () => {
  const adding = joinServers(newConfig(), { db, owner: db, clock, waitMs: 0 })
  await expect(adding).rejects.toThrow('only the owner of the tables may add it')
  expect(sharesSecret(await joinServers(one.config, { db, owner: db, clock, waitMs: 0 }), one)).toBe(true)
})

test('a server that finds none with the secret is refused, unless it replaces what was lost', async () => {
  const config = newConfig()
  await expect(joinWith(config, 0)).rejects.toThrow('No running server of this database shares its secret')
  const [, maker = ''] = /REPLACES=(\w+)/.exec(String(await joinWith(config, 0).catch(String))) ?? []
  const replacing = await joinWith({ ...config, evidenceKeyReplaces: maker }, 0)
  expect(sharesSecret(replacing, one)).toBe(false)
  expect(sharesSecret(await joinWith(config, 0), replacing)).toBe(true)
})

test('with SECOND_FACTOR_KEY, servers need no other to start', async () => {
  const secondFactorKey = Buffer.alloc(32, 1).toString('base64')
  const [first, second] = [newConfig({ secondFactorKey }), newConfig({ secondFactorKey })]
  expect(sharesSecret(await joinWith(first, 0), await joinWith(second, 0))).toBe(true)
})

test('a restored database goes on with the secret of a server that has it, or with one of its new server', async () => {
  await releaseMaker(db)
  expect(sharesSecret(await joinWith(two.config, 0), one)).toBe(true)
  await releaseMaker(db)
  const stranger = await joinWith(newConfig(), 0)
  expect(sharesSecret(stranger, one)).toBe(false)
})

test('what one server encrypts for another opens for nobody else', async () => {
  const { key } = await openKeys(newConfig())
  const [first, second, stranger] = [openExchange(one.key), openExchange(two.key), openExchange(key)]
  const sealed = first.boxWith(second.publicKey).seal('secret', 'context')
  expect(second.boxWith(first.publicKey).open(sealed, 'context')).toBe('secret')
  expect(stranger.boxWith(first.publicKey).open(sealed, 'context')).toBeUndefined()
  expect(second.boxWith(stranger.publicKey).open(sealed, 'context')).toBeUndefined()
})

import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Clock } from '../clock.ts'
import type { Config } from '../config/config.ts'
import type { Queryable } from '../database/database.ts'
import { addSetting, deleteSetting, exchangeSetting, readSetting } from '../database/system-settings.queries.ts'
import { StartFailure } from '../errors/start-failure.ts'
import { print } from '../lifecycle/lifecycle.ts'
import * as servers from '../signing/servers.queries.ts'
import { type OwnKeys, openKeys, publishKeys, rememberServers } from '../signing/signing.ts'
import { openExchange } from './exchange.ts'
import { openSecretBox, type SecretBox } from './secret-box.ts'

export interface Signing extends OwnKeys {
  /** The secret that all servers of the database share, for second factors, the tokens of links, and codes. */
  readonly secrets: SecretBox
}

/** The setting with the id of the first server's key. The shared secret was derived from this key. */
const makerSetting = 'evidence_key'
const makerSchema = z.object({ id: z.string() })

/** Forgets who made the shared secret, after a restore. The next server to start makes another secret, unless it made or got the old one. */
export const releaseMaker = (db: Queryable): Promise<void> => deleteSetting(db, makerSetting)

/** Milliseconds between two reads of the servers' table, and the maximum for which a start waits for a running server. */
const defaultPollMs = 2_000
const defaultWaitMs = 60_000

interface Joining {
  /** `db` connects as the role that the server uses, `owner` as the owner of the tables. */
  readonly db: Queryable
  readonly owner: Queryable
  readonly clock: Clock
  readonly signal?: AbortSignal
  /** Tests override these. */
  readonly waitMs?: number
  readonly pollMs?: number
}

/**
 * Opens this server's keys and records them in the database. Derives the servers' shared secret from this server's key, or gets it from another
 * running server.
 * @throws StartFailure when no server that has the secret is running
 */
export const joinServers = async (config: Config, joining: Joining): Promise<Signing> => {
  const { db, owner, clock } = joining
  const keys = await openKeys(config, clock)
  await publishKeys(config, owner, keys.key.id, openExchange(keys.key).publicKey)
  await rememberServers(config, db, clock)
  const { secondFactorKey } = config
  const secret = secondFactorKey ? Buffer.from(secondFactorKey, 'base64') : await getSecret(config, joining, keys)
  return { ...keys, secrets: openSecretBox(secret) }
}

const secretOf = ({ key }: OwnKeys): Buffer => key.derive('second factor')
const contextOf = (maker: string, id: string): string => `secret of ${maker} for ${id}`

/** Returns the secret of `maker`, if this server has it: derived from its own key, or encrypted for it by another server. */
const findSecret = async (db: Queryable, keys: OwnKeys, maker: string): Promise<Buffer | undefined> => {
  const { id } = keys.key
  if (maker === id) return secretOf(keys)
  const shared = await servers.findServerSecret(db, { id, maker })
  if (!shared?.exchangeKey) return undefined
  const secret = openExchange(keys.key).boxWith(shared.exchangeKey).open(shared.sealed, contextOf(maker, id))
  if (secret === undefined) throw new StartFailure(`The secret that another server gave to ${id} is not readable.`)
  return Buffer.from(secret, 'base64')
}

const readMaker = async (db: Queryable): Promise<string> => makerSchema.parse(await readSetting(db, makerSetting)).id

const getSecret = async (
  { evidenceKeyReplaces }: Config,
  { db, signal, waitMs = defaultWaitMs, pollMs = defaultPollMs }: Joining,
  keys: OwnKeys,
): Promise<Buffer> => {
  const { id } = keys.key
  // If this server got its secret from another one, stores the secret's maker, so that the secret is found even after a restore.
  await addSetting(db, makerSetting, { id: (await servers.findServerSecret(db, { id }))?.maker ?? id })
  const first = await readMaker(db)
  if (first === evidenceKeyReplaces) await exchangeSetting(db, makerSetting, { id: first }, { id })
  for (let waited = 0; ; waited += pollMs) {
    const maker = await readMaker(db)
    const secret = await findSecret(db, keys, maker)
    if (secret) return secret
    if (waited >= waitMs)
      throw new StartFailure(
        `No running server of this database shares its secret with this one (${id}): start one that has it, or give all the same EVIDENCE_KEY or SECOND_FACTOR_KEY. If all that had it are lost, start once with EVIDENCE_KEY_REPLACES=${maker}: codes of authenticator apps and links in the office then have to be made again.`,
      )
    if (waited === 0) print('Waiting for a running server of this database, which shares its secret with this one.')
    await sleep(pollMs, undefined, { signal })
  }
}

/** Shares the secret with the servers that wait for it, and records their keys. */
const welcomeServers = async (config: Config, db: Queryable, clock: Clock, keys: OwnKeys): Promise<void> => {
  await rememberServers(config, db, clock)
  if (config.secondFactorKey) return
  const maker = await readMaker(db)
  const waiting = await servers.listWaitingServers(db, maker)
  const secret = waiting.length > 0 ? await findSecret(db, keys, maker) : undefined
  if (!secret) return
  for (const { id, exchangeKey } of waiting) {
    const sealed = openExchange(keys.key).boxWith(exchangeKey).seal(secret.toString('base64'), contextOf(maker, id))
    await servers.insertServerSecret(db, { keyId: id, maker, sealedBy: keys.key.id, sealed })
  }
}

interface Watching extends Pick<Joining, 'db' | 'clock' | 'pollMs'> {
  readonly signing: Signing
  /** Called for the first of several failures in a row. */
  readonly failed: (error: unknown) => void
}

/** Shares the secret with new servers and records their keys, again and again. Returns a function that stops this. */
export const watchServers = (
  config: Config,
  { db, clock, signing, failed, pollMs = defaultPollMs }: Watching,
): (() => Promise<void>) => {
  const stopping = new AbortController()
  const { signal } = stopping
  const run = async (): Promise<void> => {
    let isFailing = false
    while (!signal.aborted) {
      try {
        await welcomeServers(config, db, clock, signing)
        isFailing = false
      } catch (error) {
        if (!isFailing && !signal.aborted) failed(error)
        isFailing = true
      }
      await sleep(pollMs, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }
  const running = run()
  return async () => {
    stopping.abort()
    await running
  }
}

import type { Clock } from '../clock.ts'
import type { Config } from '../config/config.ts'
import type { Queryable } from '../database/database.ts'
import { isForbidden } from '../database/failures.ts'
import { StartFailure } from '../errors/start-failure.ts'
import { type EvidenceKey, openEvidenceKey } from './evidence-key.ts'
import { knownKeys, knownSeals } from './key-files.ts'
import { openSeal, type Seal } from './seal.ts'
import * as servers from './servers.queries.ts'

/** The keys by which this server signs, kept outside the database. */
export interface OwnKeys {
  readonly key: EvidenceKey
  readonly seal: Seal
}

/** Opens the keys; makes those that are missing in `DATA_DIR/keys`. @throws StartFailure */
export const openKeys = async (config: Config, clock?: Clock): Promise<OwnKeys> => ({
  key: await openEvidenceKey(config, clock),
  seal: await openSeal(config, clock),
})

const notOwner =
  'This server is not yet known to its database, and only the owner of the tables may add it: start it once with DATABASE_OWNER_URL.'

/** Adds this server's known keys and certificates to those in the database. @throws StartFailure */
export const publishKeys = async (config: Config, owner: Queryable, id: string, exchangeKey: string): Promise<void> => {
  const server = {
    id,
    keys: (await knownKeys.read(config)).map((key) => ({ ...key, exchangeKey: key.id === id ? exchangeKey : null })),
    certificates: [...(await knownSeals.read(config))],
  }
  await servers.addServer(owner, server).catch((error: unknown) => {
    throw isForbidden(error) ? new StartFailure(notOwner) : error
  })
}

/** Stores the keys and certificates of all servers outside the database. Signatures are checked against that copy, which a later change of the database can't alter. */
export const rememberServers = async (config: Config, db: Queryable, clock: Clock): Promise<void> => {
  for (const key of await servers.listServerKeys(db)) await knownKeys.add(config, clock, key)
  for (const seal of await servers.listSealCertificates(db)) await knownSeals.add(config, clock, seal)
}

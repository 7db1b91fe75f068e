import { existsSync, readdirSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { type Database, type Queryable, queryableOn } from '../database/database.ts'
import { applyNext, fromBaseline, lockSchema, type Migration, readMigrations } from '../database/migrate.ts'
import { allowMaintenance, inTransaction } from '../database/transaction.ts'
import { StartFailure } from '../errors/start-failure.ts'
import { outboxFolder } from '../mail/file-mailer.ts'
import { readArchive } from './archive.ts'
import { deferOwnKeys, hasTables, listTables, setIdentity } from './catalog.ts'
import { entryKind, type Manifest } from './manifest.ts'

export interface RestoreOptions {
  readonly database: Pick<Database, 'pool'>
  readonly dataDir: string
  readonly file: string
  readonly manifest: Manifest
  /** Runs after all checks, before anything is restored. */
  readonly prepare?: () => Promise<void>
  /** Aborts the restore, which then leaves nothing behind. */
  readonly signal?: AbortSignal
  /** The migrations of this version; tests pass later ones. */
  readonly migrations?: readonly Migration[]
  /** Recreates what a backup leaves out. Runs last in the transaction. */
  readonly complete?: (tx: Queryable) => Promise<void>
}

/**
 * Restores a backup into an empty database, all or nothing: creates the schema of the backup's version, fills it, migrates it to this
 * version, and restores the stored mails.
 * @throws StartFailure when the backup is from an unknown version, or the database or outbox is not empty
 */
export const restoreBackup = async (options: RestoreOptions): Promise<void> => {
  const { database, dataDir, file, manifest, signal } = options
  const { migrations = await readMigrations() } = options
  const history = fromBaseline(manifest.migrations, migrations, file)
  assertKnown(file, { ...manifest, migrations: [...history] }, migrations)
  const outbox = outboxFolder(dataDir)
  if (existsSync(outbox) && readdirSync(outbox).length > 0)
    throw new StartFailure(`${outbox} holds mails already: restore into a new DATA_DIR, or move them away.`)
  await inTransaction(database.pool, assertEmpty)
  await options.prepare?.()

  const draft = `${outbox}.restoring`
  let mailsInPlace = false
  try {
    await rm(draft, { recursive: true, force: true })
    await inTransaction(database.pool, async (client) => {
      await assertEmpty(client)
      await allowMaintenance(client)
      await migrate(client, migrations.slice(0, history.length))
      await fill(client, draft, file, manifest, signal)
      await migrate(client, migrations)
      await options.complete?.(queryableOn(client))
      if (manifest.mails.length === 0) return
      await rename(draft, outbox)
      mailsInPlace = true
    })
  } catch (error) {
    await rm(mailsInPlace ? outbox : draft, { recursive: true, force: true })
    throw error
  }
}

const assertKnown = (file: string, manifest: Manifest, migrations: readonly Migration[]): void => {
  for (const [position, { name, hash }] of manifest.migrations.entries()) {
    const known = migrations[position]
    if (known?.name === name && known.hash === hash) continue
    throw new StartFailure(
      `${file} was made by another version of Kontor (${manifest.appVersion}): this one does not know its migration ${name}.`,
    )
  }
}

const assertEmpty = async (client: pg.ClientBase): Promise<void> => {
  // A server that starts on the same database waits for this lock, and then finds the database filled.
  await lockSchema(client)
  if (await hasTables(client))
    throw new StartFailure(
      'The database is not empty, and a restore never overwrites: use a new DATA_DIR, or an empty database in DATABASE_URL.',
    )
}

const migrate = async (client: pg.ClientBase, migrations: readonly Migration[]): Promise<void> => {
  let more = true
  while (more) more = await applyNext(client, migrations)
}

/** Checks the names of tables and columns in the file, since statements contain them. The restored schema must have the same names. */
const assertOwnTables = async (client: pg.ClientBase, file: string, manifest: Manifest): Promise<void> => {
  const known = new Map((await listTables(client)).map(({ name, columns }) => [name, new Set(columns)]))
  const foreign = manifest.tables.find(
    ({ name, columns }) => !known.has(name) || !columns.every((column) => known.get(name)?.has(column)),
  )
  if (foreign)
    throw new StartFailure(
      `${file} names a table or column that Kontor doesn't have, so nothing was restored: ${foreign.name}`,
    )
}

const fill = async (
  client: pg.ClientBase,
  mailFolder: string,
  file: string,
  manifest: Manifest,
  signal?: AbortSignal,
): Promise<void> => {
  if (manifest.mails.length > 0) await mkdir(mailFolder, { recursive: true, mode: 0o700 })
  await client.query(`SET LOCAL datestyle = 'ISO'; SET LOCAL timezone = 'UTC'; SET LOCAL client_encoding = 'UTF8'`)
  await assertOwnTables(client, file, manifest)
  const columns = new Map(manifest.tables.map((table) => [table.name, table.columns.join(', ')]))
  // Disables triggers: the backup already contains the rows that they wrote.
  const tables = [...columns.keys()]
  for (const table of tables) await client.query(`ALTER TABLE "${table}" DISABLE TRIGGER USER`)
  await deferOwnKeys(client, true)
  for await (const { name, content } of readArchive(file)) {
    signal?.throwIfAborted()
    const kind = entryKind(name)
    if (typeof kind !== 'object') continue
    if ('mail' in kind) {
      await writeFile(join(mailFolder, kind.mail), content, { mode: 0o600, flush: true })
      continue
    }
    const rows = client.query(copyFrom(`COPY "${kind.table}" (${columns.get(kind.table)}) FROM STDIN`))
    await pipeline(Readable.from([content]), rows)
  }
  await deferOwnKeys(client, false)
  for (const identity of manifest.identities) await setIdentity(client, identity)
  for (const table of tables) await client.query(`ALTER TABLE "${table}" ENABLE TRIGGER USER`)
}

import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { z } from 'zod'
import { StartFailure } from '../errors/start-failure.ts'
import type { Database } from './database.ts'
import { allowMaintenance, inTransaction } from './transaction.ts'

/** One migration, as written by `npm run db:generate -w server`. */
export interface Migration {
  /** The file's name without extension: `0001_tables`. */
  readonly name: string
  readonly sql: string
  /** SHA-256 of the file in hex, to detect edits after it was applied. */
  readonly hash: string
}

/** An arbitrary lock number that nothing else uses. It must stay the same in every version of the program. */
const lockId = 7_350_271

const lockIntervalMs = 200

const folder = fileURLToPath(new URL('../../../migrations', import.meta.url))

const journalSchema = z.object({ entries: z.array(z.object({ tag: z.string() })) })

/** Reads all migrations of this version of the program, oldest first. */
export const readMigrations = async (): Promise<Migration[]> => {
  const journal = await readFile(join(folder, 'meta/_journal.json'), 'utf8')
  const { entries } = journalSchema.parse(JSON.parse(journal))
  return Promise.all(
    entries.map(async ({ tag: name }) => {
      const sql = await readFile(join(folder, `${name}.sql`), 'utf8')
      return { name, sql, hash: hash('sha256', sql) }
    }),
  )
}

/**
 * Migrates the schema to this version. Concurrent instances wait for each other. Each migration is atomic: if it fails, the schema stays at
 * the previous one.
 * @throws StartFailure when the database's migrations do not match this program's migrations, or a migration fails.
 */
export const migrateDatabase = async ({ pool }: Pick<Database, 'pool'>): Promise<void> => {
  const migrations = await readMigrations()
  let more = true
  while (more) more = await inTransaction(pool, (client) => applyNext(client, migrations))
}

/**
 * Takes the lock for schema changes, until the caller's transaction ends. Retries instead of waiting in a statement: another instance's
 * migration may take long, and a waiting statement looks as if the database had vanished.
 */
export const lockSchema = async (client: pg.ClientBase): Promise<void> => {
  while (!(await tryLockSchema(client))) await pause(lockIntervalMs)
}

const tryLockSchema = async (client: pg.ClientBase): Promise<boolean> => {
  const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS taken', [lockId])
  return rows[0]?.taken === true
}

/**
 * Applies the next pending migration inside the caller's transaction. Returns false if none is pending.
 * @throws StartFailure as `migrateDatabase`.
 */
export const applyNext = async (client: pg.ClientBase, migrations: readonly Migration[]): Promise<boolean> => {
  await lockSchema(client)
  const stored = await readHistory(client)
  const history = fromBaseline(stored, migrations, 'The database')
  if (history !== stored) await takeOver(client, stored, history)
  assertSameHistory(migrations, history)
  const next = migrations[history.length]
  if (!next) return false
  await client.query(
    'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, hash text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
  )
  await allowMaintenance(client)
  try {
    await client.query(next.sql)
  } catch (error) {
    throw new StartFailure(failureSentence(next, error), { cause: error })
  }
  await client.query('INSERT INTO migrations (name, hash) VALUES ($1, $2)', [next.name, next.hash])
  return true
}

type Step = Pick<Migration, 'name' | 'hash'>

/** Reads the applied migrations, oldest first; none for a new database. */
export const readHistory = async (client: pg.ClientBase | pg.Pool): Promise<Step[]> => {
  const exists = await client.query<{ found: boolean }>(`SELECT to_regclass('migrations') IS NOT NULL AS found`)
  if (!exists.rows[0]?.found) return []
  return (await client.query<Step>('SELECT name, hash FROM migrations ORDER BY name')).rows
}

/**
 * The last of the 67 migrations that `0001_baseline` replaced before the first release. The folder `replaced` has those after `0064_servers`,
 * so that a database from there on can be taken over.
 */
const lastReplaced: readonly Step[] = [
  { name: '0064_servers', hash: '718df391e0d894554b81fd493512ea104e1f39ee9e4809b0505ae17acac9efd0' },
  { name: '0065_function_names', hash: '33d857a60dfda4f29a51a469def8e5988d748063e117be4f3bcb7a1aff601ddf' },
  { name: '0066_authenticator_version', hash: '57ff24bdbc323323e6f05bd79b051118b80c79110dfcd37592a6516b8b8fff44' },
]

const positionIn = (steps: readonly Step[], step: Step | undefined): number =>
  steps.findIndex(({ name, hash: digest }) => name === step?.name && digest === step.hash)

/**
 * Returns the history of a database or a backup. For one from before the baseline, returns the baseline's history.
 * @throws StartFailure if it ends before `0064_servers`
 */
export const fromBaseline = (
  history: readonly Step[],
  migrations: readonly Migration[],
  what: string,
): readonly Step[] => {
  if (history[1]?.name !== '0001_tables') return history
  if (positionIn(lastReplaced, history.at(-1)) >= 0) return migrations.slice(0, 2)
  throw new StartFailure(
    `${what} was made by an unreleased version of Kontor and is at the migration ${history.at(-1)?.name}. Only from ${lastReplaced[0]?.name} on is it taken over: open it first with a version that has this migration.`,
  )
}

/** Brings a database from before the baseline to the baseline's schema, and gives it this history. */
const takeOver = async (client: pg.ClientBase, stored: readonly Step[], history: readonly Step[]): Promise<void> => {
  await allowMaintenance(client)
  for (const { name } of lastReplaced.slice(positionIn(lastReplaced, stored.at(-1)) + 1))
    await client.query(await readFile(join(folder, `replaced/${name}.sql`), 'utf8'))
  await client.query('DELETE FROM migrations')
  for (const { name, hash: digest } of history)
    await client.query('INSERT INTO migrations (name, hash) VALUES ($1, $2)', [name, digest])
}

const assertSameHistory = (migrations: readonly Migration[], history: readonly Step[]): void => {
  for (const [position, step] of history.entries()) {
    const known = migrations[position]
    if (known?.name === step.name && known.hash === step.hash) continue
    if (known?.name === step.name)
      throw new StartFailure(`The migration ${step.name} was changed after this database had run it.`)
    throw new StartFailure(
      `The database was made by another version of Kontor: it has the migration ${step.name}, which this version does not know.`,
    )
  }
}

const failureSentence = ({ name }: Migration, error: unknown): string => {
  const message = error instanceof Error ? error.message : String(error)
  const code = error instanceof pg.DatabaseError ? error.code : undefined
  const extension = name.endsWith('_extensions') && (code === '42501' || code === '0A000')
  return extension
    ? `Kontor needs PostgreSQL's extension pg_trgm and could not create it (${message}). Ask the database's administrator to run CREATE EXTENSION pg_trgm in it.`
    : `The migration ${name} failed: ${message}`
}

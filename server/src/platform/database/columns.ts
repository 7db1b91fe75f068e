import { type SQL, sql } from 'drizzle-orm'
import { bigint, check, customType, integer, numeric, type PgColumn } from 'drizzle-orm/pg-core'

/** Text for sorted lists: compared as in Norwegian dictionaries (ICU `nb`: … z æ ø å). */
export const norwegianText = customType<{ data: string }>({ dataType: () => 'text COLLATE "nb-x-icu"' })

/** Sorts names in Norwegian order, and numbers in them by value (`2.` before `10.`). For lists, and for the indexes that serve them. */
export const inNameOrder = (name: PgColumn): SQL => sql`${name} collate "norwegian"`

/** Text compared byte by byte, which makes searches several times as fast. */
export const plainText = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' })

/**
 * A point in time (`timestamptz`, milliseconds). In TypeScript the same text as in the API: ISO 8601 in UTC, `2026-03-24T09:00:00.000Z`. Accepts
 * any ISO 8601 text with a zone.
 */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamptz(3)',
  fromDriver: (value) => new Date(value).toISOString(),
})

/** The time when the row was inserted; defaults to the database's clock. */
export const createdAt = () => instant('created_at').notNull().default(sql`now()`)

/** The time when the row was last changed; every drizzle update that doesn't pass a value resets it. */
export const updatedAt = () =>
  instant('updated_at')
    .notNull()
    .default(sql`now()`)
    .$onUpdate(() => sql`now()`)

/** Counts an entity's changes from 1, to detect stale edits. */
export const version = () => integer().notNull().default(1)

/** An amount in øre, at most 2^53. */
export const ore = (name: string) => bigint(name, { mode: 'number' })

/** A file's content. */
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** A rate of VAT in percent, with at most two decimals. */
export const vatRate = () => numeric('vat_rate', { precision: 5, scale: 2, mode: 'number' })

/** A check that the column holds one of the words; built from the contract's enumeration, so a new word requires a migration. */
export const oneOf = (name: string, column: PgColumn, words: readonly string[]) =>
  check(name, sql`${column} in (${sql.raw(words.map((word) => `'${word}'`).join(', '))})`)

/** A check that a number is not below `least`. */
export const atLeast = (name: string, column: PgColumn, least: number) =>
  check(name, sql`${column} >= ${sql.raw(String(least))}`)

/** A check that a percentage lies between 0 and 100. */
export const percentage = (name: string, column: PgColumn) => check(name, sql`${column} between 0 and 100`)

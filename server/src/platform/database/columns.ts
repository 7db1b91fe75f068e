import { sql } from 'drizzle-orm'
import { bigint, check, customType, integer, numeric, type PgColumn } from 'drizzle-orm/pg-core'

/** Text that lists sort by: compared as Norwegian dictionaries do (ICU `nb`: … z æ ø å). */
export const norwegianText = customType<{ data: string }>({ dataType: () => 'text COLLATE "nb-x-icu"' })

/** Text that is only compared byte by byte: searches in it are several times as fast. */
export const plainText = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' })

/**
 * A moment (`timestamptz`, milliseconds). In TypeScript it is what goes over the wire: ISO 8601 in UTC,
 * `2026-03-24T09:00:00.000Z`. Takes any ISO 8601 text with a zone.
 */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamptz(3)',
  fromDriver: (value) => new Date(value).toISOString(),
})

/** When the row was made; the database's clock unless a value is given. */
export const createdAt = () => instant('created_at').notNull().default(sql`now()`)

/** When the row was last changed; set anew by every drizzle update that does not give a value. */
export const updatedAt = () =>
  instant('updated_at')
    .notNull()
    .default(sql`now()`)
    .$onUpdate(() => sql`now()`)

/** Counts the changes of an entity from 1, so that a stale edit is noticed. */
export const version = () => integer().notNull().default(1)

/** An amount in øre, at most 2^53. */
export const ore = (name: string) => bigint(name, { mode: 'number' })

/** A rate of VAT in percent, with at most two decimals. */
export const vatRate = () => numeric('vat_rate', { precision: 5, scale: 2, mode: 'number' })

/** A check that the column holds one of the words; made from the contract's enumeration, so that a new word asks for a migration. */
export const oneOf = (name: string, column: PgColumn, words: readonly string[]) =>
  check(name, sql`${column} in (${sql.raw(words.map((word) => `'${word}'`).join(', '))})`)

/** A check that a number is not below `least`. */
export const atLeast = (name: string, column: PgColumn, least: number) =>
  check(name, sql`${column} >= ${sql.raw(String(least))}`)

/** A check that a percentage lies between 0 and 100. */
export const percentage = (name: string, column: PgColumn) => check(name, sql`${column} between 0 and 100`)

import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** E-mail addresses are compared as a whole, in any case; SQL must compare them as this does. */
export const isSameAddress = (address: string | null | undefined, other: string): boolean =>
  address?.toLowerCase() === other.toLowerCase()

/** Condition: the column has this address. */
export const hasAddress = (column: SQLWrapper, email: string): SQL => sql`lower(${column}) = lower(${email})`

/** Condition: the address is among those of an array. */
export const isAmong = (addresses: SQLWrapper, email: string): SQL =>
  sql`exists (select from unnest(${addresses}) address where lower(address) = lower(${email}))`

/** The array without the address. */
export const withoutAddress = (addresses: SQLWrapper, email: string): SQL =>
  sql`array(select address from unnest(${addresses}) address where lower(address) <> lower(${email}))`

/** Condition: a text anywhere in the JSON is the address. */
export const mentions = (json: SQLWrapper, email: string): SQL =>
  sql`(strpos(lower(${json}::text), lower(to_json(${email}::text)::text)) > 0 and exists (
  select from jsonb_path_query(${json}, 'strict $.** ? (@.type() == "string")') as each(value)
  where lower(each.value #>> '{}') = lower(${email})))`

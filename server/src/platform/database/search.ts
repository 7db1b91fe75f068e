import { searchWords } from '@kontor/contract/shared/search-words'
import { and, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { plainText } from './columns.ts'

/**
 * Defines the column with a row's searchable text: `fields` in lower case, one per line and the title first, then the digits of `numbers`. The
 * column is stored, since computing it per row would take longer than the search itself. `fields` and `numbers` are SQL expressions.
 */
export const searchText = (fields: readonly string[], numbers: readonly string[] = []) => {
  const digits = numbers.map((number) => `regexp_replace(coalesce(${number}, ''), '[^0-9]', '', 'g')`)
  const parts = [...fields.map((field) => `coalesce(${field}, '')`), ...digits].join(String.raw` || E'\n' || `)
  return plainText('search_text').generatedAlwaysAs(sql.raw(`lower((${parts}) collate "nb-x-icu")`))
}

/** Lower-cases a search text in the collation of the searched columns: with any other collation, PostgreSQL would use no index. */
const lowerCase = (text: string): SQL => sql`lower(${text}::text collate "nb-x-icu") collate "C"`

const escaped = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')

/** Condition: `text`, which is in lower case, begins with `start`, ignoring case. */
export const beginsWith = (text: SQLWrapper, start: string): SQL => sql`${text} like ${lowerCase(`${escaped(start)}%`)}`

/** Condition: `text`, which is in lower case, contains `part`, ignoring case. */
export const contains = (text: SQLWrapper, part: string): SQL => sql`${text} like ${lowerCase(`%${escaped(part)}%`)}`

/** The shortest word that a trigram index supports. */
export const minIndexedLength = 3

/** Condition: `text`, which is in lower case, has every word of the search; undefined for an empty search. */
export const hasWords = (text: SQLWrapper, query: string, has = contains): SQL | undefined =>
  and(...searchWords(query).map((word) => or(...word.map((spelling) => has(text, spelling)))))

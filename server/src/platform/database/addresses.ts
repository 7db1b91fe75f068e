import { addressKey } from '@kontor/contract/shared/email-addresses'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** The form in which a column's addresses are compared and indexed; the same as `addressKey`. */
export const addressKeyOf = (column: SQLWrapper): SQL => sql`lower(${column})`

/** Condition: the column has this address. */
export const hasAddress = (column: SQLWrapper, email: string): SQL =>
  sql`${addressKeyOf(column)} = ${addressKey(email)}`

/** Condition: the column has one of the addresses. */
export const hasOneOf = (column: SQLWrapper, emails: readonly string[]): SQL =>
  sql`${addressKeyOf(column)} = any(${sql.param(emails.map(addressKey))})`

/** Condition: the address is among those of an array. */
export const isAmong = (addresses: SQLWrapper, email: string): SQL =>
  sql`exists (select from unnest(${addresses}) address where ${hasAddress(sql`address`, email)})`

/** The array without the address. */
export const withoutAddress = (addresses: SQLWrapper, email: string): SQL =>
  sql`array(select address from unnest(${addresses}) address where not ${hasAddress(sql`address`, email)})`

/** Condition: a text anywhere in the JSON is the address. */
export const mentions = (json: SQLWrapper, email: string): SQL =>
  sql`(strpos(lower(${json}::text), lower(to_json(${email}::text)::text)) > 0 and exists (
  select from jsonb_path_query(${json}, 'strict $.** ? (@.type() == "string")') as each(value)
  where ${hasAddress(sql`each.value #>> '{}'`, email)}))`

/** Condition: a text written by Kontor, such as a notice's, has the address as a word of its own. */
export const hasInText = (text: SQLWrapper, email: string): SQL => {
  const escaped = email.replaceAll(/[^\w@]/g, String.raw`\$&`)
  const pattern = String.raw`(?:^|[^\w.!#$%&'*+/=?^{|}~\x60-])${escaped}(?:$|[^\w.-]|\.(?:$|\W))`
  return sql`${text} ~* ${pattern}`
}

/** The mailbox that an address delivers to: providers ignore capitals and, behind a plus, a tag; Gmail also ignores dots. */
export const mailboxOf = (address: SQLWrapper): SQL => {
  const [name, domain] = [1, 2].map((part) => sql`split_part(${addressKeyOf(address)}, '@', ${sql.raw(String(part))})`)
  const untagged = sql`split_part(${name}, '+', 1)`
  return sql`case when ${domain} in ('gmail.com', 'googlemail.com') then replace(${untagged}, '.', '') || '@gmail.com'
    else ${untagged} || '@' || ${domain} end`
}

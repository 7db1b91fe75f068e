import { addressKey } from '@kontor/contract/shared/email-addresses'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** Returns SQL for the form of a column's address that is compared and indexed. For a text, `addressKey` returns the same form. */
export const addressKeyOf = (column: SQLWrapper): SQL => sql`lower(${column})`

/** Condition: the column has this address. */
export const hasAddress = (column: SQLWrapper, email: string): SQL =>
  sql`${addressKeyOf(column)} = ${addressKey(email)}`

/** Condition: the column has one of the addresses. */
export const hasOneOf = (column: SQLWrapper, emails: readonly string[]): SQL =>
  sql`${addressKeyOf(column)} = any(${sql.param(emails.map(addressKey))})`

/** Condition: the array contains the address. */
export const isAmong = (addresses: SQLWrapper, email: string): SQL =>
  sql`exists (select from unnest(${addresses}) address where ${hasAddress(sql`address`, email)})`

/** Returns the array without the address. */
export const withoutAddress = (addresses: SQLWrapper, email: string): SQL =>
  sql`array(select address from unnest(${addresses}) address where not ${hasAddress(sql`address`, email)})`

/** Condition: any text in the JSON equals the address. */
export const mentions = (json: SQLWrapper, email: string): SQL =>
  sql`(strpos(lower(${json}::text), lower(to_json(${email}::text)::text)) > 0 and exists (
  select from jsonb_path_query(${json}, 'strict $.** ? (@.type() == "string")') as each(value)
  where ${hasAddress(sql`each.value #>> '{}'`, email)}))`

/** Condition: a text written by Kontor, such as a notice, contains the address as a separate word. */
export const hasInText = (text: SQLWrapper, email: string): SQL => {
  const escaped = email.replaceAll(/[^\w@]/g, String.raw`\$&`)
  const pattern = String.raw`(?:^|[^\w.!#$%&'*+/=?^{|}~\x60-])${escaped}(?:$|[^\w.-]|\.(?:$|\W))`
  return sql`${text} ~* ${pattern}`
}

/** Returns the mailbox that an address delivers to. Providers ignore upper and lower case and a tag after a plus; Gmail also ignores dots. */
export const mailboxOf = (address: SQLWrapper): SQL => {
  const [name, domain] = [1, 2].map((part) => sql`split_part(${addressKeyOf(address)}, '@', ${sql.raw(String(part))})`)
  const untagged = sql`split_part(${name}, '+', 1)`
  return sql`case when ${domain} in ('gmail.com', 'googlemail.com') then replace(${untagged}, '.', '') || '@gmail.com'
    else ${untagged} || '@' || ${domain} end`
}

import { searchWords } from '@kontor/contract/shared/search-words'
import { and, desc, eq, inArray, isNull, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Queryable } from '../../platform/database/database.ts'
import { beginsWith, contains, hasWords, minIndexedLength } from '../../platform/database/search.ts'
import { answeredText, shownColumns } from '../agreements/agreements.shown.queries.ts'
import { agreements } from '../agreements/agreements.table.ts'
import { contacts } from '../contacts/contacts.table.ts'
import { contactPersons, customers } from '../customers/customers.table.ts'
import { leads } from '../leads/leads.table.ts'
import { webinars } from '../webinars/webinars.table.ts'

/** The search text, and the maximum number of results. */
export interface SearchQuery {
  readonly q: string
  readonly limit: number
}

/** Characters that may precede a word. */
const separators = ['\n', ' ', '-', '.', '@']

const startsWord = (text: SQLWrapper, word: string): SQL =>
  sql`(${sql.join([beginsWith(text, word), ...separators.map((separator) => contains(text, separator + word))], sql` or `)})`

/** Matches words too short for the index only at the beginnings of words. */
const hasIndexed = (text: SQLWrapper, word: string): SQL =>
  word.length >= minIndexedLength ? contains(text, word) : startsWord(text, word)

/** Returns true if one word is long enough for the index. The others may then be anywhere. */
const hasLongWord = (q: string): boolean => searchWords(q).some(([word]) => word.length >= minIndexedLength)

const matches = (text: SQLWrapper, q: string): SQL | undefined =>
  hasWords(text, q, hasLongWord(q) ? contains : hasIndexed)

/** Like `matches`, but words may also be in the parent row; at least one must be in this row. */
const matchesWith = (own: SQLWrapper, other: SQLWrapper, q: string): SQL | undefined => {
  const words = searchWords(q)
  if (words.length < 2 || !hasLongWord(q)) return matches(own, q)
  const someOwn = or(...words.flat().map((spelling) => hasIndexed(own, spelling)))
  const isInEither = words.map((word) =>
    or(...word.flatMap((spelling) => [contains(own, spelling), contains(other, spelling)])),
  )
  return and(someOwn, ...isInEither)
}

/** Ranks a match: 0 the whole title, 1 the title's beginning, 2 beginnings of words, 3 anything else. */
const rankOf = (text: SQLWrapper, q: string): SQL<number> =>
  sql<number>`case when ${beginsWith(text, `${q}\n`)} then 0 when ${beginsWith(text, q)} then 1
    when ${hasWords(text, q, startsWord)} then 2 else 3 end`

/** Maximum matches that are ranked: sorting all takes longer than finding them. */
const maxRanked = 400

/**
 * Condition: the id is among the first records whose titles begin with the search. If those are fewer than `limit`, other matches are
 * added. Both queries select ids.
 */
const isAmong = (id: PgColumn, { begins, others, limit }: { begins: SQL; others: SQL; limit: number }): SQL =>
  sql`${id} in (
    with begins as materialized (${begins} limit ${limit})
    select id from begins union all (${others} and (select count(*) from begins) < ${limit} limit ${maxRanked}))`

/** A character that sorts after every other. */
const lastCharacter = '\uffff'

export const searchLeads = async (db: Queryable, { q, limit }: SearchQuery) => {
  const found = matches(leads.search_text, q)
  if (!found) return []
  const isFound = isAmong(leads.id, {
    // Uses the index on names.
    begins: sql`select ${leads.id} from ${leads}
      where ${leads.company_name} between ${q} and ${q + lastCharacter} and ${beginsWith(leads.search_text, q)}
      order by ${leads.company_name}, ${leads.id}`,
    others: sql`select ${leads.id} from ${leads} where ${found}`,
    limit,
  })
  return db
    .select({
      id: leads.id,
      company: leads.company_name,
      status: leads.status,
      contactName: leads.contact_name,
      city: leads.city,
      rank: rankOf(leads.search_text, q).as('rank'),
    })
    .from(leads)
    .where(isFound)
    .orderBy(sql`rank`, leads.search_text, leads.id)
    .limit(limit)
}

const customerColumns = {
  id: customers.id,
  name: customers.name,
  organizationNumber: customers.organizationNumber,
  city: customers.city,
  isActive: customers.isActive,
}

export const searchCustomers = async (db: Queryable, { q, limit }: SearchQuery) => {
  const found = matches(customers.searchText, q)
  if (!found) return []
  const unarchived = sql`select ${customers.id} from ${customers} where ${isNull(customers.archivedAt)}`
  const isFound = isAmong(customers.id, {
    begins: sql`${unarchived} and ${beginsWith(customers.searchText, q)} order by ${customers.searchText}, ${customers.id}`,
    others: sql`${unarchived} and ${found}`,
    limit,
  })
  return db
    .select({ ...customerColumns, rank: rankOf(customers.searchText, q).as('rank') })
    .from(customers)
    .where(isFound)
    .orderBy(sql`rank`, customers.searchText, customers.id)
    .limit(limit)
}

export const findCustomers = (db: Queryable, ids: readonly number[]) =>
  db
    .select(customerColumns)
    .from(customers)
    .where(inArray(customers.id, [...ids]))

/** Contact persons by their own texts and their customer's. */
export const searchContactPersons = async (db: Queryable, { q, limit }: SearchQuery) => {
  const found = matchesWith(contactPersons.searchText, customers.searchText, q)
  if (!found) return []
  const listed = sql`select ${contactPersons.id} from ${contactPersons}
    join ${customers} on ${eq(customers.id, contactPersons.customerId)} where ${isNull(customers.archivedAt)}`
  const isFound = isAmong(contactPersons.id, {
    begins: sql`${listed} and ${beginsWith(contactPersons.searchText, q)} order by ${contactPersons.searchText}, ${contactPersons.id}`,
    others: sql`${listed} and ${found}`,
    limit,
  })
  return db
    .select({
      id: contactPersons.id,
      firstName: contactPersons.firstName,
      lastName: contactPersons.lastName,
      email: contactPersons.email,
      customerId: customers.id,
      customerName: customers.name,
      rank: rankOf(contactPersons.searchText, q).as('rank'),
    })
    .from(contactPersons)
    .innerJoin(customers, eq(customers.id, contactPersons.customerId))
    .where(isFound)
    .orderBy(sql`rank`, contactPersons.searchText, contactPersons.id)
    .limit(limit)
}

/** Agreements by their own texts and their customer's name. */
export const searchAgreements = async (db: Queryable, { q, limit }: SearchQuery) => {
  const customerName = sql`split_part(${customers.searchText}, E'\\n', 1)`
  const found = matchesWith(agreements.searchText, customerName, q)
  if (!found) return []
  const listed = sql`select ${agreements.id} from ${agreements}
    join ${customers} on ${eq(customers.id, agreements.customerId)} where ${isNull(agreements.archivedAt)}`
  // The customers' index finds customers by their whole text; the condition keeps those with the words in the name.
  const ofCustomers = hasLongWord(q)
    ? sql`union (${listed} and ${and(matches(customers.searchText, q), matches(customerName, q))} limit ${maxRanked})`
    : sql``
  const isFound = isAmong(agreements.id, {
    begins: sql`${listed} and ${beginsWith(agreements.searchText, q)} order by ${agreements.createdAt} desc, ${agreements.id}`,
    others: sql`select id from ((${listed} and ${found} limit ${maxRanked}) ${ofCustomers}) where true`,
    limit,
  })
  return db
    .select({
      id: agreements.id,
      title: shownColumns.title,
      reference: agreements.reference,
      status: agreements.status,
      customerName: shownColumns.customerName,
      rank: rankOf(agreements.searchText, q).as('rank'),
    })
    .from(agreements)
    .innerJoin(customers, eq(customers.id, agreements.customerId))
    .leftJoinLateral(answeredText(db), sql`true`)
    .where(isFound)
    .orderBy(sql`rank`, desc(agreements.createdAt), agreements.id)
    .limit(limit)
}

export const searchContacts = async (db: Queryable, { q, limit }: SearchQuery) => {
  const found = matches(contacts.searchText, q)
  if (!found) return []
  const isFound = isAmong(contacts.id, {
    begins: sql`select ${contacts.id} from ${contacts} where ${beginsWith(contacts.searchText, q)}
      order by ${contacts.createdAt} desc, ${contacts.id}`,
    others: sql`select ${contacts.id} from ${contacts} where ${found}`,
    limit,
  })
  return db
    .select({
      id: contacts.id,
      name: contacts.name,
      company: contacts.company,
      subject: contacts.subject,
      createdAt: contacts.createdAt,
      rank: rankOf(contacts.searchText, q).as('rank'),
    })
    .from(contacts)
    .where(isFound)
    .orderBy(sql`rank`, desc(contacts.createdAt), contacts.id)
    .limit(limit)
}

/** Webinars are few, so their text is computed for each search. */
const webinarText = sql`(lower(${webinars.name}) || E'\\n') collate "C"`

export const searchWebinars = async (db: Queryable, { q, limit }: SearchQuery) => {
  const found = matches(webinarText, q)
  if (!found) return []
  return db
    .select({ id: webinars.id, name: webinars.name, date: webinars.date, rank: rankOf(webinarText, q).as('rank') })
    .from(webinars)
    .where(found)
    .orderBy(sql`rank`, desc(webinars.date), webinars.id)
    .limit(limit)
}

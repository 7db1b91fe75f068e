import { searchWords } from '@kontor/contract/shared/search-words'
import { and, desc, eq, isNull, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
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

/** Matches the query's words anywhere in a text; only at the beginnings of words if no word is long enough for the index. */
const matches = (text: SQLWrapper, q: string): SQL | undefined =>
  hasWords(text, q, searchWords(q).some(([word]) => word.length >= minIndexedLength) ? contains : startsWord)

/** Ranks a match: 0 for the whole title, 1 for the title's beginning, 2 for beginnings of words, 3 for anything else. */
const rankOf = (text: SQLWrapper, q: string): SQL<number> =>
  sql<number>`case when ${beginsWith(text, `${q}\n`)} then 0 when ${beginsWith(text, q)} then 1
    when ${hasWords(text, q, startsWord)} then 2 else 3 end`

export const searchLeads = (db: Queryable, { q, limit }: SearchQuery) =>
  db
    .select({
      id: leads.id,
      company: leads.company_name,
      status: leads.status,
      contactName: leads.contact_name,
      city: leads.city,
      rank: rankOf(leads.search_text, q).as('rank'),
    })
    .from(leads)
    .where(matches(leads.search_text, q))
    .orderBy(sql`rank`, leads.search_text, leads.id)
    .limit(limit)

const customerColumns = {
  id: customers.id,
  name: customers.name,
  organizationNumber: customers.organizationNumber,
  city: customers.city,
  isActive: customers.isActive,
}

export const searchCustomers = (db: Queryable, { q, limit }: SearchQuery) =>
  db
    .select({ ...customerColumns, rank: rankOf(customers.searchText, q).as('rank') })
    .from(customers)
    .where(and(isNull(customers.archivedAt), matches(customers.searchText, q)))
    .orderBy(sql`rank`, customers.searchText, customers.id)
    .limit(limit)

/** Finds contact persons by their own texts and their customer's. At least one word must match their own texts. */
export const searchContactPersons = (db: Queryable, { q, limit }: SearchQuery) => {
  const own = contactPersons.searchText
  const words = searchWords(q)
  const isOwn = or(...words.flat().map((word) => (word.length < minIndexedLength ? startsWord : contains)(own, word)))
  const both = sql`(${own} || E'\\n' || ${customers.searchText})`
  return db
    .select({
      id: contactPersons.id,
      firstName: contactPersons.firstName,
      lastName: contactPersons.lastName,
      email: contactPersons.email,
      customer: customerColumns,
      rank: rankOf(own, q).as('rank'),
    })
    .from(contactPersons)
    .innerJoin(customers, eq(customers.id, contactPersons.customerId))
    .where(and(isNull(customers.archivedAt), isOwn, matches(words.length < 2 ? own : both, q)))
    .orderBy(sql`rank`, own, contactPersons.id)
    .limit(limit)
}

/** Finds agreements by their own texts and their customer's name. */
export const searchAgreements = (db: Queryable, { q, limit }: SearchQuery) =>
  db
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
    .where(
      and(
        isNull(agreements.archivedAt),
        matches(sql`(${agreements.searchText} || E'\\n' || split_part(${customers.searchText}, E'\\n', 1))`, q),
      ),
    )
    .orderBy(sql`rank`, desc(agreements.createdAt), agreements.id)
    .limit(limit)

export const searchContacts = (db: Queryable, { q, limit }: SearchQuery) =>
  db
    .select({
      id: contacts.id,
      name: contacts.name,
      company: contacts.company,
      subject: contacts.subject,
      createdAt: contacts.createdAt,
      rank: rankOf(contacts.searchText, q).as('rank'),
    })
    .from(contacts)
    .where(matches(contacts.searchText, q))
    .orderBy(sql`rank`, desc(contacts.createdAt), contacts.id)
    .limit(limit)

/** Webinars are few, so their text is computed for each search. */
const webinarText = sql`(lower(${webinars.name}) || E'\\n') collate "C"`

export const searchWebinars = (db: Queryable, { q, limit }: SearchQuery) =>
  db
    .select({ id: webinars.id, name: webinars.name, date: webinars.date, rank: rankOf(webinarText, q).as('rank') })
    .from(webinars)
    .where(matches(webinarText, q))
    .orderBy(sql`rank`, desc(webinars.date), webinars.id)
    .limit(limit)

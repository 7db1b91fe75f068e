import { maxListRows } from '@kontor/contract/shared/paging'
import { and, asc, desc, eq, gt, ilike, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { analyzeTable, insertRows, plainColumns, updateRows } from '../../platform/database/bulk-rows.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { registerMark } from '../company-register/company-register.queries.ts'
import { companyStates } from '../company-register/company-register.table.ts'
import { contactPersons, customers } from './customers.table.ts'

type NewCustomer = typeof customers.$inferInsert
type NewContactPerson = typeof contactPersons.$inferInsert

type Changes<Row, Fields extends keyof Row> = { [Field in Fields]?: Row[Field] | undefined } & {
  version?: number | undefined
}

type CustomerChanges = Changes<
  NewCustomer,
  | 'name'
  | 'email'
  | 'phone'
  | 'website'
  | 'organizationNumber'
  | 'industry'
  | 'description'
  | 'isActive'
  | 'customer_Type'
  | 'address'
  | 'postCode'
  | 'city'
  | 'location'
>

type ContactPersonChanges = Changes<
  NewContactPerson,
  'firstName' | 'lastName' | 'email' | 'telephone' | 'mobilePhone' | 'note' | 'isActive'
>

const listColumns = {
  id: customers.id,
  name: customers.name,
  email: customers.email,
  phone: customers.phone,
  website: customers.website,
  organizationNumber: customers.organizationNumber,
  industry: customers.industry,
  description: customers.description,
  isActive: customers.isActive,
  customer_Type: customers.customer_Type,
  address: customers.address,
  postCode: customers.postCode,
  city: customers.city,
  location: customers.location,
  version: customers.version,
  createdAt: customers.createdAt,
  updatedAt: customers.updatedAt,
  register: registerMark(customers),
}

/** Every query treats archived customers as deleted. */
const unarchivedById = (id: number): SQL | undefined => and(eq(customers.id, id), isNull(customers.archivedAt))

/** Customers as the API returns them, with the register's marks. */
const selectCustomers = (db: Queryable) =>
  db
    .select(listColumns)
    .from(customers)
    .leftJoin(companyStates, eq(companyStates.organizationNumber, customers.organizationNumber))
    .$dynamic()

/** The newest customers (at most `maxListRows`), sorted by name. */
export const listCustomers = async (db: Queryable) => {
  const newest = db
    .select({ id: customers.id })
    .from(customers)
    .where(isNull(customers.archivedAt))
    .orderBy(desc(customers.id))
    .limit(maxListRows)
  return selectCustomers(db).where(inArray(customers.id, newest)).orderBy(asc(customers.name), asc(customers.id))
}

export const findCustomer = async (db: Queryable, id: number) => {
  const [found] = await selectCustomers(db).where(unarchivedById(id))
  return found
}

export const insertCustomer = async (db: Queryable, customer: NewCustomer) => {
  const [inserted] = await db.insert(customers).values(customer).returning({ id: customers.id })
  const stored = inserted && (await findCustomer(db, inserted.id))
  if (!stored) throw new Error('The customer was not stored')
  return stored
}

/** Changes the given fields of a customer; undefined when it is gone or `version` is stale. */
export const updateCustomer = async (db: Queryable, id: number, { version, ...changes }: CustomerChanges) => {
  const [updated] = await db
    .update(customers)
    .set({ ...changes, version: sql`${customers.version} + 1` })
    .where(and(unarchivedById(id), version === undefined ? undefined : eq(customers.version, version)))
    .returning({ id: customers.id })
  return updated && findCustomer(db, updated.id)
}

/**
 * Deletes a customer with its contact persons; false when there is no such customer.
 * @throws an error that `breaksForeignKey` recognizes, when agreements refer to it.
 */
export const deleteCustomer = async (db: Queryable, id: number): Promise<boolean> => {
  const deleted = await db.delete(customers).where(unarchivedById(id)).returning({ id: customers.id })
  return deleted.length > 0
}

/** Archives a customer; false when there is no such customer. */
export const archiveCustomer = async (db: Queryable, id: number): Promise<boolean> => {
  const archived = await db
    .update(customers)
    .set({ archivedAt: sql`now()`, version: sql`${customers.version} + 1` })
    .where(unarchivedById(id))
    .returning({ id: customers.id })
  return archived.length > 0
}

/** Columns of the customers' spreadsheet. */
const spreadsheetColumns = {
  name: customers.name,
  email: customers.email,
  phone: customers.phone,
  website: customers.website,
  organizationNumber: customers.organizationNumber,
  industry: customers.industry,
  customer_Type: customers.customer_Type,
  address: customers.address,
  postCode: customers.postCode,
  city: customers.city,
  location: customers.location,
  description: customers.description,
  isActive: customers.isActive,
}

const spreadsheetFields = [
  ...['name', 'email', 'phone', 'website', 'organizationNumber', 'industry', 'customer_Type', 'address'],
  ...['postCode', 'city', 'location', 'description', 'isActive'],
] as const

/** The same search as in the list: text in any of these fields, or an organisation number with or without spaces. */
const matchesSearch = (search: string): SQL | undefined => {
  const pattern = (text: string) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
  const text = search.trim().normalize('NFC')
  if (text === '') return undefined
  const digits = text.replaceAll(/\s/g, '')
  const { name, email, organizationNumber, industry, city, phone } = customers
  return or(
    ...[name, email, organizationNumber, industry, city, phone].map((field) => ilike(field, pattern(text))),
    /^\d+$/.test(digits) ? ilike(organizationNumber, pattern(digits)) : undefined,
  )
}

export type SpreadsheetRow = { id: number } & { [Key in keyof typeof spreadsheetColumns]: string | boolean | null }

/** The next `count` matching customers after an id, in order of creation. */
export const listCustomersAfter = async (
  db: Queryable,
  id: number,
  { search, count }: { search: string; count: number },
): Promise<SpreadsheetRow[]> => {
  const where = and(gt(customers.id, id), isNull(customers.archivedAt), matchesSearch(search))
  const { rows } = await db.execute<SpreadsheetRow>(sql`
    select ${plainColumns(customers, ['id', ...spreadsheetFields])} from ${customers}
    where ${where} order by ${customers.id} limit ${count}`)
  return rows
}

/** Customers with any of the organisation numbers or (lower-case) e-mail addresses. */
export const findCustomersBy = (
  db: Queryable,
  { organizationNumbers, emails }: { organizationNumbers: readonly string[]; emails: readonly string[] },
) =>
  db
    .select({ id: customers.id, ...spreadsheetColumns })
    .from(customers)
    .where(
      and(
        isNull(customers.archivedAt),
        or(
          sql`${customers.organizationNumber} = any(${sql.param(organizationNumbers)})`,
          sql`lower(${customers.email}) = any(${sql.param(emails)})`,
        ),
      ),
    )
    .orderBy(asc(customers.id))

type SpreadsheetValues = { readonly [Key in keyof typeof spreadsheetColumns]?: string | boolean | undefined }

/** Inserts customers in one statement. */
export const insertCustomers = (db: Queryable, rows: readonly (SpreadsheetValues & { isActive: boolean })[]) =>
  insertRows(db, customers, spreadsheetFields, rows)

/** Updates the given fields of many customers in one statement. */
export const fillCustomers = (db: Queryable, rows: readonly (SpreadsheetValues & { id: number })[]) =>
  updateRows(db, customers, spreadsheetFields, rows, [sql`updated_at = now()`])

export const analyzeCustomers = (db: Queryable) => analyzeTable(db, customers)

const personColumns = {
  id: contactPersons.id,
  customerId: contactPersons.customerId,
  firstName: contactPersons.firstName,
  lastName: contactPersons.lastName,
  email: contactPersons.email,
  telephone: contactPersons.telephone,
  mobilePhone: contactPersons.mobilePhone,
  note: contactPersons.note,
  isActive: contactPersons.isActive,
  version: contactPersons.version,
  createdAt: contactPersons.createdAt,
  updatedAt: contactPersons.updatedAt,
}

/** Whether the customer exists, archived or not. */
export const customerExists = async (db: Queryable, id: number): Promise<boolean> => {
  const found = await db.select({ id: customers.id }).from(customers).where(eq(customers.id, id))
  return found.length > 0
}

export const listContactPersons = (db: Queryable, customerId: number) =>
  db
    .select(personColumns)
    .from(contactPersons)
    .where(eq(contactPersons.customerId, customerId))
    .orderBy(asc(contactPersons.lastName), asc(contactPersons.firstName), asc(contactPersons.id))
    .limit(maxListRows)

export const findContactPerson = async (db: Queryable, id: number) => {
  const [found] = await db.select(personColumns).from(contactPersons).where(eq(contactPersons.id, id))
  return found
}

/** @throws an error that `breaksForeignKey` recognizes, when there is no such customer. */
export const insertContactPerson = async (db: Queryable, person: NewContactPerson) => {
  const [inserted] = await db.insert(contactPersons).values(person).returning(personColumns)
  if (!inserted) throw new Error('The contact person was not stored')
  return inserted
}

/** Like `updateCustomer`, for a contact person. */
export const updateContactPerson = async (db: Queryable, id: number, { version, ...changes }: ContactPersonChanges) => {
  const [updated] = await db
    .update(contactPersons)
    .set({ ...changes, version: sql`${contactPersons.version} + 1` })
    .where(and(eq(contactPersons.id, id), version === undefined ? undefined : eq(contactPersons.version, version)))
    .returning(personColumns)
  return updated
}

/** Returns false when there is no such contact person. */
export const deleteContactPerson = async (db: Queryable, id: number): Promise<boolean> => {
  const deleted = await db.delete(contactPersons).where(eq(contactPersons.id, id)).returning({ id: contactPersons.id })
  return deleted.length > 0
}

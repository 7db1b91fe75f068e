import type { contactPersonUpdateSchema, customerUpdateSchema } from '@kontor/contract/customers/customers.schema'
import { maxListRows } from '@kontor/contract/shared/paging'
import type { Sort } from '@kontor/contract/shared/sorting'
import { and, asc, desc, eq, getTableColumns, gt, gte, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { hasOneOf } from '../../platform/database/addresses.ts'
import { inNameOrder } from '../../platform/database/columns.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { deleteRow, equalsIgnoringCase, firstRow, hasRows, oneRow, updateRow } from '../../platform/database/rows.ts'
import { hasWords } from '../../platform/database/search.ts'
import { analyzeTable, insertRows, plainColumns, updateRows } from '../../platform/imports/bulk-rows.ts'
import type { TrashKind } from '../../platform/trash/trash.ts'
import { registerMark } from '../company-register/company-register.queries.ts'
import { companyStates } from '../company-register/company-register.table.ts'
import { contactPersons, customers } from './customers.table.ts'

type NewCustomer = typeof customers.$inferInsert
type NewContactPerson = typeof contactPersons.$inferInsert

/** The spreadsheet has all columns that users edit. */
const { id, version, createdAt, createdBy, updatedAt, archivedAt, searchText, ...spreadsheetColumns } =
  getTableColumns(customers)

const listColumns = { id, ...spreadsheetColumns, version, createdAt, updatedAt, register: registerMark(customers) }

const { searchText: _personSearchText, ...personColumns } = getTableColumns(contactPersons)

/** Condition: the customer has this id and isn't archived. Users see archived customers as deleted. */
const unarchivedById = (id: number): SQL | undefined => and(eq(customers.id, id), isNull(customers.archivedAt))

const selectCustomers = (db: Queryable) =>
  db
    .select(listColumns)
    .from(customers)
    .leftJoin(companyStates, eq(companyStates.organizationNumber, customers.organizationNumber))
    .$dynamic()

export const listCustomers = async (db: Queryable) => {
  const newest = db
    .select({ id: customers.id })
    .from(customers)
    .where(isNull(customers.archivedAt))
    .orderBy(desc(customers.id))
    .limit(maxListRows)
    .as('newest')
  // Compares ids. With `in (…)`, after many deletions, PostgreSQL would expect few rows, and compare each customer with all of the newest.
  const isNewest = gte(customers.id, sql`(select min(${newest.id}) from ${newest})`)
  return selectCustomers(db)
    .where(and(isNull(customers.archivedAt), isNewest))
    .orderBy(inNameOrder(customers.name), asc(customers.id))
}

export const findCustomer = (db: Queryable, id: number) => firstRow(selectCustomers(db).where(unarchivedById(id)))

/** Reads a customer and locks the row until the transaction ends. */
export const lockCustomer = (tx: Queryable, id: number) =>
  oneRow(tx.select().from(customers).where(eq(customers.id, id)).for('update'))

export const insertCustomer = async (db: Queryable, customer: NewCustomer) => {
  const inserted = await oneRow(db.insert(customers).values(customer).returning({ id: customers.id }))
  return oneRow(selectCustomers(db).where(eq(customers.id, inserted.id)))
}

export const updateCustomer = async (db: Queryable, id: number, changes: z.output<typeof customerUpdateSchema>) => {
  const update = updateRow(db, customers, id, changes, isNull(customers.archivedAt))
  return (await hasRows(update.returning({ id: customers.id }))) ? findCustomer(db, id) : undefined
}

/** Deletes a customer. @throws an error that `breaksForeignKey` recognizes, when an accepted agreement refers to the customer. */
export const deleteCustomer = (db: Queryable, id: number): Promise<boolean> =>
  hasRows(db.delete(customers).where(unarchivedById(id)).returning({ id: customers.id }))

export const archiveCustomer = (db: Queryable, id: number): Promise<boolean> =>
  hasRows(
    db
      .update(customers)
      .set({ archivedAt: sql`now()`, version: sql`${customers.version} + 1` })
      .where(unarchivedById(id))
      .returning({ id: customers.id }),
  )

const spreadsheetFields = Object.keys(spreadsheetColumns) as (keyof typeof spreadsheetColumns)[]

type ExportedField = keyof typeof spreadsheetColumns | 'createdAt' | 'updatedAt'

export type SpreadsheetRow = { id: number } & { [Key in ExportedField]?: string | boolean | null }

interface ExportFilter {
  readonly search: string
  /** The ids of the customers to return; undefined for all. */
  readonly ids: readonly number[] | undefined
}

const exported = ({ search, ids }: ExportFilter): SQL | undefined =>
  and(isNull(customers.archivedAt), hasWords(searchText, search), ids && sql`${customers.id} = any(${sql.param(ids)})`)

export const listCustomersAfter = async (
  db: Queryable,
  id: number,
  { fields, count, ...filter }: ExportFilter & { fields: readonly ExportedField[]; count: number },
): Promise<SpreadsheetRow[]> => {
  const { rows } = await db.execute<SpreadsheetRow>(sql`
    select ${plainColumns(customers, ['id', ...fields])} from ${customers}
    where ${and(gt(customers.id, id), exported(filter))} order by ${customers.id} limit ${count}`)
  return rows
}

/** Sorts active customers first, timestamps by time, and everything else in Norwegian alphabetical order. */
const sortExpression = (field: ExportedField): SQL => {
  if (field === 'isActive') return sql`not ${customers.isActive}`
  if (field === 'createdAt' || field === 'updatedAt') return sql`${customers[field]}`
  return inNameOrder(customers[field])
}

/** Lists ids in the list's order: empty values are last in either direction, and ids break ties. */
export const listCustomerIds = async (
  db: Queryable,
  { sort, ...filter }: ExportFilter & { sort: Sort<ExportedField> },
): Promise<number[]> => {
  const { rows } = await db.execute<{ id: number }>(sql`
    select ${customers.id} as id from ${customers} where ${exported(filter)}
    order by ${sortExpression(sort.id)} ${sql.raw(sort.desc ? 'desc' : 'asc')} nulls last, ${customers.id}`)
  return rows.map(({ id }) => id)
}

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
          hasOneOf(customers.email, emails),
        ),
      ),
    )
    .orderBy(asc(customers.id))

/** Finds the oldest customer with this name, ignoring case. If a number is given, skips customers that have one: they are other companies. */
export const findCustomerNamed = (db: Queryable, name: string, organizationNumber: string | null) =>
  firstRow(
    db
      .select({ id: customers.id, ...spreadsheetColumns })
      .from(customers)
      .where(
        and(
          isNull(customers.archivedAt),
          equalsIgnoringCase(customers.name, name),
          organizationNumber === null ? undefined : isNull(customers.organizationNumber),
        ),
      )
      .orderBy(asc(customers.id))
      .limit(1),
  )

type SpreadsheetValues = { readonly [Key in keyof typeof spreadsheetColumns]?: string | boolean | undefined }

export const insertCustomers = (
  db: Queryable,
  rows: readonly (SpreadsheetValues & { isActive: boolean })[],
  importId: string,
) => insertRows(db, customers, spreadsheetFields, rows, importId)

export const fillCustomers = (db: Queryable, rows: readonly (SpreadsheetValues & { id: number })[], importId: string) =>
  updateRows(db, customers, spreadsheetFields, rows, importId, [sql`updated_at = now()`])

export const analyzeCustomers = (db: Queryable) => analyzeTable(db, customers)

/** Returns true if the customer exists, archived or not. */
export const customerExists = (db: Queryable, id: number): Promise<boolean> =>
  hasRows(db.select({ id: customers.id }).from(customers).where(eq(customers.id, id)))

export const listContactPersons = (db: Queryable, customerId: number) =>
  db
    .select(personColumns)
    .from(contactPersons)
    .where(eq(contactPersons.customerId, customerId))
    .orderBy(asc(contactPersons.lastName), asc(contactPersons.firstName), asc(contactPersons.id))
    .limit(maxListRows)

export const findContactPerson = (db: Queryable, id: number) =>
  firstRow(db.select(personColumns).from(contactPersons).where(eq(contactPersons.id, id)))

/** @throws an error that `breaksForeignKey` recognizes, when there is no such customer. */
export const insertContactPerson = (db: Queryable, person: NewContactPerson) =>
  oneRow(db.insert(contactPersons).values(person).returning(personColumns))

export const updateContactPerson = (db: Queryable, id: number, changes: z.output<typeof contactPersonUpdateSchema>) =>
  firstRow(updateRow(db, contactPersons, id, changes).returning(personColumns))

export const deleteContactPerson = (db: Queryable, id: number) => deleteRow(db, contactPersons, id)

export const customerTrash: TrashKind = { kind: 'customers', table: customers, title: ({ name }) => String(name) }

export const contactPersonTrash: TrashKind = {
  kind: 'contactPersons',
  table: contactPersons,
  title: ({ first_name, last_name }) => `${first_name} ${last_name}`,
}

import type { LeadStatus } from '@kontor/contract/leads/leads.rules'
import { and, asc, eq, isNull, or, sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/database/database.ts'
import { analyzeTable, insertRows, updateRows } from '../../platform/imports/bulk-rows.ts'
import { users } from '../users/users.table.ts'
import { leadFields } from './leads.queries.ts'
import { leads } from './leads.table.ts'

type ImportedField = keyof typeof leadFields
type Values = { readonly [Key in ImportedField]?: string | number | boolean | undefined }

const fields = Object.keys(leadFields) as ImportedField[]

/** Finds leads with any of the organisation numbers, and leads without a number that have any of the names (in lower case). */
export const findLeadsBy = (
  db: Queryable,
  { numbers, names }: { readonly numbers: readonly string[]; readonly names: readonly string[] },
) =>
  db
    .select({ id: leads.id, ...leadFields, owner: users.username })
    .from(leads)
    .leftJoin(users, eq(users.id, leads.owner_id))
    .where(
      or(
        sql`${leads.org_no} = any(${sql.param(numbers)})`,
        and(isNull(leads.org_no), sql`lower(${leads.company_name}) = any(${sql.param(names)})`),
      ),
    )
    .orderBy(asc(leads.id))

/** Inserts leads in one statement; by default with the status `Ny` and with `customer_active` true. */
export const insertLeads = (db: Queryable, rows: readonly Values[], importId: string): Promise<void> => {
  const status: LeadStatus = 'Ny'
  return insertRows(
    db,
    leads,
    [...fields, 'import_id'],
    rows.map((row) => ({ customer_active: true, status, ...row, import_id: importId })),
    importId,
  )
}

export const fillLeads = (
  db: Queryable,
  rows: readonly (Values & { readonly id: number })[],
  importId: string,
): Promise<void> => updateRows(db, leads, fields, rows, importId, [sql`last_touched_at = now()`])

export const analyzeLeads = (db: Queryable): Promise<void> => analyzeTable(db, leads)

import type { leadUpdateSchema } from '@kontor/contract/leads/leads.schema'
import { maxListRows } from '@kontor/contract/shared/paging'
import { and, asc, desc, eq, exists, getTableColumns, inArray, ne, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { hasAddress } from '../../platform/database/addresses.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { deleteRow, firstRow, hasRows, oneRow, updateRow } from '../../platform/database/rows.ts'
import type { TrashKind } from '../../platform/trash/trash.ts'
import { registerMark } from '../company-register/company-register.queries.ts'
import { companyStates } from '../company-register/company-register.table.ts'
import { customers } from '../customers/customers.table.ts'
import { users } from '../users/users.table.ts'
import { leadStatusChanges, leads } from './leads.table.ts'

type NewLead = typeof leads.$inferInsert

type LeadChanges = z.output<typeof leadUpdateSchema> & { customer_id?: number }

const { id, version, created_at, last_touched_at, status_since, customer_id, ...others } = getTableColumns(leads)
const { created_by, import_id, search_text, industry_text, ...fields } = others

export const leadFields = fields

const listed = {
  id,
  ...leadFields,
  created_at,
  last_touched_at,
  status_since,
  customer_id,
  version,
  owner: sql<string | null>`${users.username}`.as('owner'),
  register: registerMark({
    name: leads.company_name,
    address: leads.business_address,
    postCode: leads.postal_code,
    city: leads.city,
    createdAt: leads.created_at,
  }).as('register'),
}

/** Selects leads as the API returns them, with the register's marks. The caller adds conditions and an order. */
export const selectLeads = <More extends Record<string, SQL.Aliased>>(db: Queryable, more: More) =>
  db
    .select({ ...listed, ...more })
    .from(leads)
    .leftJoin(users, eq(users.id, leads.owner_id))
    .leftJoin(companyStates, eq(companyStates.organizationNumber, leads.org_no))
    .$dynamic()

/** Lists the active users and then the inactive users who own leads, each group by name. */
export const listOwners = (db: Queryable) =>
  db
    .select({ id: users.id, name: users.username, is_active: users.isActive })
    .from(users)
    .where(or(users.isActive, exists(db.select({ id: leads.id }).from(leads).where(eq(leads.owner_id, users.id)))))
    .orderBy(desc(users.isActive), asc(users.username), asc(users.id))
    .limit(maxListRows)

export const findLead = (db: Queryable, id: number) => firstRow(selectLeads(db, {}).where(eq(leads.id, id)))

export const insertLead = (db: Queryable, lead: NewLead) =>
  oneRow(db.insert(leads).values(lead).returning({ id: leads.id }))

const touched = { version: sql`${leads.version} + 1`, last_touched_at: sql`now()` }

export const updateLead = (db: Queryable, id: number, changes: LeadChanges): Promise<boolean> =>
  hasRows(updateRow(db, leads, id, { ...changes, last_touched_at: sql`now()` }).returning({ id: leads.id }))

/** Locks leads in id order, so that concurrent changes of the same leads can't deadlock. */
export const lockLeads = (tx: Queryable, ids: readonly number[]) =>
  tx
    .select({ id: leads.id, version: leads.version, company_name: leads.company_name })
    .from(leads)
    .where(inArray(leads.id, [...ids]))
    .orderBy(asc(leads.id))
    .for('update')

type BulkChanges = Pick<LeadChanges, 'status' | 'lost_reason' | 'owner_id' | 'next_step' | 'next_step_at'>

/** Makes `changes` in the leads whose values differ. */
export const updateLeads = async (tx: Queryable, ids: readonly number[], changes: BulkChanges): Promise<void> => {
  const differs = Object.entries(changes).flatMap(([field, value]) =>
    value === undefined ? [] : [sql`${leads[field as keyof BulkChanges]} is distinct from ${value}`],
  )
  await tx
    .update(leads)
    .set({ ...changes, ...touched })
    .where(and(inArray(leads.id, [...ids]), or(...differs)))
}

/**
 * Copies bankruptcy and liquidation from the register to the leads that differ. Locks leads in id order, like imports and bulk changes,
 * and skips those that a concurrent run has already updated.
 */
export const copyRegisterStates = async (db: Queryable, numbers: readonly string[]): Promise<void> => {
  const state = companyStates
  await db.execute(sql`
    with changed as (
      select ${leads.id} as lead, ${state.bankruptcy} as bankrupt, ${state.underLiquidation} as under_liquidation_now
      from ${leads} join ${state} on ${state.organizationNumber} = ${leads.org_no}
      where ${leads.org_no} = any(${sql.param(numbers)}) and ${state.name} is not null
        and (coalesce(${leads.bankruptcy}, false), coalesce(${leads.under_liquidation}, false))
          is distinct from (${state.bankruptcy}, ${state.underLiquidation})
      order by ${leads.id} for update of ${leads})
    update ${leads} set bankruptcy = bankrupt, under_liquidation = under_liquidation_now, version = ${leads.version} + 1
    from changed where ${leads.id} = lead`)
}

export const leadTrash: TrashKind = {
  kind: 'leads',
  table: leads,
  title: ({ company_name }) => String(company_name),
}

export const deleteLead = (db: Queryable, id: number) => deleteRow(db, leads, id)

export const listStatusChanges = (db: Queryable, leadId: number) =>
  db
    .select({
      id: leadStatusChanges.id,
      from: leadStatusChanges.from,
      to: leadStatusChanges.to,
      changed_at: leadStatusChanges.changedAt,
      changed_by: leadStatusChanges.changedBy,
    })
    .from(leadStatusChanges)
    .where(eq(leadStatusChanges.leadId, leadId))
    .orderBy(desc(leadStatusChanges.id))
    .limit(maxListRows)

export const lockLead = (tx: Queryable, id: number) =>
  firstRow(tx.select().from(leads).where(eq(leads.id, id)).for('update'))

const maxAlike = 10

interface DuplicateKeys {
  readonly orgNo: string | null
  readonly email: string | null
}

const alike = (orgNo: SQL, email: SQL, sought: DuplicateKeys) =>
  or(
    sought.orgNo ? sql`${orgNo} = ${sought.orgNo}` : undefined,
    sought.email ? hasAddress(email, sought.email) : undefined,
  )

/** Finds up to ten leads with the organisation number or the e-mail address, ignoring case. The caller gives at least one of these. */
export const findLeadsAlike = (db: Queryable, sought: DuplicateKeys, except: number | undefined) =>
  db
    .select({
      id: leads.id,
      name: leads.company_name,
      org_no: leads.org_no,
      email: leads.email,
      status: leads.status,
    })
    .from(leads)
    .where(
      and(
        alike(sql`${leads.org_no}`, sql`${leads.email}`, sought),
        except === undefined ? undefined : ne(leads.id, except),
      ),
    )
    .orderBy(asc(leads.id))
    .limit(maxAlike)

/** Finds customers with the organisation number or the e-mail address, but no archived customers. */
export const findCustomersAlike = (db: Queryable, sought: DuplicateKeys) =>
  db
    .select({
      id: customers.id,
      name: customers.name,
      org_no: customers.organizationNumber,
      email: customers.email,
    })
    .from(customers)
    .where(
      and(
        sql`${customers.archivedAt} is null`,
        alike(sql`${customers.organizationNumber}`, sql`${customers.email}`, sought),
      ),
    )
    .orderBy(asc(customers.id))
    .limit(maxAlike)

import type { LeadStatus } from '@kontor/contract/leads/leads.rules'
import { and, asc, isNull, or, sql } from 'drizzle-orm'
import { countAnew, fillRows, insertRows } from '../../platform/database/bulk-rows.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { leads } from './leads.table.ts'

/** The columns of a spreadsheet of leads that an import takes. */
const imported = {
  status: leads.status,
  company_name: leads.company_name,
  org_no: leads.org_no,
  organization_form: leads.organization_form,
  contact_name: leads.contact_name,
  contact_title: leads.contact_title,
  phone: leads.phone,
  email: leads.email,
  employees: leads.employees,
  revenue_nok: leads.revenue_nok,
  industry: leads.industry,
  business_address: leads.business_address,
  postal_code: leads.postal_code,
  city: leads.city,
  municipality: leads.municipality,
  postal_address: leads.postal_address,
  established_date: leads.established_date,
  registration_date: leads.registration_date,
  vat_registered: leads.vat_registered,
  business_registered: leads.business_registered,
  bankruptcy: leads.bankruptcy,
  under_liquidation: leads.under_liquidation,
  sector_code: leads.sector_code,
  nace_code1: leads.nace_code1,
  nace_code2: leads.nace_code2,
  nace_code3: leads.nace_code3,
  next_step: leads.next_step,
  notes: leads.notes,
  customer_active: leads.customer_active,
}

type ImportedField = keyof typeof imported
type Values = { readonly [Key in ImportedField]?: string | number | boolean | undefined }

const fields = Object.keys(imported) as ImportedField[]

/** Leads with any of the organisation numbers, and those without one that have any of the names (in lower case). */
export const findLeadsBy = (
  db: Queryable,
  { numbers, names }: { readonly numbers: readonly string[]; readonly names: readonly string[] },
) =>
  db
    .select({ id: leads.id, ...imported })
    .from(leads)
    .where(
      or(
        sql`${leads.org_no} = any(${sql.param(numbers)})`,
        and(isNull(leads.org_no), sql`lower(${leads.company_name}) = any(${sql.param(names)})`),
      ),
    )
    .orderBy(asc(leads.id))

/** New leads, all in one statement; without a word on it they are new, and their customer active. */
export const insertLeads = (db: Queryable, rows: readonly Values[]): Promise<void> => {
  const status: LeadStatus = 'Ny'
  return insertRows(
    db,
    leads,
    fields,
    rows.map((row) => ({ customer_active: true, status, ...row })),
  )
}

/** Sets what the rows give, all in one statement. */
export const fillLeads = (db: Queryable, rows: readonly (Values & { readonly id: number })[]): Promise<void> =>
  fillRows(db, leads, fields, rows, [sql`last_touched_at = now()`])

export const countLeadsAnew = (db: Queryable): Promise<void> => countAnew(db, leads)

import { leadFields } from '@kontor/contract/leads/leads.fields'
import { type LeadDue, type LeadStatus, leadStatuses } from '@kontor/contract/leads/leads.rules'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { boolean, date, index, integer, jsonb, numeric, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { addressKeyOf } from '../../platform/database/addresses.ts'
import {
  atLeast,
  createdAt,
  inNameOrder,
  instant,
  norwegianText,
  oneOf,
  plainText,
  version,
} from '../../platform/database/columns.ts'
import { declarePersonalData } from '../../platform/database/personal-data.ts'
import { customers } from '../customers/customers.table.ts'
import { users } from '../users/users.table.ts'

const sqlList = leadStatuses.map((status) => `'${status}'`).join(', ')

/** A status's position in the pipeline. */
export const statusPlace = (status: SQLWrapper): SQL => sql`array_position(${sql.raw(`array[${sqlList}]`)}, ${status})`

/**
 * `revenue_nok` in kroner with two decimals, as the register reports it; `customer_active` is null for "not set".
 * A trigger keeps `lead_status_changes` (docs/leads.md).
 */
export const leads = pgTable(
  'leads',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    status: text().$type<LeadStatus>().notNull().default('Ny'),
    company_name: norwegianText().notNull(),
    org_no: text(),
    organization_form: norwegianText(),
    contact_name: norwegianText(),
    contact_title: norwegianText(),
    phone: text(),
    email: text(),
    employees: integer(),
    revenue_nok: numeric({ precision: 15, scale: 2, mode: 'number' }),
    industry: norwegianText(),
    business_address: norwegianText(),
    postal_code: text(),
    city: norwegianText(),
    municipality: norwegianText(),
    postal_address: norwegianText(),
    established_date: date({ mode: 'string' }),
    registration_date: date({ mode: 'string' }),
    vat_registered: boolean(),
    business_registered: boolean(),
    bankruptcy: boolean(),
    under_liquidation: boolean(),
    sector_code: text(),
    nace_code1: text(),
    nace_code2: text(),
    nace_code3: text(),
    next_step: norwegianText(),
    next_step_at: date({ mode: 'string' }),
    owner_id: integer().references(() => users.id, { onDelete: 'set null' }),
    /** A trigger clears the reason when the lead's status isn't the one of lost leads (docs/leads.md#working-with-leads). */
    lost_reason: norwegianText(),
    notes: text(),
    customer_active: boolean().default(true),
    version: version(),
    created_at: createdAt(),
    /** The last change by a user; the nightly checks don't update it. */
    last_touched_at: instant().notNull().default(sql`now()`),
    /** The time of the last change of the status. A trigger sets it. */
    status_since: instant().notNull().default(sql`now()`),
    customer_id: integer().references(() => customers.id, { onDelete: 'set null' }),
    /** The creator's name at the time of creation; null if an older version of Kontor created the lead. See `Origin`. */
    created_by: text().default(sql`(nullif(current_setting('kontor.origin', true), '')::jsonb ->> 'actor')`),
    /** The import that created the lead. No foreign key: checking each imported row would take too long. */
    import_id: uuid(),
    /** Searched text, in lower case, one field per line; numbers also without separators. */
    search_text: plainText().generatedAlwaysAs(
      sql.raw(
        String.raw`lower((company_name || E'\n' || coalesce(org_no, '') || E'\n' || replace(coalesce(org_no, ''), ' ', '') || E'\n' || coalesce(contact_name, '') || E'\n' || coalesce(email, '') || E'\n' || coalesce(phone, '') || E'\n' || regexp_replace(coalesce(phone, ''), '[^0-9]', '', 'g') || E'\n' || coalesce(city, '')) collate "nb-x-icu")`,
      ),
    ),
    industry_text: plainText().generatedAlwaysAs(sql.raw('lower(industry collate "nb-x-icu")')),
  },
  (table) => [
    oneOf('leads_status_check', table.status, leadStatuses),
    atLeast('leads_employees_check', table.employees, 0),
    index('leads_created_at_index').on(table.created_at, table.id),
    // Includes the status, so that this index alone finds a page of one status, by name.
    index('leads_company_name_index').on(inNameOrder(table.company_name), table.id, table.status),
    index('leads_status_index').on(table.status, table.id),
    index('leads_next_step_at_index').on(table.next_step_at, table.id),
    index('leads_owner_index').on(table.owner_id, table.next_step_at),
    index('leads_org_no_index').on(table.org_no),
    index('leads_email_index').on(addressKeyOf(table.email)),
    index('leads_customer_index').on(table.customer_id),
    // Serves imports, which match leads without a number by name, and the search for leads with an enquiry's company.
    index('leads_lower_name_index').on(sql`lower(${table.company_name})`),
    index('leads_search_index').using('gin', table.search_text.op('gin_trgm_ops')),
  ],
)

export const leadStatusChanges = pgTable(
  'lead_status_changes',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    leadId: integer('lead_id')
      .notNull()
      .references(() => leads.id, { onDelete: 'cascade' }),
    from: text('from_status').$type<LeadStatus>().notNull(),
    to: text('to_status').$type<LeadStatus>().notNull(),
    changedAt: instant('changed_at').notNull().default(sql`now()`),
    changedBy: text('changed_by'),
  },
  (table) => [index('lead_status_changes_lead_index').on(table.leadId, table.id)],
)

/** Saved views of the list; `userId` is null for the shared administrator. */
export const leadViews = pgTable(
  'lead_views',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
    name: norwegianText().notNull(),
    q: text().notNull(),
    status: text().$type<LeadStatus | ''>().notNull(),
    industry: text().notNull(),
    due: text().$type<LeadDue | ''>().notNull().default(''),
    /** A user's id, `me`, `none` or ''. */
    owner: text().notNull().default(''),
    sort: text().notNull(),
    columns: jsonb().$type<string[]>(),
    /** True if other users may use the view. */
    is_shared: boolean().notNull().default(false),
    version: version(),
    createdAt: createdAt(),
  },
  (table) => [unique('lead_views_name_unique').on(table.userId, table.name).nullsNotDistinct()],
)

const { owner, ...storedFields } = leadFields

export const leadData = declarePersonalData(
  leads,
  {
    fields: storedFields,
    withheld: ['created_by', 'import_id', 'search_text', 'industry_text'],
    other: ['created_at', 'last_touched_at', 'status_since'],
  },
  { event: 'lead', names: [['contact_name'], ['phone']] },
)

/** Names and search texts of saved views may contain a person's name. */
declarePersonalData(
  leadViews,
  { person: ['name', 'q'], other: ['status', 'industry', 'due', 'owner', 'sort', 'columns', 'createdAt'] },
  { event: 'lead-view' },
)

import { z } from 'zod'
import { registerMarkSchema } from '../company-register/company-register.schema.ts'
import { exportQuery } from '../shared/exports.ts'
import * as fields from '../shared/fields.ts'
import { normalizeOrganizationNumber } from '../shared/orgnr.ts'
import { pageQuery, paginationSchema } from '../shared/paging.ts'
import { parseSort } from '../shared/sorting.ts'
import * as rules from './leads.rules.ts'

const { leadLabels: labels, leadLimits: limits } = rules

const text = z.string().nullable()
const flagOrNull = z.boolean().nullable()

const day = z.iso.date().nullable()

const leadStatusSchema = z.enum(rules.leadStatuses, 'Ugyldig status')
const statusOrEmpty = z.union([leadStatusSchema, z.literal('')], 'Ugyldig status')

/** A lead as returned to sales users; `revenue_nok` in kroner. */
export const leadSchema = z.object({
  id: z.int(),
  status: z.enum(rules.leadStatuses),
  company_name: z.string(),
  org_no: text,
  organization_form: text,
  contact_name: text,
  contact_title: text,
  phone: text,
  email: text,
  employees: z.int().nullable(),
  revenue_nok: z.number().nullable(),
  industry: text,
  business_address: text,
  postal_code: text,
  city: text,
  municipality: text,
  postal_address: text,
  established_date: day,
  registration_date: day,
  vat_registered: flagOrNull,
  business_registered: flagOrNull,
  bankruptcy: flagOrNull,
  under_liquidation: flagOrNull,
  sector_code: text,
  nace_code1: text,
  nace_code2: text,
  nace_code3: text,
  next_step: text,
  /** The calendar day in Norway when the next step is due. */
  next_step_at: day,
  owner_id: z.int().nullable(),
  /** The owner's user name. */
  owner: text,
  /** Only of a lead that is `Avslått`. */
  lost_reason: text,
  notes: text,
  /** Null means "not set". */
  customer_active: flagOrNull,
  created_at: fields.instantSchema,
  /** Last activity, used by `isStaleLead`. */
  last_touched_at: fields.instantSchema,
  /** Since when it has its status; when it was created, if that never changed. */
  status_since: fields.instantSchema,
  customer_id: z.int().nullable(),
  /** Warnings from the company register; null if there are none or it was never checked. */
  register: registerMarkSchema.nullable(),
  version: fields.versionSchema,
})

export type Lead = z.output<typeof leadSchema>

const orNull = <Value>(value: Value | '' | null | undefined): Value | null => (value === '' ? null : (value ?? null))

/** '' or a value of `schema`; `error` if neither. */
const orEmpty = <Schema extends z.ZodType>(schema: Schema, error: string) => z.union([schema, z.literal('')], error)

const invalidEmployees = `${labels.employees} må være et helt tall, 0 eller høyere`
const employees = orEmpty(
  z.int(invalidEmployees).min(0, invalidEmployees).max(limits.employees, invalidEmployees),
  invalidEmployees,
).nullable()

const revenueOutOfRange = `${labels.revenue_nok} er for stor`
const revenue = orEmpty(
  z.number().min(-limits.revenue_nok, revenueOutOfRange).max(limits.revenue_nok, revenueOutOfRange),
  `${labels.revenue_nok} må være et tall`,
).nullable()

/** Kroner rounded to two decimals. */
const roundToOre = (kroner: number | null): number | null => kroner && Number(kroner.toFixed(2))

const email = orEmpty(fields.emailSchema, 'Ugyldig e-postadresse').nullable()

const date = (label: string) =>
  fields.dayOrNull(rules.leadYears.first, rules.leadYears.last, `${label} er ikke en gyldig dato`)

const optionalDate = (label: string) =>
  date(label)
    .optional()
    .transform((value) => value ?? null)

const optionalFlag = flagOrNull.optional().transform((value) => value ?? null)

const lineFields = <Schema>(line: (max: number, label: string) => Schema) => ({
  organization_form: line(limits.organization_form, labels.organization_form),
  contact_name: line(limits.contact_name, labels.contact_name),
  contact_title: line(limits.contact_title, labels.contact_title),
  phone: line(limits.phone, labels.phone),
  industry: line(limits.industry, labels.industry),
  business_address: line(limits.business_address, labels.business_address),
  postal_code: line(limits.postal_code, labels.postal_code),
  city: line(limits.city, labels.city),
  municipality: line(limits.municipality, labels.municipality),
  postal_address: line(limits.postal_address, labels.postal_address),
  sector_code: line(limits.sector_code, labels.sector_code),
  nace_code1: line(limits.nace_code, labels.nace_code1),
  nace_code2: line(limits.nace_code, labels.nace_code2),
  nace_code3: line(limits.nace_code, labels.nace_code3),
  next_step: line(limits.next_step, labels.next_step),
  lost_reason: line(limits.lost_reason, labels.lost_reason),
})

const owner = fields.orNull(fields.positiveInt('Ugyldig bruker'))

const required = { company_name: fields.requiredLine(limits.company_name, labels.company_name) }

/** A new lead: only `company_name` is required; `customer_active` defaults to true. */
export const leadCreateSchema = z.object({
  ...required,
  ...lineFields(fields.optionalLine),
  status: statusOrEmpty.nullish().transform((value): rules.LeadStatus => value || rules.firstLeadStatus),
  org_no: fields.optionalLine(limits.org_no, labels.org_no).transform(normalizeOrganizationNumber),
  email: email.optional().transform(orNull),
  employees: employees.optional().transform(orNull),
  revenue_nok: revenue.optional().transform((value) => roundToOre(orNull(value))),
  established_date: optionalDate(labels.established_date),
  registration_date: optionalDate(labels.registration_date),
  next_step_at: optionalDate(labels.next_step_at),
  owner_id: owner.optional().transform(orNull),
  vat_registered: optionalFlag,
  business_registered: optionalFlag,
  bankruptcy: optionalFlag,
  under_liquidation: optionalFlag,
  notes: fields.optionalText(limits.notes, labels.notes),
  customer_active: flagOrNull.optional().transform((value) => (value === undefined ? true : value)),
})

/** Absent fields keep their value; a stale `version` is a conflict. */
export const leadUpdateSchema = z
  .object({
    ...required,
    ...lineFields(fields.changedLine),
    status: statusOrEmpty.nullable().transform((value): rules.LeadStatus | undefined => value || undefined),
    org_no: fields.changedLine(limits.org_no, labels.org_no).transform(normalizeOrganizationNumber),
    email: email.transform(orNull),
    employees: employees.transform(orNull),
    revenue_nok: revenue.transform((value) => roundToOre(orNull(value))),
    established_date: date(labels.established_date),
    registration_date: date(labels.registration_date),
    next_step_at: date(labels.next_step_at),
    owner_id: owner,
    vat_registered: flagOrNull,
    business_registered: flagOrNull,
    bankruptcy: flagOrNull,
    under_liquidation: flagOrNull,
    notes: fields.changedText(limits.notes, labels.notes),
    customer_active: flagOrNull,
    version: fields.readVersionSchema,
  })
  .partial()

export const leadFormSchema = leadUpdateSchema.extend(required)

const filterText = (max: number) => z.string().trim().max(max, fields.tooLong(max)).optional()

const dueOrEmpty = z.enum(['', ...rules.leadDues], 'Ugyldig frist')

/** A user's id, `me` for the user who calls, `none` for leads without an owner, or ''. */
const ownerFilter = z.string().regex(/^(?:|me|none|[1-9]\d{0,8})$/, 'Ugyldig ansvarlig')

/** List filters; empty ones are ignored. */
export const leadFilterQuery = z.object({
  /** Searches company name, organisation number, contact, e-mail, phone and place, case-insensitively. */
  q: filterText(limits.search),
  status: statusOrEmpty.optional().transform((value) => value || undefined),
  industry: filterText(limits.search),
  /** By the day of the next step; lost leads are never due. */
  due: dueOrEmpty.optional().transform((value) => value || undefined),
  owner: ownerFilter.optional().transform((value) => {
    if (!value) return undefined
    return value === 'me' || value === 'none' ? value : Number(value)
  }),
})

export type LeadFilter = z.output<typeof leadFilterQuery>

/** The list's filters, and how the file differs from all columns in the order of creation. */
export const leadExportQuery = leadFilterQuery.extend(exportQuery(rules.leadFields, rules.leadSortFields).shape)

/** `field:asc` or `field:desc`; '' is the default. */
const sortSchema = z
  .string()
  .refine((text) => text === '' || parseSort(text, rules.leadSortFields) !== undefined, 'Ugyldig sortering')
  .optional()
  .transform((text) => text || rules.defaultLeadSort)

/** Which page of the list; empty values are last in either direction. */
export const leadListQuery = pageQuery(rules.leadPageSize).extend({
  ...leadFilterQuery.shape,
  sort: sortSchema.transform(rules.parseLeadSort),
})

export const leadPageSchema = z.object({ leads: z.array(leadSchema), pagination: paginationSchema })

export type LeadPage = z.output<typeof leadPageSchema>

/** Number of leads per status, zeros included, in pipeline order. */
export const leadSummarySchema = z.object({
  total: z.int(),
  counts: z.array(z.object({ status: z.enum(rules.leadStatuses), count: z.int() })),
})

export type LeadSummary = z.output<typeof leadSummarySchema>

export const leadStatusChangeSchema = z.object({
  status: leadStatusSchema,
  /** Absent keeps the reason; any other status than `Avslått` clears it. */
  lost_reason: fields.changedLine(limits.lost_reason, labels.lost_reason).optional(),
  version: fields.readVersionSchema,
})

export const customerActiveSchema = z.object({
  customer_active: z.boolean('Må være sann, usann eller tom').nullable(),
  version: fields.readVersionSchema,
})

export const leadOwnerSchema = z.object({
  id: z.int(),
  name: z.string(),
  /** Only to active users a lead may be assigned. */
  is_active: z.boolean(),
})

export type LeadOwner = z.output<typeof leadOwnerSchema>

export const statusChangeSchema = z.object({
  id: z.int(),
  from: z.enum(rules.leadStatuses),
  to: z.enum(rules.leadStatuses),
  changed_at: fields.instantSchema,
  /** The sales user's name, `Administrator`, or null if unknown. */
  changed_by: text,
})

/** Finds possible duplicates of a company; `except` is the lead being edited. */
export const duplicateQuery = z.object({
  org_no: filterText(limits.org_no),
  email: filterText(254),
  except: z.coerce.number().int().optional(),
})

const duplicateFields = {
  id: z.int(),
  name: z.string(),
  same: z.array(z.enum(['org_no', 'email'])),
}

/** At most ten leads and ten customers. */
export const duplicatesSchema = z.object({
  leads: z.array(z.object({ ...duplicateFields, status: z.enum(rules.leadStatuses) })),
  /** Names are null for sales users, who have no access to customers. */
  customers: z.array(z.object({ ...duplicateFields, name: z.string().nullable() })),
})

export type Duplicates = z.output<typeof duplicatesSchema>

/**
 * A customer needs an e-mail address; defaults to the lead's. `customer_id` is the customer that the user saw, null for a new one: a
 * different match is a conflict, and so is a stale `version`.
 */
export const leadCustomerSchema = z.object({
  email: email.optional().transform(orNull),
  customer_id: fields.positiveInt().nullable().optional(),
  version: fields.readVersionSchema,
})

export const leadCustomersFormSchema = z.object({ leads: z.array(leadCustomerSchema) })

/** Which customer a lead would become. */
export const leadCustomerPreviewSchema = z.object({
  customer: z
    .object({
      id: z.int(),
      /** Null for sales users, who have no access to customers. */
      name: z.string().nullable(),
      /** How it matches: already linked to the lead, same organisation number, or same name. */
      by: z.enum(['linked', 'org_no', 'name']),
    })
    .nullable(),
})

export type LeadCustomerPreview = z.output<typeof leadCustomerPreviewSchema>

/** Returns no customer data: sales users have no access to customers. */
export const leadCustomerAnswerSchema = z.object({
  lead: leadSchema,
  /** False if the customer already existed. */
  created: z.boolean(),
})

export type LeadCustomer = z.output<typeof leadCustomerAnswerSchema>

const viewColumns = z.array(z.enum(rules.leadFields)).max(100)

const viewFields = {
  q: filterText(limits.search).transform((value) => value ?? ''),
  status: statusOrEmpty.optional().transform((value) => value ?? ''),
  industry: filterText(limits.search).transform((value) => value ?? ''),
  due: dueOrEmpty.default(''),
  owner: ownerFilter.default(''),
  sort: sortSchema,
  /** Visible columns, in list order; null keeps the browser's selection. */
  columns: viewColumns
    .nullable()
    .optional()
    .transform((value) => value ?? null),
}

export const leadViewBodySchema = z.object({
  name: fields.requiredLine(rules.leadViewLimits.name, 'Navn'),
  ...viewFields,
  /** Whether the others may use it, too. Absent keeps it, or is false for a new view. */
  is_shared: z.boolean().optional(),
})

export const leadViewChangeSchema = leadViewBodySchema.extend({ version: fields.readVersionSchema })

export const leadViewSchema = z.object({
  id: z.int(),
  name: z.string(),
  q: z.string(),
  status: z.enum(['', ...rules.leadStatuses]),
  industry: z.string(),
  due: z.enum(['', ...rules.leadDues]),
  owner: z.string(),
  sort: z.string(),
  columns: z.array(z.string()).nullable(),
  is_shared: z.boolean(),
  /** The name of the user whose view it is; null for the caller's own, which only they may change. */
  shared_by: text,
  version: fields.versionSchema,
})

export type LeadView = z.output<typeof leadViewSchema>

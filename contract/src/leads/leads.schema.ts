import { z } from 'zod'
import { registerMarkSchema } from '../company-register/company-register.schema.ts'
import { exportQuery } from '../shared/exports.ts'
import { changeSchema, createdShape, requiredShape, storedShape } from '../shared/field-schemas.ts'
import * as fields from '../shared/fields.ts'
import { pageQuery, paginationSchema } from '../shared/paging.ts'
import { parseSort } from '../shared/sorting.ts'
import { leadFieldNames, leadFields, leadSortFields, parseLeadSort } from './leads.fields.ts'
import * as rules from './leads.rules.ts'

const text = z.string().nullable()

const statusOrEmpty = z.union([z.enum(rules.leadStatuses, 'Ugyldig status'), z.literal('')], 'Ugyldig status')

/** These three have their own schemas below: a status can't be empty, an owner is sent as an id, and a customer is active by default. */
const { status, owner, customer_active, ...plainFields } = leadFields

/** A lead as returned to sales users; `revenue_nok` is in kroner. */
export const leadSchema = z.object({
  id: z.int(),
  status: z.enum(rules.leadStatuses),
  ...storedShape(plainFields),
  owner_id: z.int().nullable(),
  /** The owner's user name. */
  owner: text,
  /** Null if it isn't set. */
  customer_active: z.boolean().nullable(),
  created_at: fields.instantSchema,
  /** The time of the last activity, from which `isStaleLead` counts. */
  last_touched_at: fields.instantSchema,
  /** The time of the last change of status, or of the lead's creation if the status never changed. */
  status_since: fields.instantSchema,
  customer_id: z.int().nullable(),
  /** Warnings from the company register, and the time of the check; null if the lead was never checked. */
  register: registerMarkSchema.nullable(),
  version: fields.versionSchema,
})

export type Lead = z.output<typeof leadSchema>

const ownerId = fields.orNull(fields.positiveInt('Ugyldig bruker'))

/** A new lead: only `company_name` is required; `customer_active` defaults to true. */
export const leadCreateSchema = z.object({
  ...createdShape(plainFields),
  status: statusOrEmpty.nullish().transform((value): rules.LeadStatus => value || rules.firstLeadStatus),
  owner_id: ownerId.optional().transform((value) => value ?? null),
  customer_active: z
    .boolean()
    .nullable()
    .optional()
    .transform((value) => (value === undefined ? true : value)),
})

export const leadUpdateSchema = changeSchema(plainFields).extend(
  z
    .object({
      status: statusOrEmpty.nullable().transform((value): rules.LeadStatus | undefined => value || undefined),
      owner_id: ownerId,
      customer_active: z.boolean().nullable(),
    })
    .partial().shape,
)

export const leadFormSchema = leadUpdateSchema.extend(requiredShape(plainFields))

const filterText = (max: number) => z.string().trim().max(max, fields.tooLong(max)).optional()

const dueOrEmpty = z.enum(['', ...rules.leadDues], 'Ugyldig frist')

/** A user's id, `me` for the caller, `none` for leads without an owner, or '' for all leads. */
const ownerFilter = z.string().regex(/^(?:|me|none|[1-9]\d{0,8})$/, 'Ugyldig ansvarlig')

/** List filters; empty filters are ignored. */
export const leadFilterQuery = z.object({
  /** Searches company name, organisation number, contact, e-mail, phone and place, case-insensitively. */
  q: filterText(rules.maxLeadSearch),
  status: statusOrEmpty.optional().transform((value) => value || undefined),
  industry: filterText(rules.maxLeadSearch),
  /** Filters by the day of the next step. Lost leads are never due. */
  due: dueOrEmpty.optional().transform((value) => value || undefined),
  owner: ownerFilter.optional().transform((value) => {
    if (!value) return undefined
    return value === 'me' || value === 'none' ? value : Number(value)
  }),
})

export type LeadFilter = z.output<typeof leadFilterQuery>

/** The list's filters, with the optional columns and order of the export. */
export const leadExportQuery = leadFilterQuery.extend(exportQuery(leadFieldNames, leadSortFields).shape)

/** `field:asc` or `field:desc`; absent and '' become the default order. */
const sortSchema = z
  .string()
  .refine((text) => text === '' || parseSort(text, leadSortFields) !== undefined, 'Ugyldig sortering')
  .optional()
  .transform((text) => text || rules.defaultLeadSort)

/** A page of the list. Empty values sort last, both ascending and descending. */
export const leadListQuery = pageQuery(rules.leadPageSize).extend({
  ...leadFilterQuery.shape,
  sort: sortSchema.transform(parseLeadSort),
})

export const leadPageSchema = z.object({ leads: z.array(leadSchema), pagination: paginationSchema })

export type LeadPage = z.output<typeof leadPageSchema>

/** The number of leads per status, in pipeline order, including statuses without leads. */
export const leadSummarySchema = z.object({
  total: z.int(),
  counts: z.array(z.object({ status: z.enum(rules.leadStatuses), count: z.int() })),
})

export type LeadSummary = z.output<typeof leadSummarySchema>

export const leadStatusChangeSchema = z.object({
  status: z.enum(rules.leadStatuses, 'Ugyldig status'),
  /** If absent, the reason stays. A status other than `Avslått` always clears it. */
  lost_reason: leadUpdateSchema.shape.lost_reason,
  version: fields.readVersionSchema,
})

export const customerActiveSchema = z.object({
  customer_active: z.boolean('Må være sann, usann eller tom').nullable(),
  version: fields.readVersionSchema,
})

export const leadOwnerSchema = z.object({
  id: z.int(),
  name: z.string(),
  /** The screens offer only active users as new owners. */
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
  org_no: filterText(leadFields.org_no.max),
  email: filterText(254),
  except: z.coerce.number().int().optional(),
})

const duplicateFields = {
  id: z.int(),
  name: z.string(),
  same: z.array(z.enum(['org_no', 'email'])),
}

/** Possible duplicates: at most ten leads and ten customers. */
export const duplicatesSchema = z.object({
  leads: z.array(z.object({ ...duplicateFields, status: z.enum(rules.leadStatuses) })),
  /** Names are null for sales users, who have no access to customers. */
  customers: z.array(z.object({ ...duplicateFields, name: z.string().nullable() })),
})

export type Duplicates = z.output<typeof duplicatesSchema>

/**
 * Creates or links a customer. `email` defaults to the lead's address; a new customer needs one. `customer_id` is the customer in the preview
 * that the user saw; null if there was none; absent skips the check. If another customer matches by now, or `version` is stale, the server
 * answers 409.
 */
export const leadCustomerSchema = z.object({
  email: leadCreateSchema.shape.email,
  customer_id: fields.positiveInt().nullable().optional(),
  version: fields.readVersionSchema,
})

export const leadCustomersFormSchema = z.object({ leads: z.array(leadCustomerSchema) })

/** The existing customer that a lead would be linked to; null if a new one would be created. */
export const leadCustomerPreviewSchema = z.object({
  customer: z
    .object({
      id: z.int(),
      /** Null for sales users, who have no access to customers. */
      name: z.string().nullable(),
      /** The reason for the match: already linked to the lead, same organisation number, or same name. */
      by: z.enum(['linked', 'org_no', 'name']),
    })
    .nullable(),
})

export type LeadCustomerPreview = z.output<typeof leadCustomerPreviewSchema>

/** The response contains no customer data, since sales users have no access to customers. */
export const leadCustomerAnswerSchema = z.object({
  lead: leadSchema,
  /** False if the customer already existed. */
  created: z.boolean(),
})

export type LeadCustomer = z.output<typeof leadCustomerAnswerSchema>

const viewColumns = z.array(z.enum(leadFieldNames)).max(100)

const viewFields = {
  q: filterText(rules.maxLeadSearch).transform((value) => value ?? ''),
  status: statusOrEmpty.optional().transform((value) => value ?? ''),
  industry: filterText(rules.maxLeadSearch).transform((value) => value ?? ''),
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
  /** True if other users may use the view. If absent, an existing view keeps its value and a new one isn't shared. */
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
  /** The owner's name; null for the caller's own views. Only the owner may change a view. */
  shared_by: text,
  version: fields.versionSchema,
})

export type LeadView = z.output<typeof leadViewSchema>

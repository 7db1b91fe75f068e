import { z } from 'zod'
import { formatQuery } from '../shared/exports.ts'
import { instantSchema, keysOf, tooLong } from '../shared/fields.ts'
import { pageQuery, paginationSchema } from '../shared/paging.ts'
import { recordKinds } from '../shared/records.ts'
import { calendarDay, isBetweenYears } from '../shared/time.ts'
import { auditActions, auditMonths, auditPageSize, maxAuditSearch } from './audit-events.rules.ts'

const dayQuery = z
  .string()
  .optional()
  .transform((day) => day || undefined)
  .refine((day) => day === undefined || (calendarDay(day) === day && isBetweenYears(day, 1900, 2200)), 'Ugyldig dato')

/** Filters of the audit trail; empty filters are ignored. Days are calendar days in Norway, inclusive. */
export const auditFilterQuery = z.object({
  /** Searches names, titles, addresses and values by words. */
  q: z.string().trim().max(maxAuditSearch, tooLong(maxAuditSearch)).optional(),
  /** The exact name of the user who acted. */
  actor: z.string().max(300, tooLong(300)).optional(),
  kind: z
    .enum(['', ...keysOf(recordKinds)], 'Ukjent slag')
    .optional()
    .transform((kind) => kind || undefined),
  action: z
    .enum(['', ...keysOf(auditActions)], 'Ukjent hendelse')
    .optional()
    .transform((action) => action || undefined),
  from: dayQuery,
  to: dayQuery,
})

export type AuditFilter = z.output<typeof auditFilterQuery>

export const auditListQuery = pageQuery(auditPageSize).extend(auditFilterQuery.shape)

/** `auth` is the session's CSRF token, optional from the same origin. */
export const auditExportQuery = auditFilterQuery.extend({ ...formatQuery.shape, auth: z.string().optional() })

const values = z.record(z.string(), z.unknown()).nullable()

export const auditEventSchema = z.object({
  id: z.int(),
  at: instantSchema,
  actor: z.string(),
  actorKind: z.enum(['user', 'admin', 'visitor', 'system']),
  /** IP address. */
  address: z.string().nullable(),
  /** A key of `auditActions`; `kind` is one of `recordKinds`. */
  action: z.string(),
  kind: z.string(),
  /** The id of the record that the event is about; the record may be deleted. */
  entityId: z.string().nullable(),
  title: z.string().nullable(),
  /** Stored values by column, before and after the event. */
  before: values,
  after: values,
})

export type AuditEvent = z.output<typeof auditEventSchema>

export const auditPageSchema = z.object({ events: z.array(auditEventSchema), pagination: paginationSchema })

export type AuditPage = z.output<typeof auditPageSchema>

/** The number of all events, and the sorted names of the users who caused them. */
export const auditSummarySchema = z.object({ total: z.int(), actors: z.array(z.string()) })

export const auditRetentionSchema = z.object({
  months: z
    .int(`Må være mellom ${auditMonths.min} og ${auditMonths.max} måneder`)
    .min(auditMonths.min, `Minst ${auditMonths.min} måneder`)
    .max(auditMonths.max, `Høyst ${auditMonths.max} måneder`),
})

/** `known` is the number that the client read. If the stored number differs, the server returns 409; without `known`, it doesn't check. */
export const auditRetentionChangeSchema = auditRetentionSchema.extend({ known: z.int().optional() })

export type AuditRetention = z.output<typeof auditRetentionSchema>

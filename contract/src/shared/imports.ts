import { z } from 'zod'
import { errorSchema } from './errors.ts'

/**
 * `dryRun=true` returns the report without writing anything. An export's `auth` is the session's CSRF token, optional from the
 * same origin.
 */
export const importQuery = z.object({
  dryRun: z
    .enum(['true', 'false', ''], 'Må være true eller false')
    .optional()
    .transform((value) => value === 'true'),
})

export const importedRowSchema = z.object({
  /** The row's number as the spreadsheet program shows it, from 1. */
  row: z.int(),
  outcome: z.enum(['created', 'updated', 'failed']),
  /** Label of the column that the message is about; null for the whole row. */
  column: z.string().nullable().optional(),
  /** Why the row failed, or which value was changed on import; null for a plain update. */
  message: z.string().nullable().optional(),
})

export type ImportedRow = z.output<typeof importedRowSchema>

export const importReportSchema = z.object({
  /** The file was read; single rows may have failed. */
  success: z.literal(true),
  dryRun: z.boolean(),
  /** For undoing the import; absent in a dry run. */
  importId: z.uuid().optional(),
  rows_ok: z.int(),
  rows_failed: z.int(),
  /** Included in `rows_ok`. */
  rows_created: z.int(),
  rows_updated: z.int(),
  /** The first 1000 rows that are not plain successes, in the file's order: failures before remarks before plain updates. */
  rows: z.array(importedRowSchema),
  /** Labels of the recognised columns, in the file's order. */
  columns: z.array(z.string()),
  /** Unrecognised headers; their columns were skipped. */
  unknownColumns: z.array(z.string()),
})

export type ImportReport = z.output<typeof importReportSchema>

/** The whole file was rejected: nothing was written. */
export const importRefusalSchema = errorSchema.extend({
  success: z.literal(false).optional(),
  rows_ok: z.literal(0).optional(),
  rows_failed: z.literal(0).optional(),
})

export type ImportRefusal = z.output<typeof importRefusalSchema>

/** Progress of a running import; sent to clients that accept `application/x-ndjson`. */
export const importProgressSchema = z.object({
  progress: z.object({ rowsDone: z.int(), rowsTotal: z.int() }),
})

/**
 * A line of the response to `Accept: application/x-ndjson`: any number of progress lines, then the report, or the refusal if
 * the import failed after it started (nothing was written, but the HTTP status is still 200).
 * An unreadable file is rejected before the first line, with its own status and plain JSON.
 */
export const importLineSchema = z.union([importProgressSchema, importReportSchema, importRefusalSchema])

export type ImportLine = z.output<typeof importLineSchema>

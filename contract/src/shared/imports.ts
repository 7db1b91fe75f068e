import { z } from 'zod'
import { errorSchema } from './errors.ts'

/**
 * `dryRun=true`: what would happen, and nothing is written. `auth` of an export is the session's anti-forgery token, which
 * may be left out from the same origin.
 */
export const importQuery = z.object({
  dryRun: z
    .enum(['true', 'false', ''], 'Må være true eller false')
    .optional()
    .transform((value) => value === 'true'),
})

/** One row of the file that there is something to say about. */
export const importedRowSchema = z.object({
  /** The row's number as the spreadsheet program shows it, from 1. */
  row: z.int(),
  outcome: z.enum(['created', 'updated', 'failed']),
  /** The label of the column that the message is about; null when it is about the whole row. */
  column: z.string().nullable().optional(),
  /** Why the row failed, or what was read otherwise than it stood there; null for a row that is told only because it updates. */
  message: z.string().nullable().optional(),
})

export type ImportedRow = z.output<typeof importedRowSchema>

/** What an import came to, or with `dryRun` would come to. */
export const importReportSchema = z.object({
  /** The file was read; rows may have failed. */
  success: z.literal(true),
  /** Nothing was written. */
  dryRun: z.boolean(),
  rows_ok: z.int(),
  rows_failed: z.int(),
  /** Of `rows_ok`. */
  rows_created: z.int(),
  rows_updated: z.int(),
  /** The first 1000 rows that are not plain successes, in the file's order: failures before remarks before plain updates. */
  rows: z.array(importedRowSchema),
  /** Labels of the columns that were used, in the file's order. */
  columns: z.array(z.string()),
  /** Headers of the file that say nothing to us; those columns were left out. */
  unknownColumns: z.array(z.string()),
})

export type ImportReport = z.output<typeof importReportSchema>

/** A file that was refused whole: nothing was written. */
export const importRefusalSchema = errorSchema.extend({
  success: z.literal(false).optional(),
  rows_ok: z.literal(0).optional(),
  rows_failed: z.literal(0).optional(),
})

export type ImportRefusal = z.output<typeof importRefusalSchema>

/** How far an import has come; sent while it runs to a client that accepts `application/x-ndjson`. */
export const importProgressSchema = z.object({
  progress: z.object({ rowsDone: z.int(), rowsTotal: z.int() }),
})

/**
 * One line of the answer to `Accept: application/x-ndjson`: any number of progress lines, then the report, or the refusal if
 * the import failed after it had begun (then nothing was written; the HTTP status is 200 all the same).
 * A file that cannot be read is refused before the first line, with its own status and plain JSON.
 */
export const importLineSchema = z.union([importProgressSchema, importReportSchema, importRefusalSchema])

export type ImportLine = z.output<typeof importLineSchema>

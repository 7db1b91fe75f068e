import { z } from 'zod'
import { errorSchema } from './errors.ts'
import { keysOf, tooLong } from './fields.ts'

/** Charsets of CSV files, likeliest first, with the names that users know. */
export const charsets = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows (vesteuropeisk)',
  macintosh: 'Mac (eldre)',
  cp850: 'DOS (CP850)',
  cp865: 'DOS nordisk (CP865)',
  'utf-16le': 'Unicode (UTF-16 LE)',
  'utf-16be': 'Unicode (UTF-16 BE)',
} as const

export type Charset = keyof typeof charsets

/**
 * `dryRun=true` returns the report without writing anything. `only=new` skips rows of existing records, `only=existing` rows of new records.
 * Without `format=csv`, CSV files are rejected. `columns` lists the field of each column in the file, separated by
 * commas; a column with an empty entry is skipped. Without `columns`, the headers decide. `charset`, `sheet` (a name) and `headerRow` say
 * how to read the file; the server detects absent values.
 */
export const importQuery = z.object({
  dryRun: z
    .enum(['true', 'false', ''], 'Må være true eller false')
    .optional()
    .transform((value) => value === 'true'),
  only: z
    .enum(['new', 'existing', ''], 'Må være new eller existing')
    .optional()
    .transform((value) => value || undefined),
  format: z
    .enum(['csv', ''], 'Må være csv')
    .optional()
    .transform((value) => value || undefined),
  columns: z
    .string('Kan bare oppgis én gang')
    .max(20_000, 'For mange kolonner')
    .optional()
    .transform((text) => (text ? text.split(',').map((field) => field || null) : undefined)),
  charset: z.enum(keysOf(charsets), 'Ukjent tegnsett').optional(),
  sheet: z.string('Kan bare oppgis én gang').max(300, tooLong(300)).optional(),
  headerRow: z.coerce
    .number('Ugyldig rad')
    .int('Ugyldig rad')
    .min(1, 'Ugyldig rad')
    .max(1_048_576, 'Ugyldig rad')
    .optional(),
})

/** The user's choice of how to read a file. The server detects absent values. */
export type FileChoice = Pick<z.output<typeof importQuery>, 'charset' | 'sheet' | 'headerRow'>

/** The field of each column in the file; null for a skipped column. */
export type ChosenColumns = readonly (string | null)[]

/** Describes how a file was read: its columns with their fields, its charset, sheet and header row, and what the user may choose instead. */
const importMappingSchema = z.object({
  columns: z.array(
    z.object({
      /** The column's heading in the file; '' if it has no heading. */
      header: z.string(),
      field: z.string().nullable(),
      /** The column's first value; '' if the file's first rows have none. */
      sample: z.string(),
    }),
  ),
  /** All fields that a column can fill. `required` is true if a new record needs a value. */
  fields: z.array(z.object({ field: z.string(), label: z.string(), required: z.boolean() })),
  /** The charset of a CSV file; null for other files. */
  charset: z.enum(keysOf(charsets)).nullable(),
  /** The name of the sheet that was read; null for a file without sheets. */
  sheet: z.string().nullable(),
  /** Other visible sheets, which are not imported. Empty sheets are left out if the server checked them. */
  otherSheets: z.array(z.string()),
  /** Hidden sheets, which are never imported. */
  hiddenSheets: z.array(z.string()),
  /** The number of the row with the headers, from 1. */
  headerRow: z.int(),
  /** The first rows that aren't empty, with truncated cells. */
  rows: z.array(z.object({ row: z.int(), cells: z.array(z.string()) })),
})

export type ImportMapping = z.output<typeof importMappingSchema>

/** The kind of records, new or existing, that an import is limited to; undefined for all. */
export type ImportedOnly = z.output<typeof importQuery>['only']

/** A replaced value and its new value, formatted as in exports; long texts are truncated. */
const importedChangeSchema = z.object({
  /** The column's header in the file. */
  column: z.string(),
  /** The replaced value; null for an empty field. */
  before: z.string().nullable(),
  after: z.string(),
})

export type ImportedChange = z.output<typeof importedChangeSchema>

export const importedRowSchema = z.object({
  /** The row's number as the spreadsheet program shows it, from 1. */
  row: z.int(),
  outcome: z.enum(['created', 'updated', 'unchanged', 'failed']),
  /** The record's name; null if neither the row nor a matching record has one. */
  name: z.string().nullable().optional(),
  /** The header of the column that `message` is about; null if it is about the whole row. */
  column: z.string().nullable().optional(),
  /** The reason why the row failed, or a hint for the user; null if there is neither. */
  message: z.string().nullable().optional(),
  /** The values that an update replaces. */
  changes: z.array(importedChangeSchema).optional(),
  /** The cells of a failed row as in the file, in the order of `headers`; days as `YYYY-MM-DD`. */
  cells: z.array(z.union([z.string(), z.number(), z.boolean()]).nullable()).optional(),
})

export type ImportedRow = z.output<typeof importedRowSchema>

export const importReportSchema = z.object({
  /** True even if some rows failed: the file could be read. */
  success: z.literal(true),
  dryRun: z.boolean(),
  /** The id with which the import can be undone; absent in a dry run. */
  importId: z.uuid().optional(),
  rows_ok: z.int(),
  rows_failed: z.int(),
  /** The number of created records. `rows_ok` counts these rows, and also updated and unchanged rows. */
  rows_created: z.int(),
  rows_updated: z.int(),
  /** The number of rows that `only` left out. Neither `rows_ok` nor `rows_failed` includes them. */
  rows_skipped: z.int(),
  /**
   * The first 1000 rows that change something, fail or have a message, in the file's order. If there are more, failures have precedence,
   * then rows with messages, updates and new records.
   */
  rows: z.array(importedRowSchema),
  /** The file's headers, unchanged; '' for a column without a header. */
  headers: z.array(z.string()),
  /** Labels of the recognised columns, in the file's order. */
  columns: z.array(z.string()),
  /** Unrecognised headers, whose columns were skipped. Empty if the caller chose the columns. */
  unknownColumns: z.array(z.string()),
  /** Present only in a dry run. */
  mapping: importMappingSchema.optional(),
})

export type ImportReport = z.output<typeof importReportSchema>

/** The error for a file that was rejected as a whole. Nothing was written. */
export const importRefusalSchema = errorSchema.extend({
  success: z.literal(false).optional(),
  rows_ok: z.literal(0).optional(),
  rows_failed: z.literal(0).optional(),
  /** Lets the user assign the columns. Present only if a dry run recognised no column. */
  mapping: importMappingSchema.optional(),
})

export type ImportRefusal = z.output<typeof importRefusalSchema>

/** The progress of a running import, sent to clients that accept `application/x-ndjson`. */
export const importProgressSchema = z.object({
  progress: z.object({ rowsDone: z.int(), rowsTotal: z.int() }),
})

/**
 * One line of the response to `Accept: application/x-ndjson`. Any number of progress lines come first, the report last. If the import fails
 * after it has started, the last line is the error instead; nothing was written, but the HTTP status is still 200. An unreadable file is
 * rejected before the first line, with its own status and plain JSON.
 */
export const importLineSchema = z.union([importProgressSchema, importReportSchema, importRefusalSchema])

export type ImportLine = z.output<typeof importLineSchema>

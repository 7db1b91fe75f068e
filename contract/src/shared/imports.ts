import { z } from 'zod'
import { errorSchema } from './errors.ts'
import { keysOf, tooLong } from './fields.ts'

/** Charsets of CSV files, the likeliest first; as users know them. */
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
 * `dryRun=true` returns the report without writing anything. `only=new` skips rows of existing records, `only=existing` rows of new ones.
 * Without `format=csv`, only files of spreadsheet programs are accepted. `columns` lists the field of each column in the file, separated by
 * commas; a column with an empty entry is skipped. Without `columns`, the headers decide. `charset`, `sheet` (a name) and `headerRow` say
 * how to read the file; the server detects those that are absent.
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

/** The way to read a file. The server detects what is absent. */
export type FileChoice = Pick<z.output<typeof importQuery>, 'charset' | 'sheet' | 'headerRow'>

/** The field for each of a file's columns; null for those that are skipped. */
export type ChosenColumns = readonly (string | null)[]

/** Describes how a file was read: its columns with their fields, all available fields, and other possible readings. */
const importMappingSchema = z.object({
  columns: z.array(
    z.object({
      /** The value in the file; '' without one. */
      header: z.string(),
      field: z.string().nullable(),
      /** The first value of the column; '' if it has none in the file's first rows. */
      sample: z.string(),
    }),
  ),
  /** `required`: a new record needs a value. */
  fields: z.array(z.object({ field: z.string(), label: z.string(), required: z.boolean() })),
  /** The charset of a CSV file; null for others. */
  charset: z.enum(keysOf(charsets)).nullable(),
  /** The sheet that is read; null for a file without sheets. */
  sheet: z.string().nullable(),
  /** Other visible sheets with rows, which are not imported. */
  otherSheets: z.array(z.string()),
  /** Hidden sheets, which are never imported. */
  hiddenSheets: z.array(z.string()),
  /** The row with the headers. */
  headerRow: z.int(),
  /** The file's first rows that aren't empty, truncated. */
  rows: z.array(z.object({ row: z.int(), cells: z.array(z.string()) })),
})

export type ImportMapping = z.output<typeof importMappingSchema>

/** The kind of rows that an import is limited to; undefined for all. */
export type ImportedOnly = z.output<typeof importQuery>['only']

/** A value that an import replaces, as exports write it; long texts are truncated. */
const importedChangeSchema = z.object({
  /** The header of the file's column. */
  column: z.string(),
  /** Null for an empty field. */
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
  /** The file's header of the column that the message is about; null for the whole row. */
  column: z.string().nullable().optional(),
  /** The reason why the row failed, or what the user should know about it; null for a plain success. */
  message: z.string().nullable().optional(),
  /** The values that an update replaces. */
  changes: z.array(importedChangeSchema).optional(),
  /** A failed row's own cells, in the order of `headers`; days as `YYYY-MM-DD`. */
  cells: z.array(z.union([z.string(), z.number(), z.boolean()]).nullable()).optional(),
})

export type ImportedRow = z.output<typeof importedRowSchema>

export const importReportSchema = z.object({
  /** The file was read; single rows may have failed. */
  success: z.literal(true),
  dryRun: z.boolean(),
  /** Identifies the import, to undo it; absent in a dry run. */
  importId: z.uuid().optional(),
  rows_ok: z.int(),
  rows_failed: z.int(),
  /** Included in `rows_ok`. */
  rows_created: z.int(),
  rows_updated: z.int(),
  /** Rows that `only` leaves out; neither ok nor failed. */
  rows_skipped: z.int(),
  /**
   * The first 1000 rows that change something, fail or have a message, in the file's order. If there are more, failures have precedence,
   * then rows with messages, updates and new records.
   */
  rows: z.array(importedRowSchema),
  /** All headers, as the file has them; '' for a column without one. */
  headers: z.array(z.string()),
  /** Labels of the recognised columns, in the file's order. */
  columns: z.array(z.string()),
  /** Unrecognised headers; their columns were skipped. None if the caller has chosen the columns. */
  unknownColumns: z.array(z.string()),
  /** Only in a dry run. */
  mapping: importMappingSchema.optional(),
})

export type ImportReport = z.output<typeof importReportSchema>

/** The whole file was rejected: nothing was written. */
export const importRefusalSchema = errorSchema.extend({
  success: z.literal(false).optional(),
  rows_ok: z.literal(0).optional(),
  rows_failed: z.literal(0).optional(),
  /** The columns that the user can choose from; only in a dry run that recognised none. */
  mapping: importMappingSchema.optional(),
})

export type ImportRefusal = z.output<typeof importRefusalSchema>

/** Progress of a running import; sent to clients that accept `application/x-ndjson`. */
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

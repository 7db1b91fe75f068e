/** Constants of spreadsheet import and export. Free of dependencies. */

export const spreadsheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** File extensions that can be imported; for a file field's `accept`. */
export const spreadsheetEndings = ['.xlsx', '.xls'] as const

/** Maximum size of an imported file, in bytes. */
export const maxSpreadsheetBytes = 20 * 1024 * 1024

/** Maximum rows in an import, without the header. */
export const maxImportRows = 100_000

/** Maximum rows listed in an import report. */
export const maxReportedRows = 1000

/** Media type of an import response that streams progress: one JSON object per line. */
export const importStreamType = 'application/x-ndjson'

export const fileField = 'file'

/** Hint for file fields and errors, without a full stop. */
export const spreadsheetHint = 'Velg en Excel-fil (.xlsx eller .xls) på høyst 20 MB'

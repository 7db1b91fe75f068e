/** What spreadsheets that come in and go out have in common. Free of dependencies. */

/** The media type of an .xlsx file. */
export const spreadsheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** How the names of files that can be imported end; for a file field's `accept`. */
export const spreadsheetEndings = ['.xlsx', '.xls'] as const

/** The most bytes of a file that is imported. */
export const maxSpreadsheetBytes = 20 * 1024 * 1024

/** The most rows that an import takes, the header not counted. */
export const maxImportRows = 100_000

/** The most rows that the answer of an import tells one by one. */
export const maxReportedRows = 1000

/** The media type of an import's answer that tells its progress first: one JSON object a line. */
export const importStreamType = 'application/x-ndjson'

/** The field of the form that carries the file. */
export const fileField = 'file'

/** What files may be imported, in a sentence without a full stop, for file fields and errors. */
export const spreadsheetHint = 'Velg en Excel-fil (.xlsx eller .xls) på høyst 20 MB'

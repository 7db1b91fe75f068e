export const spreadsheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export const csvType = 'text/csv'

/** File extensions that can be imported, for the `accept` attribute of a file field. */
export const spreadsheetEndings = ['.xlsx', '.xls'] as const

export const csvEnding = '.csv'

/** Maximum size of an imported file, in bytes. */
export const maxSpreadsheetBytes = 20 * 1024 * 1024

/** Maximum rows in an import, without the header. */
export const maxImportRows = 100_000

/** Maximum rows listed in an import report. */
export const maxReportedRows = 1000

/** Media type of an import response that streams progress: one JSON object per line. */
export const importStreamType = 'application/x-ndjson'

/** The header of the column with the reasons in a file of failed rows. Imports ignore the column, so that users can import the corrected file. */
export const failedRowsHeader = 'Feil ved import'

export const fileField = 'file'

/** Hint for file fields and errors, without a full stop. */
export const spreadsheetHint = 'Velg en Excel-fil (.xlsx eller .xls) på høyst 20 MB'

/**
 * Escapes a text for a cell of an .xlsx file, since the library doesn't. In a cell, `_x0041_` means "A", so the literal text `_x0041_` must
 * be escaped, and also U+FFFE and U+FFFF, which XML doesn't allow.
 */
export const escapeCellText = (text: string): string =>
  /_x|[\ufffe\uffff]/.test(text)
    ? text
        .replaceAll(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
        .replaceAll(/[\ufffe\uffff]/g, (character) => (character === '\uffff' ? '_xFFFF_' : '_xFFFE_'))
    : text

import { escapeCellText, spreadsheetType } from '@kontor/contract/shared/spreadsheet'

/** Starts a download in the browser. */
const download = (name: string, content: Blob): void => {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Revokes the URL later: the browser reads the file after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Downloads a value as indented JSON. */
export const downloadJson = (name: string, value: unknown): void =>
  download(name, new Blob([JSON.stringify(value, null, 2), '\n'], { type: 'application/json' }))

/** Downloads a plain text. */
export const downloadText = (name: string, text: string): void =>
  download(name, new Blob([text], { type: 'text/plain;charset=utf-8' }))

type Cell = string | number | boolean | null

/** Downloads a table as an .xlsx file. Text is never read as a formula. The library loads with the first download. */
export const downloadSpreadsheet = async (name: string, rows: readonly (readonly Cell[])[]): Promise<void> => {
  const { writeXlsx } = await import('hucre/xlsx')
  const escaped = rows.map((row) => row.map((cell) => (typeof cell === 'string' ? escapeCellText(cell) : cell)))
  const bytes = await writeXlsx({ sheets: [{ name: 'Ark1', rows: escaped }] })
  download(name, new Blob([new Uint8Array(bytes)], { type: spreadsheetType }))
}

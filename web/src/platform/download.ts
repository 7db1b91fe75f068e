/** Hands a file to the browser's downloads. */
const download = (name: string, content: Blob): void => {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Not at once: the browser reads the file after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Downloads a value as a JSON file that people can read, too. */
export const downloadJson = (name: string, value: unknown): void =>
  download(name, new Blob([JSON.stringify(value, null, 2), '\n'], { type: 'application/json' }))

/** Text that a spreadsheet program would take for a formula gets a mark before it. */
const cell = (value: string | number): string => {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value)
  return `"${text.replaceAll('"', '""')}"`
}

/** Downloads a table as Norwegian Excel opens it with a double click: semicolons, and a mark that says UTF-8. */
export const downloadCsv = (name: string, rows: readonly (readonly (string | number)[])[]): void => {
  const lines = rows.map((row) => row.map(cell).join(';')).join('\r\n')
  download(name, new Blob(['\ufeff', lines, '\r\n'], { type: 'text/csv;charset=utf-8' }))
}

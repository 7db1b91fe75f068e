/** Starts a download in the browser. */
const download = (name: string, content: Blob): void => {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Not at once: the browser reads the file after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Downloads a value as indented JSON. */
export const downloadJson = (name: string, value: unknown): void =>
  download(name, new Blob([JSON.stringify(value, null, 2), '\n'], { type: 'application/json' }))

/** An apostrophe keeps spreadsheet programs from reading text as a formula. */
const cell = (value: string | number): string => {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value)
  return `"${text.replaceAll('"', '""')}"`
}

/** Downloads a table as a CSV that Norwegian Excel opens directly: semicolons and a UTF-8 byte order mark. */
export const downloadCsv = (name: string, rows: readonly (readonly (string | number)[])[]): void => {
  const lines = rows.map((row) => row.map(cell).join(';')).join('\r\n')
  download(name, new Blob(['\ufeff', lines, '\r\n'], { type: 'text/csv;charset=utf-8' }))
}

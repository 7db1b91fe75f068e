import { type ExportFormat, exportFormats } from '@kontor/contract/shared/exports'
import { isRecord } from '@kontor/contract/shared/is-record'

/** The user's last export. */
interface ExportChoice {
  readonly scope: string
  readonly format: ExportFormat
}

const storageKey = 'exportChoice'

/** Null before the first export, or if storage is blocked. */
export const readExportChoice = (): ExportChoice | null => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    if (!isRecord(stored)) return null
    const format = exportFormats.find((one) => one === stored.format)
    return format && typeof stored.scope === 'string' ? { scope: stored.scope, format } : null
  } catch {
    return null
  }
}

export const storeExportChoice = (choice: ExportChoice): void => {
  try {
    localStorage.setItem(storageKey, JSON.stringify(choice))
  } catch {
    // Storage is blocked: the next export starts with the defaults.
  }
}

import type { ChosenColumns, ImportMapping } from '@kontor/contract/shared/imports'
import { isRecord } from '@kontor/contract/shared/is-record'

const storageKey = 'importColumns'

/** Maximum header rows for which chosen fields are remembered. A file with other headers starts with the fields that its headers name. */
const maxRemembered = 20

/** Returns the key of a file's headers in a list. `kind` names the list, since the same headers may mean other fields in another list. */
const nameOf = (kind: string, { columns }: ImportMapping): string =>
  [kind, ...columns.map(({ header }) => header)].join('\n')

const readAll = (): [string, unknown][] => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    return isRecord(stored) ? Object.entries(stored) : []
  } catch {
    return []
  }
}

/** Returns the fields last chosen for a file with these headers; undefined without a choice, or if one of its fields no longer exists. */
export const rememberedColumns = (kind: string, mapping: ImportMapping): ChosenColumns | undefined => {
  const name = nameOf(kind, mapping)
  const stored = readAll().find(([key]) => key === name)?.[1]
  if (!Array.isArray(stored) || stored.length !== mapping.columns.length) return undefined
  const known = new Set(mapping.fields.map(({ field }) => field))
  const fields = stored.map((field: unknown) => (typeof field === 'string' && known.has(field) ? field : null))
  return fields.every((field, at) => field === stored[at]) ? fields : undefined
}

export const rememberColumns = (kind: string, mapping: ImportMapping, chosen: ChosenColumns): void => {
  const name = nameOf(kind, mapping)
  const others = readAll().filter(([key]) => key !== name)
  try {
    const kept = Object.fromEntries([...others, [name, chosen]].slice(-maxRemembered))
    localStorage.setItem(storageKey, JSON.stringify(kept))
  } catch {
    // Storage is blocked: the next file starts with the fields that its headers name.
  }
}

/** Returns the fields currently chosen for the file's columns. */
export const fieldsOf = ({ columns }: ImportMapping): ChosenColumns => columns.map(({ field }) => field)

export const isSameChoice = (a: ChosenColumns, b: ChosenColumns): boolean =>
  a.length === b.length && a.every((field, at) => field === b[at])

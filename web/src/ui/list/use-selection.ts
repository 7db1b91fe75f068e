import { type SetStateAction, useCallback, useMemo, useState } from 'react'
import { nothingSelected, type Selection } from '../table/data-table-model.ts'

/** The selected rows that still exist, since others may delete one. Cleared when the list's key changes. */
export const useSelection = (rows: readonly { readonly id: string | number }[], key?: unknown) => {
  const [chosen, setChosen] = useState({ key, ids: nothingSelected })
  const chosenIds = chosen.key === key ? chosen.ids : nothingSelected
  const selection = useMemo((): Selection => {
    const ids = rows.map(({ id }) => String(id)).filter((id) => chosenIds.has(id))
    return ids.length === chosenIds.size ? chosenIds : new Set(ids)
  }, [rows, chosenIds])
  const setSelection = useCallback(
    (ids: SetStateAction<Selection>) =>
      setChosen((old) => {
        const before = old.key === key ? old.ids : nothingSelected
        return { key, ids: typeof ids === 'function' ? ids(before) : ids }
      }),
    [key],
  )
  return [selection, setSelection] as const
}

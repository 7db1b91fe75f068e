import { type SetStateAction, useCallback, useMemo, useState } from 'react'
import { nothingSelected, type Selection } from '../table/data-table-model.ts'

/** Keeps a list's selected rows, without rows that others have deleted. Clears the selection when `key` changes. */
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

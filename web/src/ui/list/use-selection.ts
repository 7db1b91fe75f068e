import { useMemo, useState } from 'react'
import { nothingSelected, type Selection } from '../table/data-table-model.ts'

/** The selected rows that still exist, since others may delete one. */
export const useSelection = (rows: readonly { readonly id: string }[]) => {
  const [chosen, setChosen] = useState<Selection>(nothingSelected)
  const selection = useMemo((): Selection => {
    const ids = rows.filter(({ id }) => chosen.has(id)).map(({ id }) => id)
    return ids.length === chosen.size ? chosen : new Set(ids)
  }, [rows, chosen])
  return [selection, setChosen] as const
}

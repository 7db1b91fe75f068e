import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { isShortcutPress, useRecordShortcut } from '../../platform/shortcuts.ts'

/** A record's position in its filtered list, and functions that open its neighbours; null if there is no neighbour. */
export interface RecordMoves {
  /** The position, from 1 on; null if the list doesn't have the record. */
  readonly position: number | null
  readonly total: number
  readonly onPrevious: (() => void) | null
  readonly onNext: (() => void) | null
}

interface ListPart {
  /** The number of rows before the loaded part, and in all. Omit both if the whole list is loaded. */
  readonly offset?: number
  readonly total?: number
  /** Opens the last record before the loaded part, or the first one after it. */
  readonly onBeyond?: (direction: -1 | 1) => void
}

/**
 * Moves between the records of a filtered list, or of the part of it that is loaded, in the list's order. If a change of the open record,
 * such as a new status, removes it from the list, its place is kept: the next record is the one that moved up.
 */
export const useRecordMoves = <Id extends string | number>(
  ids: readonly Id[],
  id: Id | null,
  open: (id: Id) => void,
  { offset = 0, total = ids.length, onBeyond }: ListPart = {},
): RecordMoves => {
  const found = id === null ? -1 : ids.indexOf(id)
  const [seen, setSeen] = useState<{ readonly id: Id; readonly index: number } | null>(null)
  if (id !== null && found >= 0 && !(seen?.id === id && seen.index === found)) setSeen({ id, index: found })

  const hasLeft = found < 0 && seen !== null && seen.id === id
  const index = hasLeft ? seen.index : found
  if (index < 0) return { position: null, total, onPrevious: null, onNext: null }

  const moveTo = (next: number, direction: -1 | 1): (() => void) | null => {
    const target = ids[next]
    if (target !== undefined) return () => open(target)
    const isListed = offset + next >= 0 && offset + next < total
    return isListed && onBeyond ? () => onBeyond(direction) : null
  }
  return {
    position: hasLeft ? null : offset + index + 1,
    total,
    onPrevious: moveTo(index - 1, -1),
    onNext: moveTo(hasLeft ? index : index + 1, 1),
  }
}

/** Matches controls that handle arrow keys themselves. */
const arrowControls = '[role=tab], [role=radio], [role=slider], [role=combobox]'

/** Lets J and → open the next record, K and ← the previous one, unless the user is typing or an overlay is open above `sheet`. */
export const useRecordKeys = (sheet: RefObject<HTMLElement | null>, moves: RecordMoves | undefined): void => {
  useRecordShortcut('j', 'Neste i listen', () => moves?.onNext?.())
  useRecordShortcut('k', 'Forrige i listen', () => moves?.onPrevious?.())
  const latest = useRef(moves)
  useLayoutEffect(() => {
    latest.current = moves
  }, [moves])
  useLayoutEffect(() => {
    const move = (event: KeyboardEvent) => {
      if (!(event.key === 'ArrowLeft' || event.key === 'ArrowRight') || !isShortcutPress(event, sheet.current)) return
      if (event.target instanceof Element && event.target.closest(arrowControls)) return
      event.preventDefault()
      const run = event.key === 'ArrowRight' ? latest.current?.onNext : latest.current?.onPrevious
      run?.()
    }
    document.addEventListener('keydown', move)
    return () => document.removeEventListener('keydown', move)
  }, [sheet])
}

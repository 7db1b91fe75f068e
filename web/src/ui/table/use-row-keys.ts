import { type KeyboardEvent, type RefObject, useCallback, useLayoutEffect, useRef } from 'react'
import { isShortcutPress, useListShortcut, useShortcut } from '../../platform/shortcuts.ts'
import { firstList, focusFirstRow, indexOfRow, mainControlOf, moveBetweenRows, rowIn } from '../base/row-focus.ts'

interface RowKeys<Row> {
  /** The element whose descendants are the rows. */
  readonly list: RefObject<HTMLElement | null>
  readonly rows: readonly Row[]
  /** Called for Enter on a row's checkbox. On the main control, Enter opens the row by itself. */
  readonly onOpen?: ((row: Row) => void) | undefined
  readonly onEdit?: ((row: Row) => void) | undefined
  readonly onDelete?: ((row: Row) => void) | undefined
  /** Selects or deselects a row. */
  readonly onToggle?: ((index: number) => void) | undefined
}

/** Handles the keys of a list's rows: arrows move, Enter opens, E edits, Delete asks, Space selects. Pass the result's props to the list. */
export const useRowKeys = <Row>({ list, rows, onOpen, onEdit, onDelete, onToggle }: RowKeys<Row>) => {
  const latest = useRef({ rows, onOpen, onToggle })
  useLayoutEffect(() => {
    latest.current = { rows, onOpen, onToggle }
  })
  const onFocusedRow = (run: ((row: Row) => void) | undefined) =>
    run &&
    (() => {
      const row = rowIn(list.current, document.activeElement)
      const item = row && rows[indexOfRow(row)]
      if (item) run(item)
    })

  useShortcut('ArrowDown', 'Gå til første rad', () => focusFirstRow(firstList()))
  useListShortcut('e', 'Rediger raden', onFocusedRow(onEdit), list)
  useListShortcut('Delete', 'Slett raden', onFocusedRow(onDelete), list)

  const onKey = useCallback((event: KeyboardEvent<HTMLElement>): void => {
    const { target, currentTarget, key, type, repeat, nativeEvent } = event
    const row = rowIn(currentTarget, target)
    if (!row || !(target instanceof HTMLElement) || !isShortcutPress(nativeEvent, null)) return
    const { rows, onOpen, onToggle } = latest.current
    const isPress = type === 'keydown'
    if (isPress && (key === 'ArrowDown' || key === 'ArrowUp')) {
      event.preventDefault()
      moveBetweenRows(currentTarget, target, key === 'ArrowDown' ? 1 : -1)
    } else if (isPress && key === 'Enter' && target.matches('input')) {
      const item = rows[indexOfRow(row)]
      if (item) onOpen?.(item)
    } else if (key === ' ' && onToggle && target === mainControlOf(row)) {
      // Keeps Space from pressing the button, which it does when released, and from scrolling the page.
      event.preventDefault()
      if (isPress && !repeat) onToggle(indexOfRow(row))
    }
  }, [])

  return { 'data-rows': '', onKeyDown: onKey, onKeyUp: onKey } as const
}

import {
  type DragEvent,
  type FocusEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { type Identified, rowId } from '../../platform/list-state.ts'
import { useIsLive } from '../../platform/live.ts'
import { freezeOrder, type Place } from './freeze-order.ts'

interface Shown {
  /** The list's query in the URL: search, filters, order and page. */
  readonly view: string
  readonly chunks: number
  readonly places: readonly Place[]
}

/** Returns the search, filters, order and page, which lists keep in the URL. */
const currentView = (): string => location.search

/** Returns whether the pointer, a drag or the keyboard's focus is in the element that gets the returned handlers. */
const useIsOccupied = () => {
  const [isPointed, setPointed] = useState(false)
  const [isDragging, setDragging] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const focusedIn = useRef<Element | null>(null)
  // A removed row loses the focus without an event. This effect runs after the list has had the chance to restore the focus.
  useEffect(() => {
    if (isFocused && focusedIn.current?.contains(document.activeElement) === false) setFocused(false)
  })
  return {
    isOccupied: isPointed || isDragging || isFocused,
    handlers: {
      onPointerMove: () => setPointed(true),
      onPointerLeave: () => setPointed(false),
      // When a drag starts, the browser reports that the pointer leaves, so drags are tracked separately.
      onDragStart: () => setDragging(true),
      onDragEnd: () => setDragging(false),
      // A dropped element may be moved in the document; then no end of the drag is reported.
      onDrop: (event: DragEvent) => {
        setDragging(false)
        setPointed(event.defaultPrevented)
      },
      // Ignores focus from a mouse press: `isPointed` already covers the mouse.
      onFocusCapture: ({ target, currentTarget }: FocusEvent) => {
        focusedIn.current = currentTarget
        setFocused(target.matches(':focus-visible'))
      },
      onBlurCapture: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!currentTarget.contains(relatedTarget)) setFocused(false)
      },
    },
  }
}

const noGroup = (): string => ''

interface Groups<Row> {
  /** Must be the same function on every render: it is a dependency of memos. */
  readonly groupOf?: (row: Row) => string
  /** True while groups are fetched one by one. A row missing from one group may then be about to appear in another. */
  readonly isFetching?: boolean
  /** The number of chunks of rows that the user has loaded. The rows of a further chunk are shown at once. */
  readonly chunks?: number
}

/**
 * Keeps rows in place while the pointer or the keyboard focus is in the list, since others may change the list at any time. Values are
 * updated and deleted rows removed at once. New rows, another order and other groups wait until pointer and focus have left, or until the
 * user asks for other rows.
 */
export const useFrozenRows = <Row extends Identified>(
  rows: readonly Row[],
  { groupOf = noGroup, isFetching = false, chunks = 0 }: Groups<Row> = {},
) => {
  const { isOccupied, handlers } = useIsOccupied()
  const isFrozen = useIsLive() && isOccupied
  const shown = useRef<Shown>({ view: '', chunks: 0, places: [] })
  const lastRows = useRef<readonly Row[]>([])
  const moving = useRef(new Set<string>())
  const view = currentView()

  const { places, steady } = useMemo(() => {
    const current = rows.map((row): Place => ({ id: rowId(row), group: groupOf(row) }))
    if (!isFrozen || shown.current.view !== view) return { places: current, steady: rows }
    const known = new Set(shown.current.places.map(({ id }) => id))
    const added = chunks > shown.current.chunks ? current.flatMap(({ id }) => (known.has(id) ? [] : id)) : []
    const kept = freezeOrder(shown.current.places, current, new Set([...moving.current, ...added]))
    const byId = new Map([...(isFetching ? lastRows.current : []), ...rows].map((row) => [rowId(row), row]))
    const held = kept.flatMap(({ id }) => byId.get(id) ?? [])
    return held.length > 0 ? { places: kept, steady: held } : { places: current, steady: rows }
  }, [rows, groupOf, isFrozen, isFetching, chunks, view])
  useLayoutEffect(() => {
    shown.current = { view, chunks, places }
    lastRows.current = steady
    if (!isFrozen) moving.current.clear()
  }, [places, steady, view, chunks, isFrozen])

  const groups = useMemo(() => new Map(places.map(({ id, group }) => [id, group])), [places])
  return {
    rows: steady,
    /** Returns the group in which a row is shown. */
    shownGroupOf: useCallback((row: Row): string => groups.get(rowId(row)) ?? groupOf(row), [groups, groupOf]),
    /** Call it when the user moves a row to another group, so that the row goes there at once. */
    allowMove: useCallback((id: string): void => void moving.current.add(id), []),
    handlers,
  }
}

import { type FocusEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useIsLive } from '../platform/live.ts'

interface Shown {
  /** Filters, order and page. */
  readonly view: string
  readonly ids: readonly string[]
}

/** Lists keep it in the URL. */
const currentView = (): string => location.search

/**
 * Keeps rows in place while the pointer or the keyboard is in the list: others may change what is listed at any time. Values update, deleted
 * rows go, new rows and another order wait until both have left, or the user asks for other rows. `idOf` is a constant.
 */
export const useSteadyRows = <Row>(rows: readonly Row[], idOf: (row: Row) => string) => {
  const [isPointed, setPointed] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const isHeld = useIsLive() && (isPointed || isFocused)
  const shown = useRef<Shown>({ view: '', ids: [] })
  const view = currentView()

  const steady = useMemo(() => {
    if (!isHeld || shown.current.view !== view) return rows
    const byId = new Map(rows.map((row) => [idOf(row), row]))
    const kept = shown.current.ids.flatMap((id) => byId.get(id) ?? [])
    return kept.length > 0 ? kept : rows
  }, [rows, idOf, isHeld, view])
  useLayoutEffect(() => {
    shown.current = { view, ids: steady.map(idOf) }
  }, [steady, idOf, view])

  return {
    rows: steady,
    handlers: {
      onPointerMove: () => setPointed(true),
      onPointerLeave: () => setPointed(false),
      // The mouse focuses, too: then the pointer decides.
      onFocusCapture: ({ target }: FocusEvent) => setFocused(target.matches(':focus-visible')),
      onBlurCapture: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!currentTarget.contains(relatedTarget)) setFocused(false)
      },
    },
  }
}

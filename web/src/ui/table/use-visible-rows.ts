import { defaultRangeExtractor, type Range, useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type FocusEvent, type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { usePrinting } from '../../platform/printing.ts'
import { indexOfRow, rowIn } from '../base/row-focus.ts'

interface Rows {
  readonly count: number
  /** The layout, on which row heights depend. A new layout measures all rows again. */
  readonly layout: string
  readonly heightOf: (index: number) => number
  readonly idAt: (index: number) => string | undefined
  /** A row that is always rendered. */
  readonly kept?: number | null
  /** The scroll container; null if the page scrolls. */
  readonly box: RefObject<HTMLElement | null> | null
}

export interface VisibleRow {
  readonly index: number
  /** The height in pixels of the rows left out before this row. */
  readonly gap: number
}

/**
 * Virtualizes a long table: renders the rows in and near the viewport, and the focused row, so that scrolling keeps the focus. Renders all
 * rows in print.
 */
export const useVisibleRows = ({ count, layout, heightOf, idAt, kept = null, box }: Rows) => {
  const body = useRef<HTMLTableSectionElement>(null)
  const [scrollMargin, setScrollMargin] = useState(0)
  const [focused, setFocused] = useState<number | null>(null)

  const measureMargin = useCallback(() => {
    if (!body.current) return
    const top = body.current.getBoundingClientRect().top
    const scroller = box?.current
    setScrollMargin(
      Math.round(scroller ? top - scroller.getBoundingClientRect().top + scroller.scrollTop : top + window.scrollY),
    )
  }, [box])
  useLayoutEffect(measureMargin)
  // Measures again when the page grows: content above may grow without a re-render of this table.
  useLayoutEffect(() => {
    const observer = new ResizeObserver(measureMargin)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [measureMargin])

  const rangeExtractor = useCallback(
    (range: Range) => {
      const indexes = defaultRangeExtractor(range)
      // Adds the focused row and, for the arrow keys, its neighbours.
      const more = [...(focused === null ? [] : [focused - 1, focused, focused + 1]), ...(kept === null ? [] : [kept])]
      const added = more.filter((index) => index >= 0 && index < range.count)
      return added.length === 0 ? indexes : [...new Set([...indexes, ...added])].sort((a, b) => a - b)
    },
    [focused, kept],
  )

  // Memoized: a new function makes the virtualizer re-measure all rows.
  const getItemKey = useCallback((index: number) => idAt(index) ?? index, [idAt])

  const options = {
    count,
    estimateSize: heightOf,
    getItemKey,
    scrollMargin,
    rangeExtractor,
    useFlushSync: false,
    // Kept low: every extra row renders again on each keystroke of a search.
    overscan: 4,
  }
  const inWindow = useWindowVirtualizer({ ...options, enabled: box === null })
  const inBox = useVirtualizer({
    ...options,
    enabled: box !== null,
    getScrollElement: () => box?.current ?? null,
  })
  const virtualizer = box ? inBox : inWindow

  // biome-ignore lint/correctness/useExhaustiveDependencies: the heights depend on the layout
  useLayoutEffect(() => virtualizer.measure(), [layout, virtualizer])

  const isPrinting = usePrinting()
  const items = virtualizer.getVirtualItems()
  const visible = useMemo(
    () =>
      isPrinting
        ? Array.from({ length: count }, (_, index): VisibleRow => ({ index, gap: 0 }))
        : items.map(
            ({ index, start }, place): VisibleRow => ({
              index,
              gap: start - (items[place - 1]?.end ?? scrollMargin),
            }),
          ),
    [isPrinting, count, items, scrollMargin],
  )

  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const row = rowIn(event.currentTarget, event.target)
    setFocused(row && indexOfRow(row))
  }
  const onBlur = (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setFocused(null)
  }

  return {
    body,
    visible,
    /** The height in pixels of the rows left out after the last visible row. */
    gapAfter: isPrinting ? 0 : virtualizer.getTotalSize() + scrollMargin - (items.at(-1)?.end ?? scrollMargin),
    onFocus,
    onBlur,
  }
}

import { defaultRangeExtractor, type Range, useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type FocusEvent, type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'

interface Rows {
  readonly count: number
  /** Rows of another layout have other heights: a new one makes all be asked anew. */
  readonly layout: string
  readonly heightOf: (index: number) => number
  readonly idAt: (index: number) => string | undefined
  /** What scrolls; null where the page does. */
  readonly box: RefObject<HTMLElement | null> | null
}

export interface VisibleRow {
  readonly index: number
  /** Pixels of rows left out before this one. */
  readonly gap: number
}

/**
 * Which rows of a long table to draw: those in view or near it, and the one that has the focus, so that scrolling away does not
 * throw the focus out.
 */
export const useVisibleRows = ({ count, layout, heightOf, idAt, box }: Rows) => {
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
  // What stands above may grow without this table being drawn anew.
  useLayoutEffect(() => {
    const observer = new ResizeObserver(measureMargin)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [measureMargin])

  const rangeExtractor = useCallback(
    (range: Range) => {
      const indexes = defaultRangeExtractor(range)
      if (focused === null || focused >= range.count || indexes.includes(focused)) return indexes
      return [...indexes, focused].sort((a, b) => a - b)
    },
    [focused],
  )

  // A new function makes the virtualizer measure all rows anew.
  const keyAt = useCallback((index: number) => idAt(index) ?? index, [idAt])

  const options = {
    count,
    estimateSize: heightOf,
    getItemKey: keyAt,
    scrollMargin,
    rangeExtractor,
    useFlushSync: false,
    // Rows beyond the view: each is drawn at every key of a search that finds others.
    overscan: 4,
  }
  const inWindow = useWindowVirtualizer({ ...options, enabled: box === null })
  const inBox = useVirtualizer({
    ...options,
    enabled: box !== null,
    getScrollElement: () => box?.current ?? null,
  })
  const virtualizer = box ? inBox : inWindow

  // biome-ignore lint/correctness/useExhaustiveDependencies: the layout is what the heights depend on
  useLayoutEffect(() => virtualizer.measure(), [layout, virtualizer])

  const items = virtualizer.getVirtualItems()
  const visible = useMemo(
    () =>
      items.map(
        ({ index, start }, place): VisibleRow => ({
          index,
          gap: start - (items[place - 1]?.end ?? scrollMargin),
        }),
      ),
    [items, scrollMargin],
  )

  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const row = event.target.closest('tr[data-index]')
    setFocused(row ? Number(row.getAttribute('data-index')) : null)
  }
  const onBlur = (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setFocused(null)
  }

  return {
    body,
    visible,
    /** Pixels of rows left out after the last one. */
    gapAfter: virtualizer.getTotalSize() + scrollMargin - (items.at(-1)?.end ?? scrollMargin),
    onFocus,
    onBlur,
  }
}

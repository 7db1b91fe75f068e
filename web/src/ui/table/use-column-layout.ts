import { type RefObject, useLayoutEffect, useState } from 'react'
import { type Column, pinOf, pinVariable } from './data-table-model.ts'
import type { Widths } from './use-column-widths.ts'

/** The width in pixels of a column that the user shows after resizing others. */
const newColumnWidth = 160

const checkboxWidth = (box: HTMLElement): number =>
  box.querySelector<HTMLElement>('thead th:not([data-column])')?.offsetWidth ?? 0

export const widthOf = ({ id, width }: { readonly id: string; readonly width?: number }, widths: Widths): number =>
  widths[id] ?? width ?? newColumnWidth

/** Sets the position of each pinned column while the table scrolls sideways: next to the columns pinned before it on its side. */
const setPins = (box: HTMLElement, heads: readonly HTMLElement[], columns: ReadonlyMap<string, Column<never>>) => {
  const pinned = (side: 'start' | 'end') =>
    heads.filter(({ dataset }) => pinOf(columns.get(dataset.column ?? '')) === side)
  const place = (side: readonly HTMLElement[], from: number): number =>
    side.reduce((offset, head) => {
      box.style.setProperty(pinVariable(head.dataset.column ?? ''), `${offset}px`)
      return offset + head.offsetWidth
    }, from)
  const start = place(pinned('start'), checkboxWidth(box))
  const end = place(pinned('end').toReversed(), 0)
  // Keeps focused elements from being covered by pinned columns when they scroll into view.
  box.style.scrollPaddingInline = `${start}px ${end}px`
}

/**
 * Measures the columns' heads and positions the pinned ones. Returns the width that the table needs once the user has resized a column; 0
 * before that.
 */
export const useColumnLayout = (
  box: RefObject<HTMLElement | null>,
  columns: readonly Column<never>[],
  wide: boolean,
  widths: Widths | null,
): number => {
  const [needed, setNeeded] = useState(0)
  useLayoutEffect(() => {
    const element = box.current
    if (!element || !wide) return setNeeded(0)
    const byId = new Map(columns.map((column) => [column.id, column]))
    const measure = () => {
      // Leaves out columns that aren't displayed, since a narrow window has no room for them.
      const heads = [...element.querySelectorAll<HTMLElement>('th[data-column]')].filter((head) => head.offsetWidth > 0)
      setPins(element, heads, byId)
      const sum = heads.reduce((total, { dataset: { column = '' } }) => {
        const known = byId.get(column)
        if (!widths || !known) return total
        return total + widthOf(known, widths)
      }, checkboxWidth(element))
      setNeeded(widths ? sum : 0)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    for (const head of element.querySelectorAll('th')) observer.observe(head)
    return () => observer.disconnect()
  }, [box, columns, wide, widths])
  return needed
}

import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { cx } from '../base/cx.ts'

interface DataTableDetailProps {
  readonly columns: number
  /** True if the outer table shows columns. */
  readonly wide: boolean
  /** Called with the height in pixels whenever it changes. */
  readonly onHeight: (height: number) => void
  readonly children: ReactNode
}

/** A table row with the details of the row above it. */
export function DataTableDetail({ columns, wide, onHeight, children }: DataTableDetailProps) {
  const row = useRef<HTMLTableRowElement>(null)
  useLayoutEffect(() => {
    const element = row.current
    if (!element) return
    const observer = new ResizeObserver(() => onHeight(Math.round(element.getBoundingClientRect().height)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [onHeight])
  return (
    <tr ref={row} className="border-rule border-b">
      {/* Makes the heads of a table in it stick below the outer table's. */}
      <td
        colSpan={columns}
        className={cx('border-fjord border-l-2 p-0', wide ? '[--table-head-top:2.25rem]' : '[--table-head-top:3rem]')}
      >
        {children}
      </td>
    </tr>
  )
}

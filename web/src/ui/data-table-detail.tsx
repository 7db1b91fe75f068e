import { type ReactNode, useLayoutEffect, useRef } from 'react'

interface DataTableDetailProps {
  readonly columns: number
  /** Gets the height whenever it changes, in pixels. */
  readonly onHeight: (height: number) => void
  readonly children: ReactNode
}

/** A table row beneath another, with what belongs to that. */
export function DataTableDetail({ columns, onHeight, children }: DataTableDetailProps) {
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
      {/* The heads of a table in it stick below the outer table's. */}
      <td colSpan={columns} className="border-fjord border-l-2 p-0 [--table-head-top:2.25rem]">
        {children}
      </td>
    </tr>
  )
}

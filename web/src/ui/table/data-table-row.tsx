import { type ChangeEvent, type MouseEvent, memo, type ReactNode } from 'react'
import { cx } from '../base/cx.ts'
import { isOnControl } from '../base/row-focus.ts'
import { Checkbox } from '../form/checkbox.tsx'
import { actionsId, type Column, pinClasses, pinnedCheckbox, pinOf, pinStyle } from './data-table-model.ts'

interface DataTableRowProps<Row> {
  readonly row: Row
  readonly columns: readonly Column<Row>[]
  /** The index among all rows, rendered or not. */
  readonly index: number
  /** Height in pixels. */
  readonly height: number
  readonly wide: boolean
  /** True if the table scrolls inside its own box. */
  readonly boxed: boolean
  readonly selected: boolean
  /** True if the row's detail is shown below it. */
  readonly opened: boolean
  readonly nameOf: (row: Row) => string
  readonly narrow: (row: Row) => ReactNode
  readonly onToggle: ((index: number, event: ChangeEvent<HTMLInputElement>) => void) | undefined
  readonly onOpen: ((row: Row) => void) | undefined
}

/** Returns true for a click that opens the row: not on one of its controls, and not at the end of a text selection. */
const isOwnClick = (event: MouseEvent<HTMLElement>): boolean =>
  !isOnControl(event.target) && getSelection()?.isCollapsed !== false

function DataTableRowInner<Row>(props: DataTableRowProps<Row>) {
  const { row, columns, index, height, wide, boxed, selected, opened, nameOf, narrow, onToggle, onOpen } = props
  return (
    <tr
      data-index={index}
      aria-rowindex={index + 2}
      style={{ height }}
      onClick={(event) => onOpen && isOwnClick(event) && onOpen(row)}
      className={cx(
        'group border-rule',
        boxed ? '[&>td]:border-rule [&>td]:border-b' : 'border-b',
        selected || opened ? 'bg-fjord-tint' : cx('hover:bg-sunken has-focus-visible:bg-sunken', boxed && 'bg-paper'),
        onOpen && 'cursor-pointer',
      )}
    >
      {onToggle && (
        <td className={cx('w-10 cursor-default p-0', boxed && pinnedCheckbox)}>
          <Checkbox
            aria-label={`Velg ${nameOf(row)}`}
            checked={selected}
            onChange={(event) => onToggle(index, event)}
          />
        </td>
      )}
      {wide ? (
        columns.map((column) => (
          <td
            key={column.id}
            data-pin={pinOf(column)}
            style={boxed ? pinStyle(column) : undefined}
            className={cx(
              'truncate px-2.5 text-[0.8125rem] leading-tight',
              boxed && pinClasses(column),
              column.id === actionsId && 'row-actions',
              column.className,
            )}
          >
            {column.cell(row)}
          </td>
        ))
      ) : (
        <td className={cx('text-sm', onToggle && 'pl-1')}>{narrow(row)}</td>
      )}
    </tr>
  )
}

export const DataTableRow = memo(DataTableRowInner) as typeof DataTableRowInner

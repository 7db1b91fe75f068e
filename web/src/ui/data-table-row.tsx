import { FlexRender, type Row as ModelRow, type RowData } from '@tanstack/react-table'
import { type ChangeEvent, type MouseEvent, memo, type ReactNode } from 'react'
import { Checkbox } from './checkbox.tsx'
import { cx } from './cx.ts'
import { type Columns, type features, pinnedCell, pinnedCheckbox } from './data-table-model.ts'

export const rowControls = 'a[href], button, input'

export interface DataTableRowProps<Row extends RowData> {
  readonly row: ModelRow<typeof features, Row>
  /** Compared by the memo only, as is `hidden`: a change re-renders the row. */
  readonly columns: Columns<Row>
  /** Ids of the hidden columns. */
  readonly hidden: ReadonlySet<string>
  /** Among all rows, rendered or not; from 0. */
  readonly index: number
  /** In pixels. */
  readonly height: number
  readonly wide: boolean
  /** The table scrolls inside its own box. */
  readonly boxed: boolean
  readonly selected: boolean
  readonly nameOf: (row: Row) => string
  readonly narrow: (row: Row) => ReactNode
  readonly onToggle: ((index: number, event: ChangeEvent<HTMLInputElement>) => void) | undefined
  readonly onOpen: ((row: Row) => void) | undefined
}

/** Not on one of the row's controls, and not the end of a text selection. */
const isOwnClick = (event: MouseEvent<HTMLElement>): boolean =>
  !(event.target instanceof Element && event.target.closest(`${rowControls}, label`)) &&
  getSelection()?.isCollapsed !== false

function DataTableRowInner<Row extends RowData>(props: DataTableRowProps<Row>) {
  const { row, index, height, wide, boxed, selected, nameOf, narrow, onToggle, onOpen } = props
  return (
    <tr
      data-index={index}
      aria-rowindex={index + 2}
      style={{ height }}
      onClick={(event) => onOpen && isOwnClick(event) && onOpen(row.original)}
      className={cx(
        'group border-rule',
        boxed ? '[&>td]:border-rule [&>td]:border-b' : 'border-b',
        selected ? 'bg-fjord-tint' : boxed ? 'bg-paper hover:bg-sunken' : 'hover:bg-sunken',
        onOpen && 'cursor-pointer',
      )}
    >
      {onToggle && (
        <td className={cx('w-10 cursor-default p-0', boxed && pinnedCheckbox)}>
          <Checkbox
            aria-label={`Velg ${nameOf(row.original)}`}
            checked={selected}
            onChange={(event) => onToggle(index, event)}
          />
        </td>
      )}
      {wide ? (
        row.getVisibleCells().map((cell) => (
          <td
            key={cell.id}
            className={cx(
              'truncate px-2.5 text-[0.8125rem] leading-tight',
              boxed && cell.column.columnDef.meta?.pinned && pinnedCell,
              cell.column.columnDef.meta?.className,
            )}
          >
            <FlexRender cell={cell} />
          </td>
        ))
      ) : (
        <td className={cx('text-sm', onToggle && 'pl-1')}>{narrow(row.original)}</td>
      )}
    </tr>
  )
}

/** Compares the row's data: the table model creates a new object for the same row on every keystroke of a search. */
export const DataTableRow = memo(
  DataTableRowInner,
  ({ row: before, ...old }, { row: after, ...next }) =>
    before.original === after.original && Object.entries(next).every(([key, value]) => value === Reflect.get(old, key)),
) as typeof DataTableRowInner

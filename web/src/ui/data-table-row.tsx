import { FlexRender, type Row as ModelRow, type RowData } from '@tanstack/react-table'
import { type ChangeEvent, type MouseEvent, memo, type ReactNode } from 'react'
import { Checkbox } from './checkbox.tsx'
import { cx } from './cx.ts'
import { type Columns, type features, pinnedCell, pinnedCheckbox } from './data-table-model.ts'

export const rowControls = 'a[href], button, input'

export interface DataTableRowProps<Row extends RowData> {
  readonly row: ModelRow<typeof features, Row>
  /** What its cells are made of. */
  readonly columns: Columns<Row>
  /** Of these, the ids that are not shown. */
  readonly hidden: ReadonlySet<string>
  /** Among all rows, also those not drawn; from 0. */
  readonly index: number
  /** In pixels. */
  readonly height: number
  readonly wide: boolean
  /** The table scrolls in itself. */
  readonly boxed: boolean
  readonly selected: boolean
  readonly nameOf: (row: Row) => string
  readonly narrow: (row: Row) => ReactNode
  readonly onToggle: ((index: number, event: ChangeEvent<HTMLInputElement>) => void) | undefined
  readonly onOpen: ((row: Row) => void) | undefined
}

/** On the row itself, not on one of its controls and not to mark text. */
const isOwnClick = (event: MouseEvent<HTMLElement>): boolean =>
  !(event.target instanceof Element && event.target.closest(`${rowControls}, label`)) &&
  getSelection()?.isCollapsed !== false

function DataTableRowOf<Row extends RowData>(props: DataTableRowProps<Row>) {
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

/** Drawn anew only when what it shows is another: the model makes a new object for the same row at each keystroke of a search. */
export const DataTableRow = memo(
  DataTableRowOf,
  ({ row: before, ...old }, { row: after, ...next }) =>
    before.original === after.original && Object.entries(next).every(([key, value]) => value === Reflect.get(old, key)),
) as typeof DataTableRowOf

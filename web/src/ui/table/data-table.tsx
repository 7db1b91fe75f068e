import type { Sort } from '@kontor/contract/shared/sorting'
import {
  type ChangeEvent,
  memo,
  type PointerEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { type Identified, rowId } from '../../platform/list-state.ts'
import { usePrinting } from '../../platform/printing.ts'
import { cx } from '../base/cx.ts'
import { useMediaQuery } from '../base/use-media-query.ts'
import { Checkbox } from '../form/checkbox.tsx'
import { ColumnHeads, NarrowHead } from './data-table-head.tsx'
import { type Column, nothingSelected, type RowDetail, type Selection, type Unsorted } from './data-table-model.ts'
import { DataTableRow } from './data-table-row.tsx'
import { useColumnLayout } from './use-column-layout.ts'
import type { ColumnWidths } from './use-column-widths.ts'
import { useFrozenRows } from './use-frozen-rows.ts'
import { useKeptRowFocus } from './use-kept-row-focus.ts'
import { useRowKeys } from './use-row-keys.ts'
import { useVisibleRows } from './use-visible-rows.ts'

interface DataTableDetailProps {
  readonly columns: number
  /** True if the outer table shows columns. */
  readonly wide: boolean
  /** Called with the height in pixels whenever it changes. */
  readonly onHeight: (height: number) => void
  readonly children: ReactNode
}

/** A table row with the details of the row above it. */
function DataTableDetail({ columns, wide, onHeight, children }: DataTableDetailProps) {
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
      {/* Makes the heads of a table inside the detail stick below the outer table's heads. */}
      <td
        colSpan={columns}
        className={cx('border-fjord border-l-2 p-0', wide ? '[--table-head-top:2.25rem]' : '[--table-head-top:3rem]')}
      >
        {children}
      </td>
    </tr>
  )
}

interface RowSelectionOptions {
  /** The number of listed rows, rendered or not. */
  readonly count: number
  readonly idAt: (index: number) => string | undefined
  readonly selection: Selection
  readonly onChange: ((selection: Selection) => void) | undefined
}

const isShiftClick = ({ nativeEvent }: ChangeEvent): boolean =>
  nativeEvent instanceof MouseEvent && nativeEvent.shiftKey

const idsBetween = ({ idAt }: RowSelectionOptions, from: number, to: number): string[] =>
  Array.from({ length: Math.abs(to - from) + 1 }, (_, step) => idAt(Math.min(from, to) + step)).filter(
    (id) => id !== undefined,
  )

const allIds = (rows: RowSelectionOptions): string[] => (rows.count === 0 ? [] : idsBetween(rows, 0, rows.count - 1))

const indexOf = ({ count, idAt }: RowSelectionOptions, id: string | null): number => {
  for (let index = 0; index < count; index += 1) if (idAt(index) === id) return index
  return -1
}

/** Selects table rows; Shift+click selects the range from the row clicked before. */
const useRowSelection = (rows: RowSelectionOptions) => {
  const { count, selection, onChange } = rows
  const lastClicked = useRef<string | null>(null)
  // A ref keeps `toggle` stable, so that unchanged rows don't render again.
  const latest = useRef(rows)
  useLayoutEffect(() => {
    latest.current = rows
  })

  const setSelected = useCallback((from: number, index: number, selected: boolean) => {
    const now = latest.current
    const next = new Set(now.selection)
    for (const id of idsBetween(now, from, index)) {
      if (selected) next.add(id)
      else next.delete(id)
    }
    lastClicked.current = now.idAt(index) ?? null
    now.onChange?.(next)
  }, [])
  const toggle = useCallback(
    (index: number, event: ChangeEvent<HTMLInputElement>) => {
      const from = isShiftClick(event) ? indexOf(latest.current, lastClicked.current) : -1
      setSelected(from === -1 ? index : from, index, event.target.checked)
    },
    [setSelected],
  )

  return {
    all: count > 0 && selection.size >= count && allIds(rows).every((id) => selection.has(id)),
    some: selection.size > 0,
    toggle,
    toggleRow: (index: number) => setSelected(index, index, !selection.has(rows.idAt(index) ?? '')),
    toggleAll: (event: ChangeEvent<HTMLInputElement>) => onChange?.(new Set(event.target.checked ? allIds(rows) : [])),
  }
}

export interface DataTableProps<Row extends Identified> {
  readonly label: string
  /** Already filtered and sorted. */
  readonly rows: readonly Row[]
  readonly columns: readonly Column<Row>[]
  /** Ids of the hidden columns (`useColumnVisibility`). */
  readonly hidden?: ReadonlySet<string>
  /** Lets the user change the columns' widths (`useColumnWidths`). */
  readonly sizing?: ColumnWidths | undefined
  /** Names a row in its controls' labels. */
  readonly nameOf: (row: Row) => string
  /** The window width from which the table shows columns; 64rem by default. */
  readonly wideFrom?: '48rem' | '64rem'
  /**
   * The width that the columns need, in pixels. With less room, the table scrolls in both directions inside a box of the window's height,
   * in which heads and pinned columns stay visible.
   */
  readonly minWidth?: number
  /** The maximum height (a CSS length) of the table's box on wide screens, for tables with more columns than fit any screen. */
  readonly boxHeight?: string
  /** A new value scrolls the table back to its first row. */
  readonly pageKey?: string
  /** Renders a row on narrow screens, in place of columns. */
  readonly narrow: (row: Row) => ReactNode
  /** A row's height on narrow screens, in pixels. */
  readonly narrowHeight: number | ((row: Row) => number)
  readonly sort: Sort
  readonly onSortChange: (sort: Sort) => void
  /** The order before the user chooses one, if no column has it. */
  readonly unsorted?: Unsorted
  /** The open row's id and the content below that row. Keeps the table out of a box, unless it has a `boxHeight`. */
  readonly detail?: RowDetail | null
  readonly selection?: Selection
  readonly onSelectionChange?: (selection: Selection) => void
  /** Called for a click on a row outside its controls. */
  readonly onOpen?: (row: Row) => void
  /** Called when E is pressed on the focused row. */
  readonly onEdit?: (row: Row) => void
  /** Called when Delete is pressed on the focused row, to ask for confirmation. */
  readonly onDelete?: (row: Row) => void
  /** Called near the last rows, to fetch more. Omit it while fetching, and if there are no more. */
  readonly onEndNear?: () => void
}

/** `Page`'s horizontal margins and its maximum content width, in pixels. */
const pageMargins = 72
const maxContentWidth = 1848

/** The height of the window without a list's heading and filters, but at least a few rows. */
const defaultBoxHeight = 'max(20rem, calc(100dvh - 13rem - var(--search-line)))'

/** A row's height where the table shows columns, in pixels. */
const wideHeight = 40

export const defaultWideFrom = '64rem'

/** The number of rows before the last one at which more rows are fetched. */
const rowsBeforeEnd = 50

/** Sets a truncated cell's full text as its tooltip. */
const showFullText = ({ target }: PointerEvent<HTMLElement>): void => {
  const cell = target instanceof Element ? target.closest<HTMLElement>('.truncate, .line-clamp-2') : null
  if (!cell) return
  const isCut = cell.scrollWidth > cell.clientWidth || cell.scrollHeight > cell.clientHeight
  cell.title = isCut ? cell.textContent : ''
}

function Gap({ height }: { height: number }) {
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it can have the focus
  return height > 0 ? <tr aria-hidden="true" style={{ height }} /> : null
}

function DataTableInner<Row extends Identified>(props: DataTableProps<Row>) {
  const { label, columns, nameOf, wideFrom = defaultWideFrom, narrow, narrowHeight, onOpen } = props
  const { boxHeight, pageKey, onEndNear, onEdit, onDelete, detail = null } = props
  // An open detail keeps the table out of a box, unless it has a `boxHeight`. Columns can't be resized then, and keep their widths only if these fit.
  const isContained = detail !== null
  const { sort, onSortChange, selection = nothingSelected, onSelectionChange, hidden = nothingSelected } = props
  const { rows, handlers } = useFrozenRows(props.rows)
  const wide = useMediaQuery(`(min-width: ${wideFrom})`)
  const box = useRef<HTMLDivElement>(null)
  const visibleColumns = useMemo(() => columns.filter(({ id }) => !hidden.has(id)), [columns, hidden])
  const sizedWidth = useColumnLayout(box, visibleColumns, wide, props.sizing?.widths ?? null)
  const minWidth = sizedWidth || (props.minWidth ?? 0)
  const columnsFit = useMediaQuery(`(min-width: ${minWidth + pageMargins}px)`) && minWidth <= maxContentWidth
  const boxed = !usePrinting() && wide && (boxHeight !== undefined || (!columnsFit && !isContained))

  const idAt = useCallback(
    (index: number) => {
      const row = rows[index]
      return row && rowId(row)
    },
    [rows],
  )
  const heightAt = (index: number): number => {
    const row = rows[index]
    if (!row || wide) return row ? wideHeight : 0
    return typeof narrowHeight === 'number' ? narrowHeight : narrowHeight(row)
  }
  const [detailHeight, setDetailHeight] = useState(0)
  const openedIndex = detail === null ? -1 : rows.findIndex((row) => rowId(row) === detail.id)
  const virtualRows = useVisibleRows({
    layout: `${wide ? 'wide' : 'narrow'} ${detail ? `${detail.id} ${detailHeight}` : ''}`,
    count: rows.length,
    heightOf: (index) => heightAt(index) + (index === openedIndex ? detailHeight : 0),
    kept: openedIndex === -1 ? null : openedIndex,
    idAt,
    box: boxed ? box : null,
  })
  const endNear = (virtualRows.visible.at(-1)?.index ?? 0) >= rows.length - rowsBeforeEnd
  useEffect(() => {
    if (endNear) onEndNear?.()
  }, [endNear, onEndNear])
  const lastPageKey = useRef(pageKey)
  useLayoutEffect(() => {
    if (lastPageKey.current === pageKey) return
    lastPageKey.current = pageKey
    // Uses `void`, since some browsers return a promise from scroll methods.
    void box.current?.scrollTo({ top: 0 })
    if (box.current && box.current.getBoundingClientRect().top < 0) void box.current.scrollIntoView()
  }, [pageKey])
  const rowSelection = useRowSelection({
    count: rows.length,
    idAt,
    selection,
    onChange: onSelectionChange,
  })

  const keys = useRowKeys({
    list: virtualRows.body,
    rows,
    onOpen,
    onEdit,
    onDelete,
    onToggle: onSelectionChange && rowSelection.toggleRow,
  })
  const keptFocus = useKeptRowFocus()

  const selectAll = onSelectionChange && (
    <Checkbox
      aria-label="Velg alle viste"
      checked={rowSelection.all}
      indeterminate={rowSelection.some && !rowSelection.all}
      onChange={rowSelection.toggleAll}
    />
  )

  return (
    <div
      ref={box}
      style={boxed ? { maxHeight: boxHeight ?? defaultBoxHeight } : undefined}
      className={boxed ? 'relative scroll-pt-9 overflow-auto overscroll-x-contain' : undefined}
    >
      <table
        aria-label={label}
        aria-rowcount={rows.length + 1}
        style={boxed ? { minWidth } : undefined}
        className={cx(
          'w-full table-fixed text-left',
          // Doesn't collapse borders, which wouldn't move with pinned cells.
          boxed ? 'border-separate border-spacing-0' : 'border-collapse',
        )}
      >
        {wide ? (
          <ColumnHeads
            columns={visibleColumns}
            sort={sort}
            onSortChange={onSortChange}
            selectAll={selectAll}
            boxed={boxed}
            sizing={isContained ? undefined : props.sizing}
            widths={isContained && !columnsFit ? null : props.sizing?.widths}
          />
        ) : (
          <NarrowHead
            label={label}
            columns={columns}
            sort={sort}
            onSortChange={onSortChange}
            unsorted={props.unsorted}
            selectAll={selectAll}
          />
        )}
        <tbody
          ref={virtualRows.body}
          onFocus={(event) => {
            virtualRows.onFocus(event)
            keptFocus.onFocus(event)
          }}
          onBlur={(event) => {
            virtualRows.onBlur(event)
            keptFocus.onBlur()
          }}
          {...keys}
          onPointerOver={showFullText}
          {...handlers}
        >
          {virtualRows.visible.map(({ index, gap }) => {
            const row = rows[index]
            if (row === undefined) return null
            const id = rowId(row)
            return [
              <Gap key={`gap-${id}`} height={gap} />,
              <DataTableRow
                key={id}
                row={row}
                columns={visibleColumns}
                index={index}
                height={heightAt(index)}
                wide={wide}
                boxed={boxed}
                selected={selection.has(id)}
                opened={index === openedIndex}
                nameOf={nameOf}
                narrow={narrow}
                onToggle={onSelectionChange && rowSelection.toggle}
                onOpen={onOpen}
              />,
              detail && index === openedIndex && (
                <DataTableDetail
                  key={`detail-${id}`}
                  columns={(wide ? visibleColumns.length : 1) + (onSelectionChange ? 1 : 0)}
                  wide={wide}
                  onHeight={setDetailHeight}
                >
                  {detail.content}
                </DataTableDetail>
              ),
            ]
          })}
          <Gap height={virtualRows.gapAfter} />
        </tbody>
      </table>
    </div>
  )
}

/**
 * A table that renders only the rows in view. The page scrolls, or the table inside its box; the heads are sticky. Memoized, so
 * that typing in a search box doesn't render it twice.
 */
export const DataTable = memo(DataTableInner) as typeof DataTableInner

import type { Sort } from '@kontor/contract/shared/sorting'
import { type RowData, type Updater, useTable } from '@tanstack/react-table'
import {
  type KeyboardEvent,
  memo,
  type PointerEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'
import { Checkbox } from './checkbox.tsx'
import { cx } from './cx.ts'
import { ColumnHeads, NarrowHead } from './data-table-head.tsx'
import { type Columns, features, nothingSelected, type Selection } from './data-table-model.ts'
import { DataTableRow, rowControls } from './data-table-row.tsx'
import { useMediaQuery } from './use-media-query.ts'
import { useRowSelection } from './use-row-selection.ts'
import { useVisibleRows, type VisibleRow } from './use-visible-rows.ts'

export interface DataTableProps<Row extends RowData> {
  /** What the table is called. */
  readonly label: string
  /** Filtered and sorted by the screen, as they are to be shown. */
  readonly rows: readonly Row[]
  readonly columns: Columns<Row>
  /** Ids of columns that are not shown (`useColumnVisibility`). */
  readonly hidden?: ReadonlySet<string>
  readonly idOf: (row: Row) => string
  /** What a row is called in the names of its controls. */
  readonly nameOf: (row: Row) => string
  /** From which width of the window columns have room; 48rem when left out. */
  readonly wideFrom?: '48rem' | '64rem'
  /** What its columns need to be read, in pixels: with less room the table scrolls sideways, and its heads go with it. */
  readonly minWidth?: number
  /**
   * Where columns have room, the table scrolls in itself both ways: as high as this (a CSS length), its heads and pinned
   * columns in sight. For more columns than any screen holds.
   */
  readonly boxHeight?: string
  /** Another one brings the table back to its first row. */
  readonly pageKey?: string
  /** What a row shows where columns have no room. */
  readonly narrow: (row: Row) => ReactNode
  /** In pixels. */
  readonly heightOf: (row: Row, wide: boolean) => number
  readonly sort?: Sort
  readonly onSortChange?: (sort: Sort) => void
  readonly selection?: Selection
  readonly onSelectionChange?: (selection: Selection) => void
  /** A click on a row, beside its own controls. */
  readonly onOpen?: (row: Row) => void
  /** The last rows are near: time to fetch more. Left out while they are fetched and when there are none. */
  readonly onEndNear?: () => void
}

/** What `Page` leaves beside its content, and the most that it gives it; in pixels. */
const pageMargins = 72
const widestPage = 1384

/** How many rows before the last one more are fetched. */
const rowsBeforeEnd = 50

const resolve = <T,>(updater: Updater<T>, old: T): T =>
  typeof updater === 'function' ? (updater as (old: T) => T)(old) : updater

const rowsAt = <Row,>(rows: readonly Row[], visible: readonly VisibleRow[]): Row[] =>
  visible.map(({ index }) => rows[index]).filter((row) => row !== undefined)

/** Up and down move the focus to the same control of the next row. */
const moveBetweenRows = (event: KeyboardEvent<HTMLElement>): void => {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  if (!(event.target instanceof HTMLElement)) return
  const row = event.target.closest('tr[data-index]')
  const index = Number(row?.getAttribute('data-index')) + (event.key === 'ArrowDown' ? 1 : -1)
  const next = event.currentTarget.querySelector(`tr[data-index="${index}"]`)
  if (!row || !next) return
  const position = [...row.querySelectorAll(rowControls)].indexOf(event.target)
  const target = [...next.querySelectorAll<HTMLElement>(rowControls)].at(position)
  event.preventDefault()
  target?.focus()
}

/** A text that has no room in its cell is told whole under the pointer. */
const tellWhole = ({ target }: PointerEvent<HTMLElement>): void => {
  const cut = target instanceof Element ? target.closest<HTMLElement>('.truncate') : null
  if (cut) cut.title = cut.scrollWidth > cut.clientWidth ? cut.textContent : ''
}

function Gap({ height }: { height: number }) {
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it can have the focus
  return height > 0 ? <tr aria-hidden="true" style={{ height }} /> : null
}

function DataTableOf<Row extends RowData>(props: DataTableProps<Row>) {
  const { label, rows, columns, idOf, nameOf, wideFrom = '48rem', minWidth = 0, narrow, heightOf, onOpen } = props
  const { boxHeight, pageKey, onEndNear } = props
  const { sort, onSortChange, selection = nothingSelected, onSelectionChange, hidden = nothingSelected } = props
  const wide = useMediaQuery(`(min-width: ${wideFrom})`)
  const roomy = useMediaQuery(`(min-width: ${minWidth + pageMargins}px)`) && minWidth <= widestPage
  const boxed = wide && boxHeight !== undefined
  const scrolls = boxed || (wide && !roomy)
  const box = useRef<HTMLDivElement>(null)
  // The table compares its state by identity, so what stands for "none" is the same at each draw.
  const sorting = useMemo(() => (sort ? [sort] : []), [sort])

  const columnVisibility = useMemo(() => Object.fromEntries([...hidden].map((id) => [id, false])), [hidden])

  const idAt = useCallback(
    (index: number) => {
      const row = rows[index]
      return row && idOf(row)
    },
    [rows, idOf],
  )
  const heightAt = (index: number): number => {
    const row = rows[index]
    return row ? heightOf(row, wide) : 0
  }
  const lines = useVisibleRows({
    layout: wide ? 'wide' : 'narrow',
    count: rows.length,
    heightOf: heightAt,
    idAt,
    box: boxed ? box : null,
  })
  const endNear = (lines.visible.at(-1)?.index ?? 0) >= rows.length - rowsBeforeEnd
  useEffect(() => {
    if (endNear) onEndNear?.()
  }, [endNear, onEndNear])
  const shownPage = useRef(pageKey)
  useLayoutEffect(() => {
    if (shownPage.current === pageKey) return
    shownPage.current = pageKey
    // In some browsers they answer with a promise, which is no clean-up.
    void box.current?.scrollTo({ top: 0 })
    if (box.current && box.current.getBoundingClientRect().top < 0) void box.current.scrollIntoView()
  }, [pageKey])
  // Only the rows that are drawn: a model of ten thousand, made anew at each keystroke of a search, is felt.
  const data = useMemo(() => rowsAt(rows, lines.visible), [rows, lines.visible])

  const table = useTable({
    features,
    columns,
    data,
    getRowId: idOf,
    manualSorting: true,
    enableMultiSort: false,
    enableSortingRemoval: false,
    sortDescFirst: false,
    state: { sorting, columnVisibility },
    onSortingChange: (updater) => {
      const next = resolve(updater, sorting)[0]
      if (next) onSortChange?.(next)
    },
  })
  const drawn = table.getRowModel().rows
  const chosen = useRowSelection({
    count: rows.length,
    idAt,
    selection,
    onChange: onSelectionChange,
  })

  const selectAll = onSelectionChange && (
    <Checkbox
      aria-label="Velg alle viste"
      checked={chosen.all}
      indeterminate={chosen.some && !chosen.all}
      onChange={chosen.toggleAll}
    />
  )

  return (
    <div
      ref={box}
      style={boxed ? { maxHeight: boxHeight } : undefined}
      className={cx(scrolls && !boxed && 'overflow-x-auto', boxed && 'scroll-pt-9 overflow-auto overscroll-x-contain')}
    >
      <table
        aria-label={label}
        aria-rowcount={rows.length + 1}
        style={scrolls ? { minWidth } : undefined}
        className={cx(
          'w-full table-fixed text-left',
          // Collapsed borders do not go with what is pinned.
          boxed ? 'border-separate border-spacing-0' : 'border-collapse',
        )}
      >
        {wide ? (
          <ColumnHeads
            headers={table.getHeaderGroups().flatMap((group) => group.headers)}
            selectAll={selectAll}
            boxed={boxed}
          />
        ) : (
          <NarrowHead
            label={label}
            columns={table.getAllColumns()}
            sort={sort}
            onSortChange={onSortChange}
            selectAll={selectAll}
          />
        )}
        <tbody
          ref={lines.body}
          onFocus={lines.onFocus}
          onBlur={lines.onBlur}
          onKeyDown={moveBetweenRows}
          onPointerOver={tellWhole}
        >
          {lines.visible.map(({ index, gap }, place) => {
            const row = drawn[place]
            if (!row) return null
            return [
              <Gap key={`gap-${row.id}`} height={gap} />,
              <DataTableRow
                key={row.id}
                row={row}
                columns={columns}
                hidden={hidden}
                index={index}
                height={heightAt(index)}
                wide={wide}
                boxed={boxed}
                selected={selection.has(row.id)}
                nameOf={nameOf}
                narrow={narrow}
                onToggle={onSelectionChange && chosen.toggle}
                onOpen={onOpen}
              />,
            ]
          })}
          <Gap height={lines.gapAfter} />
        </tbody>
      </table>
    </div>
  )
}

/** A table that draws only the rows in view; the page scrolls, or the table in itself, and the heads stay. The memo keeps typing in a search box from drawing it twice. */
export const DataTable = memo(DataTableOf) as typeof DataTableOf

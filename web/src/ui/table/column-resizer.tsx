import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import {
  type ColumnWidths,
  maxWidthOfColumn,
  minWidthOfColumn,
  minWidthOfName,
  type Widths,
} from './use-column-widths.ts'

/** Pixels per press of an arrow key. */
const step = 16

interface ColumnResizerProps extends ColumnWidths {
  readonly id: string
  readonly header: string
  readonly isName: boolean
}

interface Drag {
  readonly from: number
  readonly widths: Widths
}

/** Returns all columns' current widths, which are kept while one of them changes. */
const measure = (head: Element): Widths =>
  Object.fromEntries(
    [...(head.parentElement?.querySelectorAll<HTMLElement>('th[data-column]') ?? [])].flatMap((th) => {
      const { column } = th.dataset
      return column === undefined || th.offsetWidth === 0 ? [] : [[column, th.offsetWidth]]
    }),
  )

/** The right edge of a column's head. The user changes the column's width by dragging the edge or by arrow keys. */
export function ColumnResizer({ id, header, isName, widths, setWidths }: ColumnResizerProps) {
  const drag = useRef<Drag | null>(null)
  const min = isName ? minWidthOfName : minWidthOfColumn
  const resize = (from: Widths, width: number) =>
    setWidths({ ...from, ...widths, [id]: Math.round(Math.min(maxWidthOfColumn, Math.max(min, width))) })

  const startDrag = (event: PointerEvent<HTMLElement>) => {
    const head = event.currentTarget.closest('th')
    if (event.button !== 0 || !head) return
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { from: event.clientX, widths: measure(head) }
  }
  const continueDrag = (event: PointerEvent<HTMLElement>) => {
    const { current } = drag
    if (current) resize(current.widths, (current.widths[id] ?? min) + event.clientX - current.from)
  }
  const endDrag = () => {
    drag.current = null
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const head = event.currentTarget.closest('th')
    if (!head || event.ctrlKey || event.metaKey || event.altKey) return
    const now = measure(head)
    const width = now[id] ?? min
    const next = { ArrowLeft: width - step, ArrowRight: width + step, Home: min, End: maxWidthOfColumn }[event.key]
    if (next === undefined && event.key !== 'Enter') return
    event.preventDefault()
    if (next === undefined) setWidths(null)
    else resize(now, next)
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule can't have a value that the user changes
    <span
      role="separator"
      aria-orientation="vertical"
      aria-valuemin={min}
      aria-valuemax={maxWidthOfColumn}
      aria-valuenow={widths?.[id] ?? min}
      // Describes the control. A label would become part of the column's name.
      aria-valuetext={`Bredde på ${header}: ${widths?.[id] === undefined ? 'automatisk' : `${widths[id]} piksler`}`}
      tabIndex={0}
      onPointerDown={startDrag}
      onPointerMove={continueDrag}
      onPointerUp={endDrag}
      onPointerCancel={endDrag}
      onDoubleClick={() => setWidths(null)}
      onKeyDown={onKeyDown}
      className="group/edge absolute inset-y-0 right-0 flex w-2.5 cursor-col-resize touch-none justify-end rounded-sm py-1.5 -outline-offset-2"
    >
      <span className="w-px bg-transparent group-hover/heads:bg-rule group-hover/edge:w-0.5 group-hover/edge:bg-fjord group-focus-visible/edge:bg-fjord" />
    </span>
  )
}

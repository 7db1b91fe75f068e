import { type DragEvent, useEffect, useRef, useState } from 'react'
import { formatNumber } from '../../../platform/format.ts'
import { Button } from '../../../ui/base/button.tsx'
import { cx } from '../../../ui/base/cx.ts'
import { Skeleton } from '../../../ui/base/skeleton.tsx'
import type { Lead } from '../leads.api.ts'
import { type CardProps, dragType, focusCard, LeadCard } from './lead-card.tsx'
import { StatusMark } from './lead-cells.tsx'
import type { BoardColumn as ColumnState } from './use-board-columns.ts'

interface BoardColumnProps extends Pick<CardProps, 'onOpen' | 'onQuick'> {
  readonly column: ColumnState
  readonly leads: readonly Lead[]
  /** The number of leads with this status that match the filters, loaded or not; undefined while it is fetched. */
  readonly count: number | undefined
  readonly onDrop: (id: number) => void
}

export function BoardColumn({ column, leads, count, onDrop, onOpen, onQuick }: BoardColumnProps) {
  const { status, isLoaded } = column
  const [isDragOver, setDragOver] = useState(false)
  const accepts = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes(dragType)
  const drop = (event: DragEvent) => {
    setDragOver(false)
    if (!accepts(event)) return
    event.preventDefault()
    onDrop(Number(event.dataTransfer.getData(dragType)))
  }
  return (
    <section
      aria-label={status}
      onDragOver={(event) => {
        if (!accepts(event)) return
        event.preventDefault()
        setDragOver(true)
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setDragOver(false)
      }}
      onDrop={drop}
      className={cx(
        'flex w-[min(18rem,80vw)] shrink-0 snap-start flex-col rounded-md border lg:max-w-96 xl:w-auto xl:min-w-48 xl:flex-1',
        // If the six columns don't fit, cuts off the last visible one, to show that there are more.
        'lg:max-xl:w-[calc((100vw-5.5rem)/4.2)] lg:max-xl:grow',
        isDragOver ? 'border-fjord bg-fjord-tint' : 'border-transparent bg-sunken',
      )}
    >
      <h3 className="flex shrink-0 items-center gap-1.5 px-3 py-2 font-semibold text-sm">
        <StatusMark status={status} /> {status}{' '}
        <span className="ml-auto font-normal text-soft tabular-nums">
          {count === undefined ? '' : formatNumber(count)}
        </span>
      </h3>
      <div className="relative flex min-h-0 flex-1 flex-col gap-2 overflow-y-auto px-2 pb-2">
        {!isLoaded && <Skeleton className="h-24 shrink-0 bg-paper" />}
        <ul className="flex flex-col gap-2">
          {leads.map((lead) => (
            <LeadCard key={lead.id} lead={lead} column={status} onOpen={onOpen} onQuick={onQuick} />
          ))}
        </ul>
        {isLoaded && leads.length === 0 && <p className="px-1 text-[0.8125rem] text-soft">Ingen</p>}
        {column.more.isThere && <MoreCards column={column} leads={leads} count={count} />}
      </div>
    </section>
  )
}

/** Fetches the column's next cards shortly before the user scrolls to its end, or when they press the button. */
function MoreCards({ column, leads, count }: Pick<BoardColumnProps, 'column' | 'leads' | 'count'>) {
  const { more, error, status } = column
  const ahead = useRef<HTMLSpanElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const lastBefore = useRef<number | null>(null)
  const fetchMore = useRef(more.fetch)
  useEffect(() => {
    fetchMore.current = more.fetch
  })

  const mayFetch = !more.isFetching && error === null
  // biome-ignore lint/correctness/useExhaustiveDependencies: more cards move its end
  useEffect(() => {
    if (!mayFetch || !ahead.current) return undefined
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) fetchMore.current()
    })
    observer.observe(ahead.current)
    return () => observer.disconnect()
  }, [mayFetch, leads.length])

  const fetchByButton = () => {
    if (more.isFetching) return
    lastBefore.current = leads.at(-1)?.id ?? null
    more.fetch()
  }
  // After a press of the button, focuses the first of the new cards, for keyboard users.
  useEffect(() => {
    const next = leads[leads.findIndex(({ id }) => id === lastBefore.current) + 1]
    if (lastBefore.current === null || !next) return
    lastBefore.current = null
    if (document.activeElement === button.current) focusCard(next.id)
  }, [leads])
  return (
    <p className="relative flex shrink-0 flex-col items-center gap-1 pt-1 text-[0.8125rem] text-soft">
      <span ref={ahead} aria-hidden="true" className="pointer-events-none absolute right-0 bottom-0 left-0 h-160" />
      {count !== undefined && `Viser ${formatNumber(leads.length)} av ${formatNumber(count)}`}
      <Button
        ref={button}
        size="small"
        data-more
        aria-label={`Vis flere med status ${status}`}
        working={more.isFetching}
        workingLabel="Henter …"
        onClick={fetchByButton}
        className="relative w-full"
      >
        {error ? 'Prøv igjen' : 'Vis flere'}
      </Button>
    </p>
  )
}

import { type LeadStatus, leadStatuses } from '@kontor/contract/leads/leads.rules'
import { type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { errorText, SessionExpiredError } from '../../../platform/api-client.ts'
import { formatNumber } from '../../../platform/format.ts'
import { useShortcut } from '../../../platform/shortcuts.ts'
import { cx } from '../../../ui/cx.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ErrorState, Notice } from '../../../ui/states.tsx'
import { useSteadyRows } from '../../../ui/use-steady-rows.ts'
import type { Lead, LeadListKey, LeadSummary } from '../leads.api.ts'
import { ChoiceCell, LeadFacts, LeadMarks, LeadNameButton, type OpenQuick, StatusMark } from './lead-cells.tsx'
import { useBoardColumns } from './use-board-columns.ts'

const focusCard = (id: number): void => document.querySelector<HTMLElement>(`[data-card="${id}"] [data-lead]`)?.focus()

/** Keeps focus on a card moved by keyboard, also back when the move is rejected: each move remounts the card. */
const useFocusOnMovedCard = () => {
  const movedId = useRef<number | null>(null)
  useEffect(() => {
    const clearMoved = ({ target }: Event) => {
      const keepsFocus = `[data-card="${movedId.current}"], [role=dialog]`
      if (!(target instanceof Element && target.closest(keepsFocus))) movedId.current = null
    }
    const controller = new AbortController()
    const { signal } = controller
    document.addEventListener('pointerdown', clearMoved, { signal })
    document.addEventListener('focusin', clearMoved, { signal })
    return () => controller.abort()
  }, [])
  useEffect(() => {
    if (movedId.current !== null && document.activeElement === document.body) focusCard(movedId.current)
  })
  return (id: number) => {
    movedId.current = id
  }
}

export const staleText = (error: unknown): string =>
  `Failed to fetch leads. Listen kan være gammel. ${errorText(error)}`

/** The drag data's type: the board accepts only its own cards. */
const dragType = 'application/x-kontor-card'

interface CardProps {
  readonly lead: Lead
  readonly onOpen: (lead: Lead) => void
  readonly onQuick: OpenQuick
}

function Card({ lead, onOpen, onQuick }: CardProps) {
  return (
    <li
      draggable
      data-card={lead.id}
      onDragStart={(event) => {
        event.dataTransfer.setData(dragType, String(lead.id))
        event.dataTransfer.effectAllowed = 'move'
      }}
      className="cursor-grab rounded-md border border-rule bg-surface px-3 py-2 text-[0.8125rem] active:cursor-grabbing"
    >
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
        <LeadNameButton lead={lead} onOpen={onOpen} className="line-clamp-2" />
        <LeadMarks lead={lead} />
      </span>
      <span className="mt-0.5 block text-soft [overflow-wrap:anywhere]">
        <LeadFacts lead={lead} />
      </span>
      {lead.next_step && <span className="mt-1 line-clamp-2 [overflow-wrap:anywhere]">{lead.next_step}</span>}
      <span className="mt-0.5 block">
        <ChoiceCell lead={lead} field="status" onQuick={onQuick} />
      </span>
    </li>
  )
}

interface ColumnProps extends Omit<CardProps, 'lead'> {
  readonly status: LeadStatus
  readonly leads: readonly Lead[] | undefined
  /** All leads with the status that match the filters. */
  readonly count: number | undefined
  readonly onDrop: (id: number) => void
}

function Column({ status, leads, count, onDrop, onOpen, onQuick }: ColumnProps) {
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
        'flex w-64 shrink-0 snap-start flex-col gap-2 rounded-md border p-2 lg:w-auto lg:min-w-44 lg:max-w-96 lg:flex-1',
        isDragOver ? 'border-fjord bg-fjord-tint' : 'border-transparent bg-sunken',
      )}
    >
      <h3 className="flex items-center gap-1.5 px-1 font-semibold text-sm">
        <StatusMark status={status} /> {status}
        <span className="ml-auto font-normal text-soft tabular-nums">
          {count === undefined ? '' : formatNumber(count)}
        </span>
      </h3>
      {!leads && <Skeleton className="h-16 bg-paper" />}
      <ul className="flex flex-col gap-2">
        {leads?.map((lead) => (
          <Card key={lead.id} lead={lead} onOpen={onOpen} onQuick={onQuick} />
        ))}
      </ul>
      {leads?.length === 0 && <p className="px-1 text-[0.8125rem] text-soft">Ingen</p>}
      {leads && count !== undefined && count > leads.length && (
        <p className="px-1 text-[0.8125rem] text-soft">
          Viser {formatNumber(leads.length)} av {formatNumber(count)}. Velg status over for å se flere.
        </p>
      )}
    </section>
  )
}

const idOf = ({ id }: Lead): string => String(id)
const statusOf = ({ status }: Lead): LeadStatus => status

interface LeadBoardProps extends Omit<CardProps, 'lead'> {
  readonly listKey: LeadListKey
  readonly summary: LeadSummary | undefined
  readonly onEdit: (lead: Lead) => void
  readonly onMove: (lead: Lead, status: LeadStatus) => void
  readonly onRetry: () => void
}

/**
 * The leads in columns by status. A card is dragged to another column, or moved with Shift and an arrow key. Shows the same
 * cached leads as the list.
 */
export function LeadBoard({ listKey, summary, onMove, onOpen, onEdit, onQuick, onRetry }: LeadBoardProps) {
  const board = useBoardColumns(listKey)
  const { statuses, columns } = board
  const followFocus = useFocusOnMovedCard()
  const {
    rows: cards,
    shownGroupOf: columnOf,
    letMove,
    handlers,
  } = useSteadyRows(board.cards, idOf, statusOf, board.isFetching)
  // An expired session is redirecting to login: no error.
  const failedColumn = columns.find(({ error }) => error && !(error instanceof SessionExpiredError))
  const quick: OpenQuick = (lead, field, anchor) => {
    followFocus(lead.id)
    letMove(idOf(lead))
    onQuick(lead, field, anchor)
  }
  const move = (lead: Lead, status: LeadStatus) => {
    letMove(idOf(lead))
    onMove(lead, status)
  }

  const cardAt = (target: EventTarget): Lead | undefined => {
    const card = target instanceof Element ? target.closest<HTMLElement>('[data-card]') : null
    return cards.find(({ id }) => id === Number(card?.dataset.card))
  }
  const focused = () => cardAt(document.activeElement ?? document.body)
  useShortcut('ArrowDown', 'Gå til første kort', () => {
    document.querySelector<HTMLElement>('[data-card] [data-lead]')?.focus()
  })
  useShortcut('e', 'Rediger leadet på kortet', () => {
    const lead = focused()
    if (lead) onEdit(lead)
  })
  useShortcut('s', 'Endre status på kortet', () => {
    const lead = focused()
    const anchor = document.activeElement?.closest('[data-card]')?.querySelector<HTMLElement>('[data-quick=status]')
    if (lead && anchor) quick(lead, 'status', anchor)
  })

  const moveByKey = (event: KeyboardEvent) => {
    const lead = cardAt(event.target)
    if (!lead || !/^Arrow/.test(event.key)) return
    event.preventDefault()
    const sideways = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0
    if (sideways !== 0 && event.shiftKey) {
      const status = leadStatuses[leadStatuses.findIndex((one) => one === columnOf(lead)) + sideways]
      if (!status) return
      followFocus(lead.id)
      return move(lead, status)
    }
    const column = cards.filter((one) => columnOf(one) === columnOf(lead))
    if (sideways === 0) {
      const next = column[column.indexOf(lead) + (event.key === 'ArrowDown' ? 1 : -1)]
      return next && focusCard(next.id)
    }
    const filledStatuses = statuses.filter((status) => cards.some((one) => columnOf(one) === status))
    const neighbour = filledStatuses[filledStatuses.findIndex((one) => one === columnOf(lead)) + sideways]
    const first = cards.find((one) => columnOf(one) === neighbour)
    if (first) focusCard(first.id)
  }

  if (failedColumn?.error && columns.some(({ data }) => !data)) {
    return <ErrorState title="Failed to fetch leads" message={errorText(failedColumn.error)} onRetry={onRetry} />
  }
  return (
    <>
      {failedColumn?.error && (
        <div className="mb-3">
          <Notice>{staleText(failedColumn.error)}</Notice>
        </div>
      )}
      {statuses.length > 1 && (
        <p className="mb-2 text-[0.8125rem] text-soft max-sm:hidden">
          Dra et kort til en annen kolonne, eller flytt det med <kbd className="font-sans">Shift</kbd> +{' '}
          <kbd className="font-sans">← →</kbd>.
        </p>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the buttons in it */}
      <div
        onKeyDown={moveByKey}
        {...handlers}
        className="relative flex snap-x items-stretch gap-2 overflow-x-auto pb-3"
      >
        {statuses.map((status, index) => (
          <Column
            key={status}
            status={status}
            leads={columns[index]?.data && cards.filter((lead) => columnOf(lead) === status)}
            count={summary?.counts.find((one) => one.status === status)?.count}
            onDrop={(id) => {
              const lead = cards.find((one) => one.id === id)
              if (lead) move(lead, status)
            }}
            onOpen={onOpen}
            onQuick={quick}
          />
        ))}
      </div>
    </>
  )
}

import { type LeadStatus, leadStatuses } from '@kontor/contract/leads/leads.rules'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { errorText, SessionExpiredError } from '../../../platform/api-client.ts'
import { rowId } from '../../../platform/list-state.ts'
import { useShortcut } from '../../../platform/shortcuts.ts'
import { ErrorState, Notice } from '../../../ui/base/states.tsx'
import { useFrozenRows } from '../../../ui/table/use-frozen-rows.ts'
import type { Lead, LeadSummary } from '../leads.api.ts'
import { BoardColumn } from './lead-board-column.tsx'
import { type CardProps, focusCard } from './lead-card.tsx'
import type { OpenQuick } from './lead-cells.tsx'
import { useBoardColumns } from './use-board-columns.ts'
import type { LeadListState } from './use-lead-list.ts'

/** Returns a function that keeps the focus on a moved card. A move, or its rollback, mounts the card again, which loses the focus. */
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

const statusOf = ({ status }: Lead): LeadStatus => status

interface LeadBoardProps extends Pick<CardProps, 'onOpen' | 'onQuick'> {
  readonly list: LeadListState
  readonly summary: LeadSummary | undefined
  readonly onEdit: (lead: Lead) => void
  readonly onMove: (lead: Lead, status: LeadStatus) => void
  readonly onRetry: () => void
}

/**
 * Shows the leads in columns by status. The user moves a card by dragging it, or with Shift and an arrow key. Uses the same cache as the
 * list.
 */
export function LeadBoard({ list, summary, onMove, onOpen, onEdit, onQuick, onRetry }: LeadBoardProps) {
  const board = useBoardColumns(list)
  const { statuses, columns, chunks, isFetching } = board
  const followFocus = useFocusOnMovedCard()
  const {
    rows: cards,
    shownGroupOf: columnOf,
    allowMove,
    handlers,
  } = useFrozenRows(board.cards, { groupOf: statusOf, isFetching, chunks })
  // Shows no error for an expired session, which is redirecting to login.
  const failedColumns = columns.filter(({ error }) => error && !(error instanceof SessionExpiredError))
  const failedColumn = failedColumns.find(({ isLoaded }) => !isLoaded) ?? failedColumns[0]
  const quick: OpenQuick = (lead, field, anchor) => {
    followFocus(lead.id)
    allowMove(rowId(lead))
    onQuick(lead, field, anchor)
  }
  const move = (lead: Lead, status: LeadStatus) => {
    allowMove(rowId(lead))
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
    if (!/^Arrow/.test(event.key) || !(event.target instanceof Element)) return
    const section = event.target.closest('section')
    const lead = cardAt(event.target)
    if (!lead) {
      const last = [...(section?.querySelectorAll<HTMLElement>('[data-card] [data-lead]') ?? [])].at(-1)
      if (event.key !== 'ArrowUp' || !last) return
      event.preventDefault()
      return last.focus()
    }
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
      if (next) return focusCard(next.id)
      return event.key === 'ArrowDown' && section?.querySelector<HTMLElement>('[data-more]')?.focus()
    }
    const filledStatuses = statuses.filter((status) => cards.some((one) => columnOf(one) === status))
    const neighbour = filledStatuses[filledStatuses.findIndex((one) => one === columnOf(lead)) + sideways]
    const first = cards.find((one) => columnOf(one) === neighbour)
    if (first) focusCard(first.id)
  }

  if (failedColumn?.error && !failedColumn.isLoaded) {
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
        className="relative flex h-[calc(100dvh-3rem)] min-h-96 snap-x items-stretch gap-2 overflow-x-auto pb-3 md:h-[max(26rem,calc(100dvh-14.5rem))] lg:h-[max(26rem,calc(100dvh-12.5rem))]"
      >
        {columns.map((column) => (
          <BoardColumn
            key={column.status}
            column={column}
            leads={cards.filter((lead) => columnOf(lead) === column.status)}
            count={summary?.counts.find((one) => one.status === column.status)?.count}
            onDrop={(id) => {
              const lead = cards.find((one) => one.id === id)
              if (lead) move(lead, column.status)
            }}
            onOpen={onOpen}
            onQuick={quick}
          />
        ))}
      </div>
    </>
  )
}

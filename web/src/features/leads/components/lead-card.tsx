import type { LeadStatus } from '@kontor/contract/leads/leads.rules'
import type { MouseEvent } from 'react'
import { formatDate } from '../../../platform/format.ts'
import { MoveIcon, PersonIcon } from '../../../ui/base/icons.tsx'
import type { Lead } from '../leads.api.ts'
import {
  DueDay,
  LeadFacts,
  LeadMarks,
  LeadNameButton,
  type OpenQuick,
  StatusMark,
  statusAgeText,
} from './lead-cells.tsx'

/** The type of the drag data, by which the board accepts only its own cards. */
export const dragType = 'application/x-kontor-card'

export const focusCard = (id: number): void =>
  document.querySelector<HTMLElement>(`[data-card="${id}"] [data-lead]`)?.focus()

export interface CardProps {
  readonly lead: Lead
  /** The status of the card's column. The lead's own status may differ: changes by others don't move a card while it is shown. */
  readonly column: LeadStatus
  readonly onOpen: (lead: Lead) => void
  readonly onQuick: OpenQuick
}

/** Shows a lead on the board, with its status if that differs from the column's. */
export function LeadCard({ lead, column, onOpen, onQuick }: CardProps) {
  const { owner, next_step, next_step_at } = lead
  const age = statusAgeText(lead)
  const hasFacts = Boolean(lead.contact_name || lead.phone || lead.city)
  const openByClick = ({ target }: MouseEvent) => {
    if (target instanceof Element && !target.closest('button, a')) onOpen(lead)
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys open it by its name
    <li
      draggable
      data-card={lead.id}
      onClick={openByClick}
      onDragStart={(event) => {
        event.dataTransfer.setData(dragType, String(lead.id))
        event.dataTransfer.effectAllowed = 'move'
      }}
      className="flex cursor-grab flex-col gap-1.5 rounded-md border border-rule bg-surface px-3 py-2.5 text-[0.8125rem] leading-snug hover:border-border active:cursor-grabbing"
    >
      <span className="flex items-start gap-1">
        <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1 text-sm">
          <LeadNameButton lead={lead} onOpen={onOpen} className="line-clamp-2" />
          <LeadMarks lead={lead} />
        </span>
        <button
          type="button"
          data-quick="status"
          aria-haspopup="listbox"
          aria-label={`Status for ${lead.company_name}: ${lead.status}`}
          title="Flytt til en annen status"
          onClick={(event) => onQuick(lead, 'status', event.currentTarget)}
          className="-my-1 -mr-1.5 flex size-7 shrink-0 items-center justify-center rounded-sm text-soft hover:bg-fjord-tint hover:text-ink max-md:-my-2 max-md:size-9"
        >
          <MoveIcon className="size-3.5" />
        </button>
      </span>
      {lead.status !== column && (
        <span className="flex items-center gap-1.5 font-semibold">
          <StatusMark status={lead.status} /> Nå {lead.status}
        </span>
      )}
      {hasFacts && (
        <span className="text-soft [overflow-wrap:anywhere]">
          <LeadFacts lead={lead} />
        </span>
      )}
      {(next_step || next_step_at) && (
        <span className="flex flex-col gap-0.5">
          {next_step && <span className="line-clamp-2 [overflow-wrap:anywhere]">{next_step}</span>}
          {next_step_at && <DueDay lead={lead} inWords />}
        </span>
      )}
      <span className="flex flex-wrap items-center justify-between gap-x-2 text-soft text-xs">
        {owner ? (
          <span className="inline-flex min-w-0 max-w-full items-center gap-1">
            <PersonIcon className="size-3.5 shrink-0" />
            <span className="sr-only">Ansvarlig: </span>
            <span className="truncate">{owner}</span>
          </span>
        ) : (
          <span>Uten ansvarlig</span>
        )}
        {age && (
          <span title={`${lead.status} siden ${formatDate(lead.status_since)}`} className="shrink-0 tabular-nums">
            {age}
          </span>
        )}
      </span>
    </li>
  )
}

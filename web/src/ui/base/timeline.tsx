import type { ReactNode } from 'react'
import { formatDateTime, formatRelative } from '../../platform/format.ts'
import { useNow } from '../../platform/now.ts'
import { Figures } from './figures.tsx'

export interface TimelineItem {
  readonly id: string
  /** ISO 8601 instant. */
  readonly at: string
  /** The event, in one line. */
  readonly title: ReactNode
  /** The user who caused the event; null if unknown, or if no user did. */
  readonly author: string | null
  /** The written text, with its line breaks. */
  readonly text?: ReactNode
  readonly isEdited?: boolean
  /** Buttons of the item. */
  readonly actions?: ReactNode
}

function Item({ at, title, author, text, isEdited = false, actions }: TimelineItem) {
  const now = useNow()
  return (
    <li className="relative border-rule border-l pb-4 pl-5 last:pb-0 before:absolute before:top-1.5 before:-left-1 before:size-2 before:rounded-full before:bg-fjord">
      <div className="flex items-start justify-between gap-2">
        <div className="min-w-0">
          <p className="text-sm [overflow-wrap:anywhere]">{title}</p>
          <p className="text-[0.8125rem] text-soft">
            <time dateTime={at} title={formatRelative(at, now)}>
              <Figures text={formatDateTime(at)} />
            </time>
            {author !== null && ` · ${author}`}
            {isEdited && ' · redigert'}
          </p>
        </div>
        {actions && <span className="flex shrink-0">{actions}</span>}
      </div>
      {text && (
        <div className="mt-1 max-w-prose whitespace-pre-wrap text-sm leading-relaxed [overflow-wrap:anywhere]">
          {text}
        </div>
      )}
    </li>
  )
}

/** Shows the history of a record, in the given order. */
export function Timeline({ label, items }: { label: string; items: readonly TimelineItem[] }) {
  return (
    <ol aria-label={label}>
      {items.map((item) => (
        <Item key={item.id} {...item} />
      ))}
    </ol>
  )
}

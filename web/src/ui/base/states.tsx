import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { cx } from './cx.ts'
import { CloseIcon, RefreshIcon, SearchIcon, WarningIcon } from './icons.tsx'

interface StateProps {
  readonly icon?: ReactNode
  readonly title: string
  readonly children?: ReactNode
  readonly action?: ReactNode
}

/** Shown instead of an empty list: the reason, and the next step. */
export function EmptyState({ icon, title, children, action }: StateProps) {
  return (
    <div className="flex flex-col items-start gap-3 border-rule border-y px-4 py-14 sm:px-10">
      {icon && <span className="text-soft [&_svg]:size-6">{icon}</span>}
      <h3 className="font-semibold text-base">{title}</h3>
      {children && <p className="max-w-prose text-soft text-sm">{children}</p>}
      {action && <div className="mt-1 flex flex-wrap gap-2">{action}</div>}
    </div>
  )
}

interface NoResultsProps {
  readonly resetLabel: string
  readonly onReset: () => void
  readonly children: ReactNode
}

/** Shown when a search or filters match nothing, with a button that resets them. */
export function NoResults({ resetLabel, onReset, children }: NoResultsProps) {
  const reset = (
    <Button size="small" onClick={onReset}>
      {resetLabel}
    </Button>
  )
  return (
    <EmptyState icon={<SearchIcon />} title="Ingen resultater funnet" action={reset}>
      {children}
    </EmptyState>
  )
}

/** Shown in place of content that could not be fetched. */
export function ErrorState({ title, message, onRetry }: { title: string; message: string; onRetry: () => void }) {
  return (
    <div role="alert" className="flex flex-col items-start gap-3 border-rule border-y px-4 py-14 sm:px-10">
      <WarningIcon className="size-6 text-danger" />
      <h3 className="font-semibold text-base">{title}</h3>
      <p className="max-w-prose text-soft text-sm">{message}</p>
      <Button className="mt-1" onClick={onRetry}>
        <RefreshIcon /> Prøv igjen
      </Button>
    </div>
  )
}

const tones = {
  danger: 'border-danger/50 bg-danger/6 text-danger',
  warning: 'border-warning/50 bg-warning/8 text-warning',
} as const

interface NoticeProps {
  readonly tone?: keyof typeof tones
  readonly className?: string
  /** True if the message describes a lasting state. Screen readers then don't announce it when the screen opens. */
  readonly isLasting?: boolean
  readonly onClose?: () => void
  readonly children: ReactNode
}

/** A persistent message next to its subject, in addition to any toast. Screen readers announce it at once, unless `isLasting`. */
export function Notice({ tone = 'danger', className, isLasting = false, onClose, children }: NoticeProps) {
  return (
    <div
      role={isLasting ? undefined : 'alert'}
      className={cx('flex items-start gap-2.5 rounded-md border px-3 py-2.5 text-sm', tones[tone], className)}
    >
      <WarningIcon className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1">{children}</div>
      {onClose && (
        <button
          type="button"
          aria-label="Lukk meldingen"
          onClick={onClose}
          className="-my-0.5 grid size-6 shrink-0 place-items-center rounded-sm hover:bg-sunken"
        >
          <CloseIcon className="size-3.5" />
        </button>
      )}
    </div>
  )
}

/** A failure concerning an item of a list; shown above the list until dismissed. */
export function DismissibleNotice({ problem, onClose }: { problem: string | null; onClose: () => void }) {
  if (problem === null) return null
  return (
    <Notice className="mb-3" onClose={onClose}>
      {problem}
    </Notice>
  )
}

import type { ReactNode } from 'react'

interface ProgressBarProps {
  /** Accessible name. */
  readonly label: string
  /** Undefined while unknown. */
  readonly done: number | undefined
  readonly total: number | undefined
  readonly children: ReactNode
}

export function ProgressBar({ label, done, total, children }: ProgressBarProps) {
  return (
    <div>
      <progress
        aria-label={label}
        value={done}
        max={total || 1}
        className="block h-2 w-full appearance-none overflow-hidden rounded-full border border-border/50 bg-sunken indeterminate:animate-pulse [&::-moz-progress-bar]:bg-fjord [&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:bg-fjord"
      />
      {children && <p className="mt-2 text-[0.8125rem] text-soft tabular-nums">{children}</p>}
    </div>
  )
}

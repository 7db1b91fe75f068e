import type { ReactNode } from 'react'
import { cx } from './cx.ts'

const tones = {
  /** The tone of a normal state. */
  quiet: 'border-rule text-soft',
  neutral: 'border-border/50 text-ink',
  accent: 'border-fjord-line bg-fjord-tint text-fjord-deep',
  positive: 'border-success/50 text-success',
  warning: 'border-warning/50 text-warning',
  danger: 'border-danger/50 text-danger',
} as const

export type Tone = keyof typeof tones

/** A state in one word, sometimes with an icon. The tone alone never carries the meaning. */
export function Badge({ tone = 'neutral', icon, children }: { tone?: Tone; icon?: ReactNode; children: ReactNode }) {
  return (
    <span
      className={cx(
        'inline-flex h-5.5 items-center gap-1 rounded-full border px-2 font-medium text-xs whitespace-nowrap',
        tones[tone],
      )}
    >
      {icon}
      {children}
    </span>
  )
}

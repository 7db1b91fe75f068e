import { formatDate, formatTime } from '../platform/format.ts'
import { Badge } from './badge.tsx'
import { Figures } from './figures.tsx'
import { WarningIcon } from './icons.tsx'

/** A timestamp in a column: the date, and the time where there is room. */
export function MomentCell({ at }: { at: string }) {
  return (
    <time dateTime={at}>
      <Figures text={formatDate(at)} />
      <span className="text-soft max-lg:hidden">
        {' '}
        <Figures text={formatTime(at)} />
      </span>
    </time>
  )
}

/** Marks a submission suspected of being spam. */
export function SuspectBadge() {
  return (
    <Badge tone="warning" icon={<WarningIcon className="size-3" />}>
      Mistenkelig
    </Badge>
  )
}

export function ActiveBadge({ isActive }: { isActive: boolean }) {
  return <Badge tone={isActive ? 'positive' : 'neutral'}>{isActive ? 'Aktiv' : 'Inaktiv'}</Badge>
}

export const emptyCell = <span className="text-soft">–</span>

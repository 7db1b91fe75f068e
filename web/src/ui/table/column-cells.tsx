import { formatDate, formatTime } from '../../platform/format.ts'
import { Badge } from '../base/badge.tsx'
import { Figures } from '../base/figures.tsx'
import { WarningIcon } from '../base/icons.tsx'

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

/** Shows whether a row is active, in a column. */
export function ActiveState({ isActive }: { isActive: boolean }) {
  return isActive ? <span className="text-soft">Aktiv</span> : <ActiveBadge isActive={false} />
}

/** Aligns a column of numbers: header and cells end at the same edge. */
export const numericColumn = 'text-right [&>button]:flex-row-reverse [&>span]:justify-end'

/** Shows whether an item is active, in a list without a column for that. */
export function ActiveBadge({ isActive }: { isActive: boolean }) {
  return <Badge tone={isActive ? 'quiet' : 'neutral'}>{isActive ? 'Aktiv' : 'Inaktiv'}</Badge>
}

export const emptyCell = <span className="text-soft">–</span>

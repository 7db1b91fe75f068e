import { WarningIcon } from '../../../ui/icons.tsx'
import type { Match } from './use-duplicates.ts'

/** At most this many are named. */
const maxNames = 3

/** Warns at a field that others have the same value. */
export function DuplicateHint({ matches, what }: { matches: readonly Match[]; what: string }) {
  const names = matches
    .slice(0, maxNames)
    .map(({ name, isCustomer }) => (name === null ? 'en kunde' : isCustomer ? `${name} (kunde)` : name))
  const more = matches.length - names.length
  return (
    <span role="alert" className="flex items-start gap-1.5 text-warning [overflow-wrap:anywhere]">
      <WarningIcon className="mt-0.5 size-3.5 shrink-0" />
      <span>
        Finnes fra før: {names.join(', ')}
        {more > 0 && ` og ${more} til`} har samme {what}.
      </span>
    </span>
  )
}

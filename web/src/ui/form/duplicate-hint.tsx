import { WarningIcon } from '../base/icons.tsx'

const maxNames = 3

/** Warns at a field that other records have the same value. Doesn't prevent saving. */
export function DuplicateHint({ names, what }: { names: readonly string[]; what: string }) {
  const more = names.length - maxNames
  return (
    <span role="alert" className="flex items-start gap-1.5 text-warning [overflow-wrap:anywhere]">
      <WarningIcon className="mt-0.5 size-3.5 shrink-0" />
      <span>
        Finnes fra før: {names.slice(0, maxNames).join(', ')}
        {more > 0 && ` og ${more} til`} har samme {what}.
      </span>
    </span>
  )
}

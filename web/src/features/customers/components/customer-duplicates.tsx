import { WarningIcon } from '../../../ui/icons.tsx'
import type { Customer } from '../customers.api.ts'

/** Maximum number of duplicates listed by name. */
const maxNames = 3

/** Warns that other customers have the same value; does not prevent saving. */
export function DuplicateHint({ customers, what }: { customers: readonly Customer[]; what: string }) {
  const names = customers.slice(0, maxNames).map(({ name }) => name)
  const more = customers.length - names.length
  return (
    <span role="alert" className="flex items-start gap-1.5 text-warning [overflow-wrap:anywhere]">
      <WarningIcon className="mt-0.5 size-3.5 shrink-0" />
      Finnes fra før: {names.join(', ')}
      {more > 0 && ` og ${more} til`} har samme {what}.
    </span>
  )
}

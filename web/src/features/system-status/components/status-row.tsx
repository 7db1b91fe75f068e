import type { ReactNode } from 'react'
import { WarningIcon } from '../../../ui/base/icons.tsx'

interface StatusRowProps {
  readonly label: string
  readonly children: ReactNode
  /** A problem that a user should fix, if any. */
  readonly warning?: ReactNode
  readonly action?: ReactNode
}

/** Shows a row of the system status: label, state and action. */
export function StatusRow({ label, children, warning, action }: StatusRowProps) {
  return (
    <div className="grid gap-x-6 gap-y-1 border-rule border-b py-3 sm:grid-cols-[10rem_minmax(0,1fr)_auto] sm:items-start">
      <dt className="font-medium text-sm">{label}</dt>
      <dd className="text-sm text-soft leading-relaxed [overflow-wrap:anywhere]">
        {children}
        {warning && (
          <p className="mt-1 flex items-start gap-1.5 text-warning">
            <WarningIcon className="mt-1 size-3.5 shrink-0" />
            <span>{warning}</span>
          </p>
        )}
      </dd>
      {action && <dd className="max-sm:mt-1.5">{action}</dd>}
    </div>
  )
}

/** Shows a row whose state could not be read. */
export function StatusProblem({ label, problem }: { label: string; problem: string }) {
  return (
    <StatusRow label={label} warning={problem}>
      <span className="sr-only">Ukjent.</span>
    </StatusRow>
  )
}

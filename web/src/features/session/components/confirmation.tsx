import { onConfirmationRequired } from '../../../platform/api-client.ts'
import { loadable } from '../../../ui/base/loadable.tsx'
import { useHeldCalls } from '../../../ui/dialog/use-held-calls.ts'

export const ConfirmationDialog = loadable(async () => (await import('./confirmation-dialog.tsx')).ConfirmationDialog)

/** Asks users to prove their identity when a call requires it, in a dialog over everything else. The call is then repeated. */
export function Confirmation() {
  const { isHolding, release } = useHeldCalls(onConfirmationRequired)
  return isHolding && <ConfirmationDialog onAnswer={release} />
}

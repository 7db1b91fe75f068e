import { ApiError, NetworkError } from '../../platform/api-client.ts'
import type { FieldOutcome } from '../../platform/field-saving.ts'
import { type ToastAction, toastFailure } from './toast-store.ts'

/** Returns true if the same call may succeed later, since the network or the server failed and the input isn't wrong. */
export const isTransient = (error: unknown): boolean =>
  error instanceof NetworkError || (error instanceof ApiError && error.status >= 500)

/** Returns the toast's button that repeats a failed action; undefined if repeating can't help. */
export const retryAction = (error: unknown, run: () => unknown): ToastAction | undefined =>
  isTransient(error) ? { label: 'Prøv igjen', run: () => void run() } : undefined

/**
 * Shows a failed action in a toast. The toast has a button that calls `retry` if that is given and can help. Shows no toast for a conflict
 * (409), since the form or list explains it.
 */
export const toastError = (error: unknown, description: string, retry?: () => unknown): void => {
  if (error instanceof ApiError && error.status === 409) return
  toastFailure(description, retry && retryAction(error, retry))
}

/** Shows a toast with `what`, followed by the reason why a field was not saved. */
export const toastOutcome = (
  what: string,
  outcome: Exclude<FieldOutcome<unknown>, { kind: 'saved' }>,
  retry: () => unknown,
): void => {
  if (outcome.kind === 'changed') toastFailure(`${what} Feltet er endret av en annen i mellomtiden.`)
  else toastFailure(`${what} ${outcome.problem}`, retryAction(outcome.error, retry))
}

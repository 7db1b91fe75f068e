import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'
import { ApiError } from './api-client.ts'

/** Shows the server's messages at their fields and focuses the first. */
export const showFieldErrors = <Values extends FieldValues>(
  error: unknown,
  fields: readonly FieldPath<Values>[],
  setError: UseFormSetError<Values>,
): void => {
  if (!(error instanceof ApiError)) return
  let focused = false
  for (const field of fields) {
    const message = error.fields[field]
    if (message === undefined) continue
    setError(field, { message }, { shouldFocus: !focused })
    focused = true
  }
}

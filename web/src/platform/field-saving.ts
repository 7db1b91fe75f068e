import { ApiError, errorText } from './api-client.ts'

/** The outcome of saving one field. */
export type FieldOutcome<Value> =
  | { readonly kind: 'saved' }
  /** The field was rejected or not sent. The reason is shown at the field. */
  | { readonly kind: 'failed'; readonly problem: string; readonly error?: unknown }
  /** Another user has changed the same field since it was read; `stored` is their value. */
  | { readonly kind: 'changed'; readonly stored: Value }

/** Saves a field. `seen` is the stored value that the user last saw. `own` is the value that the user chose after that; it may be stored by now. */
export type SaveField<Value> = (value: Value, seen: Value, own?: Value) => Promise<FieldOutcome<Value>>

interface Versioned {
  readonly version: number
}

interface FieldSaving<Entity extends Versioned, Field extends string, Value> {
  readonly entity: Entity
  readonly readValue: (entity: Entity, field: Field) => Value
  /** Sends one changed field; fails with a conflict if the entity no longer has this version. */
  readonly send: (field: Field, value: Value, version: number) => Promise<unknown>
  /** The other user's version if sending failed with a conflict; else null. */
  readonly conflictIn: (error: unknown) => Entity | null
}

/** Returns the server's message for the field, else for the whole change. */
const problemOf = (error: unknown, field: string): string =>
  (error instanceof ApiError && error.fields[field]) || errorText(error)

/**
 * Saves the fields of an entity one by one. If another user has changed other fields, their changes are kept and the field is sent again
 * with their version. A change of the same field is reported, so that the caller can ask the user.
 */
export const fieldSaving =
  <Entity extends Versioned, Field extends string, Value>(saving: FieldSaving<Entity, Field, Value>) =>
  (field: Field): SaveField<Value> =>
  async (value, seen, own = seen) => {
    const { readValue, send, conflictIn } = saving
    let current = saving.entity
    for (;;) {
      const stored = readValue(current, field)
      // The value may be stored already, by an earlier attempt whose response was lost.
      if (stored !== seen && stored !== own) return stored === value ? { kind: 'saved' } : { kind: 'changed', stored }
      try {
        await send(field, value, current.version)
        return { kind: 'saved' }
      } catch (error) {
        const next = conflictIn(error)
        if (next === null) return { kind: 'failed', problem: problemOf(error, field), error }
        current = next
      }
    }
  }

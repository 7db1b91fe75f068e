import { type Mutation, notifyManager, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useLayoutEffect, useRef } from 'react'
import { ApiError } from '../../platform/api-client.ts'
import { toastFailure } from '../toast/toast-store.ts'
import { forms } from './unsaved.ts'

/** Returns true if a save failed without a conflict. A field's save repeats itself after a conflict, and stays unsaved if that fails, too. */
const hasFailed = ({ state: { status, error } }: Mutation): boolean =>
  status === 'error' && !(error instanceof ApiError && error.current !== undefined)

/** Resolves once the components show what the queries contain now: queries notify them in a task of their own. */
const queriesNotified = () => new Promise<void>((resolve) => notifyManager.schedule(resolve))

/** Resolves once a save or a form has changed. */
const nextChange = async (client: QueryClient): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const unsubscribes = [client.getMutationCache().subscribe(() => resolve()), forms.subscribe(resolve)]
  await promise
  for (const unsubscribe of unsubscribes) unsubscribe()
  // By then the next of several saves has begun, too.
  await queriesNotified()
}

/** Returns the running saves that `predicate` selects; null if nothing is being saved, in a form either. */
const savesIn = (client: QueryClient, predicate: (mutation: Mutation) => boolean): readonly Mutation[] | null => {
  const saves = client.getMutationCache().findAll({ status: 'pending', predicate })
  return saves.length > 0 || [...forms.get().values()].some(({ working }) => working) ? saves : null
}

interface AfterSavingOptions<Args extends unknown[]> {
  /** True if the action may run while a form contains text that nobody has tried to save. */
  readonly allowsDrafts: boolean
  /** Returns true for the saves to wait for. By default the action waits for all. */
  readonly concerns?: (save: Mutation, ...args: Args) => boolean
}

/**
 * Returns a function that calls `action` as of the latest render, at once or after the user's running saves, so that the action finds what
 * the user has just changed. If a save fails, or input stays unsaved, the action doesn't run: the input stays where it is.
 */
export const useAfterSaving = <Args extends unknown[]>(
  action: (...args: Args) => void,
  options: AfterSavingOptions<Args>,
): ((...args: Args) => void) => {
  const client = useQueryClient()
  const latest = useRef<{ action: typeof action; options: typeof options } | null>(null)
  useLayoutEffect(() => {
    latest.current = { action, options }
    return () => {
      latest.current = null
    }
  })
  return useCallback(
    async (...args: Args) => {
      if (!latest.current) return
      const { allowsDrafts, concerns = () => true } = latest.current.options
      const drafts = new Set([...forms.get()].flatMap(([id, { dirty, working }]) => (dirty && !working ? [id] : [])))
      const awaited = new Set<Mutation>()
      const runningSaves = () => savesIn(client, (save) => concerns(save, ...args))
      let saves = runningSaves()
      while (saves) {
        for (const save of saves) awaited.add(save)
        await nextChange(client)
        saves = runningSaves()
        if (saves) continue
        await queriesNotified()
        saves = runningSaves()
      }
      // The failed save itself shows why.
      if ([...awaited].some(hasFailed)) return
      const isUnsaved = [...forms.get()].some(([id, { dirty }]) => dirty && !(allowsDrafts && drafts.has(id)))
      if (isUnsaved) toastFailure('Det du har skrevet, er ikke lagret. Rett det, eller velg hva som skal gjelde.')
      else latest.current?.action(...args)
    },
    [client],
  )
}

const mentions = (value: unknown, id: string | number): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).some((part) => mentions(part, id))
    : String(value) === String(id)

/** Does the same for a row of a list, after the saves that mention the row's id. `open` gets the row as it is in `rows` by then. */
export const useRowAfterSaving = <Row extends { readonly id: string | number }>(
  rows: readonly Row[],
  open: (row: Row) => void,
): ((row: Row) => void) =>
  useAfterSaving((row: Row) => open(rows.find(({ id }) => id === row.id) ?? row), {
    allowsDrafts: true,
    concerns: (save, { id }) => mentions(save.state.variables, id),
  })

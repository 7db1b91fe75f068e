import { type Mutation, notifyManager, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useLayoutEffect, useRef } from 'react'
import { ApiError } from '../../platform/api-client.ts'
import { toastFailure } from '../toast/toast-store.ts'
import { forms } from './unsaved.ts'

const pendingIn = (client: QueryClient): readonly Mutation[] => client.getMutationCache().findAll({ status: 'pending' })

const isSaving = (client: QueryClient): boolean =>
  client.isMutating() > 0 || [...forms.get().values()].some(({ working }) => working)

/** Returns true if a save failed without a conflict. A field's save repeats itself after a conflict, and its form is unsaved if that fails, too. */
const hasFailed = ({ state: { status, error } }: Mutation): boolean =>
  status === 'error' && !(error instanceof ApiError && error.current !== undefined)

/** Resolves once a save or a form has changed, and the components show it. */
const nextChange = async (client: QueryClient): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const unsubscribes = [client.getMutationCache().subscribe(() => resolve()), forms.subscribe(resolve)]
  await promise
  for (const unsubscribe of unsubscribes) unsubscribe()
  // Queries notify their components in a task of their own. By then the next of several saves has begun, too.
  await new Promise<void>((notified) => notifyManager.schedule(notified))
}

/** Waits for all saves. Resolves to true if none failed. */
const whenSaved = async (client: QueryClient): Promise<boolean> => {
  const awaited = new Set<Mutation>()
  while (isSaving(client)) {
    for (const mutation of pendingIn(client)) awaited.add(mutation)
    await nextChange(client)
  }
  return ![...awaited].some(hasFailed)
}

interface AfterSavingOptions {
  /** True if the action may run while a form contains text that nobody has tried to save. */
  readonly allowsDrafts: boolean
}

/**
 * Returns a function that calls `action` as of the latest render, at once or after the user's running saves, so that the action finds what
 * the user has just changed. If a save fails, or input stays unsaved, the action doesn't run: the input stays where it is.
 */
export const useAfterSaving = <Args extends unknown[]>(
  action: (...args: Args) => void,
  { allowsDrafts }: AfterSavingOptions,
): ((...args: Args) => void) => {
  const client = useQueryClient()
  const latest = useRef<((...args: Args) => void) | null>(null)
  useLayoutEffect(() => {
    latest.current = action
    return () => {
      latest.current = null
    }
  })
  return useCallback(
    async (...args: Args) => {
      const drafts = new Set([...forms.get()].flatMap(([id, { dirty, working }]) => (dirty && !working ? [id] : [])))
      if (isSaving(client) && !(await whenSaved(client))) return
      const isUnsaved = [...forms.get()].some(([id, { dirty }]) => dirty && !(allowsDrafts && drafts.has(id)))
      if (isUnsaved) toastFailure('Det du har skrevet, er ikke lagret. Rett det, eller velg hva som skal gjelde.')
      else latest.current?.(...args)
    },
    [client, allowsDrafts],
  )
}

/** Does the same for a row of a list: `open` gets the row as it is in `rows` after the saves. */
export const useRowAfterSaving = <Row extends { readonly id: string | number }>(
  rows: readonly Row[],
  open: (row: Row) => void,
): ((row: Row) => void) =>
  useAfterSaving((row: Row) => open(rows.find(({ id }) => id === row.id) ?? row), { allowsDrafts: true })

import {
  createCondition,
  deleteCondition,
  listConditions,
  orderConditions,
  updateCondition,
} from '@kontor/contract/conditions/conditions.endpoints'
import { type Condition, conditionSchema } from '@kontor/contract/conditions/conditions.schema'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../platform/api-client.ts'
import { conflictingEntity } from '../../platform/conflict.ts'
import { without } from '../../platform/list-cache.ts'
import { useChange, useRemoval, useSend } from '../../platform/mutations.ts'
import { shows } from '../../platform/shows.ts'

export type { Condition }

/** All conditions in order. Refetched each time the list is shown, since agreements change the conditions' usage counts. */
export const conditionsQuery = queryOptions({
  queryKey: ['conditions'],
  meta: shows('condition'),
  queryFn: ({ signal }) => call(listConditions, {}, { signal }),
  refetchOnMount: 'always',
})

export const conflictingCondition = (error: unknown): Condition | null => conflictingEntity(error, conditionSchema)

const sortConditions = (conditions: readonly Condition[]): Condition[] =>
  conditions.toSorted((a, b) => a.sortOrder - b.sortOrder || a.id - b.id)

const cacheCondition = (client: QueryClient, saved: Condition) =>
  client.setQueryData(
    conditionsQuery.queryKey,
    (conditions) => conditions && sortConditions([...conditions.filter(({ id }) => id !== saved.id), saved]),
  )

export const useCreateCondition = () => useSend(createCondition, cacheCondition)

export const useUpdateCondition = () => useChange(updateCondition, cacheCondition)

export const useDeleteCondition = () =>
  useRemoval(deleteCondition, (client, { id }) => client.setQueryData(conditionsQuery.queryKey, without(id)))

const orderKey = ['order-conditions']

/** Reorders the conditions optimistically. Sends the orders to the server one at a time. */
export const useOrderConditions = () => {
  const client = useQueryClient()
  return useMutation({
    mutationKey: orderKey,
    scope: { id: 'order-conditions' },
    mutationFn: (ids: number[]) => call(orderConditions, { body: { ids } }),
    onMutate: async (ids) => {
      await client.cancelQueries({ queryKey: conditionsQuery.queryKey })
      const places = new Map(ids.map((id, index) => [id, index + 1]))
      client.setQueryData(
        conditionsQuery.queryKey,
        (conditions) =>
          conditions &&
          sortConditions(conditions.map((condition) => ({ ...condition, sortOrder: places.get(condition.id) ?? 0 }))),
      )
    },
    onSuccess: (ordered) => {
      // Shows only the response to the last pending reorder, since an earlier response would undo the later moves on the screen.
      if (client.isMutating({ mutationKey: orderKey }) === 1) client.setQueryData(conditionsQuery.queryKey, ordered)
    },
    onError: () => client.invalidateQueries({ queryKey: conditionsQuery.queryKey }),
  })
}

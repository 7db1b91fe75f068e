import {
  createCondition,
  deleteCondition,
  listConditions,
  orderConditions,
  updateCondition,
} from '@kontor/contract/conditions/conditions.endpoints'
import { type Condition, conditionSchema } from '@kontor/contract/conditions/conditions.schema'
import type { EndpointInput } from '@kontor/contract/shared/endpoint'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../platform/api-client.ts'
import { conflictingEntity } from '../../platform/conflict.ts'
import { passIfGone } from '../../platform/delete-many.ts'

export type { Condition }

export type ConditionChanges = EndpointInput<typeof updateCondition>['body']
export type NewCondition = EndpointInput<typeof createCondition>['body']

/** All conditions in order. Refetched each time they are shown, because agreements change their usage counts. */
export const conditionsQuery = queryOptions({
  queryKey: ['conditions'],
  queryFn: ({ signal }) => call(listConditions, {}, { signal }),
  refetchOnMount: 'always',
})

/** The other user's version if a change failed with a conflict; else null. */
export const conflictingCondition = (error: unknown): Condition | null => conflictingEntity(error, conditionSchema)

/** In the order of the server's list. */
const sortConditions = (conditions: readonly Condition[]): Condition[] =>
  [...conditions].sort((a, b) => a.sortOrder - b.sortOrder || a.id - b.id)

const updateInList = (client: QueryClient, saved: Condition) =>
  client.setQueryData(
    conditionsQuery.queryKey,
    (conditions) => conditions && sortConditions([...conditions.filter(({ id }) => id !== saved.id), saved]),
  )

export const useCreateCondition = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewCondition) => call(createCondition, { body }),
    onSuccess: (saved) => updateInList(client, saved),
  })
}

export const useUpdateCondition = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, changes }: { id: number; changes: ConditionChanges }) =>
      call(updateCondition, { params: { id: String(id) }, body: changes }),
    onSuccess: (saved) => updateInList(client, saved),
    onError: (error) => {
      const current = conflictingCondition(error)
      if (current) updateInList(client, current)
    },
  })
}

export const useDeleteCondition = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(deleteCondition, { params: { id: String(id) } }).catch(passIfGone),
    onSuccess: (_, deleted) =>
      client.setQueryData(conditionsQuery.queryKey, (conditions) => conditions?.filter(({ id }) => id !== deleted)),
  })
}

const orderKey = ['order-conditions']

/** Reorders the conditions optimistically; the server gets one order at a time. */
export const useOrderConditions = () => {
  const client = useQueryClient()
  return useMutation({
    mutationKey: orderKey,
    scope: { id: 'order-conditions' },
    mutationFn: (ids: number[]) => call(orderConditions, { body: { ids } }),
    onMutate: async (ids) => {
      await client.cancelQueries({ queryKey: conditionsQuery.queryKey })
      const places = new Map(ids.map((id, index) => [id, index + 1]))
      client.setQueryData(conditionsQuery.queryKey, (conditions) =>
        conditions
          ?.map((condition) => ({ ...condition, sortOrder: places.get(condition.id) ?? 0 }))
          .sort((a, b) => a.sortOrder - b.sortOrder),
      )
    },
    onSuccess: (ordered) => {
      // With a later order pending, the screen already shows that one; its response follows.
      if (client.isMutating({ mutationKey: orderKey }) === 1) client.setQueryData(conditionsQuery.queryKey, ordered)
    },
    onError: () => client.invalidateQueries({ queryKey: conditionsQuery.queryKey }),
  })
}

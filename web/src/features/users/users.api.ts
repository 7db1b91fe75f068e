import type { EndpointInput } from '@kontor/contract/shared/endpoint'
import { createUser, deleteUser, listUsers, updateUser } from '@kontor/contract/users/users.endpoints'
import type { User } from '@kontor/contract/users/users.schema'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../platform/api-client.ts'
import { passIfGone } from '../../platform/delete-many.ts'
import { compareText } from '../../platform/format.ts'

export type { User }

export type NewUser = EndpointInput<typeof createUser>['body']
export type UserChanges = EndpointInput<typeof updateUser>['body']

/** Refetched on every mount, since the times of the last logins change. */
export const usersQuery = queryOptions({
  queryKey: ['users'],
  queryFn: ({ signal }) => call(listUsers, {}, { signal }),
  refetchOnMount: 'always',
})

const useCacheUser = () => {
  const client = useQueryClient()
  return (saved: User) =>
    client.setQueryData(
      usersQuery.queryKey,
      (users) =>
        users &&
        [...users.filter(({ id }) => id !== saved.id), saved].sort((a, b) => compareText(a.username, b.username)),
    )
}

export const useCreateUser = () => {
  const cacheUser = useCacheUser()
  return useMutation({ mutationFn: (body: NewUser) => call(createUser, { body }), onSuccess: cacheUser })
}

export const useUpdateUser = () => {
  const cacheUser = useCacheUser()
  return useMutation({
    mutationFn: ({ id, changes }: { id: number; changes: UserChanges }) =>
      call(updateUser, { params: { id: String(id) }, body: changes }),
    onSuccess: cacheUser,
  })
}

export const useDeleteUser = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(deleteUser, { params: { id: String(id) } }).catch(passIfGone),
    onSuccess: (_, deleted) =>
      client.setQueryData(usersQuery.queryKey, (users) => users?.filter(({ id }) => id !== deleted)),
  })
}

import type { EndpointInput } from '@kontor/contract/shared/endpoint'
import {
  changeMorningMail,
  createUser,
  deleteUser,
  listUsers,
  readMorningMail,
  updateUser,
} from '@kontor/contract/users/users.endpoints'
import type { MorningMail, User } from '@kontor/contract/users/users.schema'
import { type MutationFunctionContext, queryOptions, useMutation } from '@tanstack/react-query'
import { call } from '../../platform/api-client.ts'
import { passIfGone } from '../../platform/delete-many.ts'
import { compareText } from '../../platform/format.ts'
import { without } from '../../platform/list-cache.ts'
import { shows } from '../../platform/shows.ts'

export type { MorningMail, User }

/** Refetched on every mount, since the times of the last logins change. */
export const usersQuery = queryOptions({
  queryKey: ['users'],
  meta: shows('user'),
  queryFn: ({ signal }) => call(listUsers, {}, { signal }),
  refetchOnMount: 'always',
})

const cacheUser = (saved: User, _input: unknown, _result: unknown, { client }: MutationFunctionContext) =>
  client.setQueryData(
    usersQuery.queryKey,
    (users) =>
      users &&
      [...users.filter(({ id }) => id !== saved.id), saved].sort((a, b) => compareText(a.username, b.username)),
  )

/** The morning mail settings of the logged-in sales user. */
export const morningMailQuery = queryOptions({
  queryKey: ['morning-mail'],
  queryFn: ({ signal }) => call(readMorningMail, {}, { signal }),
  staleTime: 0,
})

export const useChangeMorningMail = () =>
  useMutation({
    mutationFn: (body: EndpointInput<typeof changeMorningMail>['body']) => call(changeMorningMail, { body }),
    onSuccess: (saved, _input, _result, { client }) => client.setQueryData(morningMailQuery.queryKey, saved),
  })

export const useCreateUser = () =>
  useMutation({
    mutationFn: (body: EndpointInput<typeof createUser>['body']) => call(createUser, { body }),
    onSuccess: cacheUser,
  })

export const useUpdateUser = () =>
  useMutation({
    mutationFn: (input: EndpointInput<typeof updateUser>) => call(updateUser, input),
    onSuccess: cacheUser,
  })

export const useDeleteUser = () =>
  useMutation({
    mutationFn: ({ id, version }: Pick<User, 'id' | 'version'>) =>
      call(deleteUser, { params: { id: String(id) }, query: { version } }).catch(passIfGone),
    onSuccess: (_answer, { id }, _result, { client }) => client.setQueryData(usersQuery.queryKey, without(id)),
  })

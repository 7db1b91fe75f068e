import {
  changeMorningMail,
  createUser,
  deleteUser,
  listUsers,
  readMorningMail,
  updateUser,
} from '@kontor/contract/users/users.endpoints'
import type { MorningMail, User } from '@kontor/contract/users/users.schema'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../platform/api-client.ts'
import { compareText } from '../../platform/format.ts'
import { without } from '../../platform/list-cache.ts'
import { useCall, useRemoval, useSend } from '../../platform/mutations.ts'
import { shows } from '../../platform/shows.ts'

export type { MorningMail, User }

/** All users. Refetched on every mount, since the times of the last logins change. */
export const usersQuery = queryOptions({
  queryKey: ['users'],
  meta: shows('user'),
  queryFn: ({ signal }) => call(listUsers, {}, { signal }),
  refetchOnMount: 'always',
})

const cacheUser = (client: QueryClient, saved: User) =>
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
  useSend(changeMorningMail, (client, saved) => client.setQueryData(morningMailQuery.queryKey, saved))

export const useCreateUser = () => useSend(createUser, cacheUser)

export const useUpdateUser = () => useCall(updateUser, cacheUser)

export const useDeleteUser = () =>
  useRemoval(deleteUser, (client, { id }) => client.setQueryData(usersQuery.queryKey, without(id)))

import * as endpoints from '@kontor/contract/session/session.endpoints'
import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../../platform/api-client.ts'
import { without } from '../../platform/list-cache.ts'
import { stopLive } from '../../platform/live.ts'
import { useRemoval, useSend } from '../../platform/mutations.ts'
import { forgetAdminLogin, rememberAdminLogin, renewAdminLogin } from '../../platform/session.ts'

/** The logged-in user, refetched on every mount. Fails with 401 without a session. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => call(endpoints.readSession, {}, { signal }),
  select: (answer) => answer.user,
  refetchOnMount: 'always',
  gcTime: 0,
})

/** Refetches the failed queries after a login, since they may have failed for lack of a session. */
const refetchFailed = (client: QueryClient) =>
  void client.refetchQueries({ predicate: (query) => query.state.status === 'error' })

export const useAdminLogin = () =>
  useSend(endpoints.adminLogin, (client, { auth, step }, { username }) => {
    if (step === undefined) finishAdminLogin(client, auth, username)
  })

const finishAdminLogin = (client: QueryClient, auth: string, username?: string): void => {
  rememberAdminLogin(auth, username)
  refetchFailed(client)
}

/** Returns a function that finishes a login whose last step isn't the password. */
export const useFinishAdminLogin = () => {
  const client = useQueryClient()
  return (auth: string, username?: string) => finishAdminLogin(client, auth, username)
}

/** Does the same as `useFinishAdminLogin` for a login to the leads. There is no token to store, since only the cookie holds that login. */
export const useFinishLogin = () => {
  const client = useQueryClient()
  return () => refetchFailed(client)
}

const forgetSession = (client: QueryClient): void => {
  forgetAdminLogin()
  client.clear()
}

export const useAdminLogout = () => useSend(endpoints.adminLogout, forgetSession, { onMutate: stopLive })

export const useLogin = () => useSend(endpoints.login, (client, { step }) => step ?? refetchFailed(client))

export const useLogout = () => useSend(endpoints.logout, forgetSession, { onMutate: stopLive })

export const adminPasswordQuery = queryOptions({
  queryKey: ['admin-password'],
  queryFn: ({ signal }) => call(endpoints.readAdminPassword, {}, { signal }),
})

/** Changes the shared password. The session continues under a new id, with a new anti-forgery token. */
export const useChangeAdminPassword = () =>
  useSend(endpoints.changeAdminPassword, (_client, { auth }) => renewAdminLogin(auth))

export const useChangeOwnPassword = () =>
  useSend(endpoints.changeOwnPassword, (_client, { auth }) => renewAdminLogin(auth))

/** The user's logins. Refetched on every mount, since other devices log in and out. */
export const openSessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call(endpoints.listSessions, {}, { signal }),
  refetchOnMount: 'always',
  gcTime: 0,
})

export const useEndSession = () =>
  useRemoval(endpoints.endSession, (client, { id }) => client.setQueryData(openSessionsQuery.queryKey, without(id)))

export const useEndOtherSessions = () =>
  useSend(endpoints.endOtherSessions, (client) =>
    client.setQueryData(openSessionsQuery.queryKey, (sessions) => sessions?.filter(({ isCurrent }) => isCurrent)),
  )

import * as endpoints from '@kontor/contract/session/session.endpoints'
import type { PasswordChange } from '@kontor/contract/session/session.schema'
import type { EndpointInput } from '@kontor/contract/shared/endpoint'
import {
  type MutationFunctionContext,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { call } from '../../platform/api-client.ts'
import { passIfGone } from '../../platform/delete-many.ts'
import { stopLive } from '../../platform/live.ts'
import { forgetAdminLogin, rememberAdminLogin, renewAdminLogin } from '../../platform/session.ts'

/** The logged-in user, refetched on every mount. Fails with 401 without a session. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => call(endpoints.readSession, {}, { signal }),
  select: (answer) => answer.user,
  refetchOnMount: 'always',
  gcTime: 0,
})

/** Refetches the queries that failed for lack of a session. Call after a renewal. */
const refetchFailed = (client: QueryClient) =>
  void client.refetchQueries({ predicate: (query) => query.state.status === 'error' })

export const useAdminLogin = () =>
  useMutation({
    mutationFn: (body: EndpointInput<typeof endpoints.adminLogin>['body']) => call(endpoints.adminLogin, { body }),
    onSuccess: ({ auth, step }, { username }, _result, { client }) => {
      if (step === undefined) finishAdminLogin(client, auth, username)
    },
  })

const finishAdminLogin = (client: QueryClient, auth: string, username?: string): void => {
  rememberAdminLogin(auth, username)
  refetchFailed(client)
}

/** Finishes a login whose last step isn't the password. */
export const useFinishAdminLogin = () => {
  const client = useQueryClient()
  return (auth: string, username?: string) => finishAdminLogin(client, auth, username)
}

/** Finishes a login to the leads in the same way. Only the cookie holds that login. */
export const useFinishLogin = () => {
  const client = useQueryClient()
  return () => refetchFailed(client)
}

const forgetSession = (_answer: unknown, _input: unknown, _result: unknown, { client }: MutationFunctionContext) => {
  forgetAdminLogin()
  client.clear()
}

export const useAdminLogout = () =>
  useMutation({ mutationFn: () => call(endpoints.adminLogout, {}), onMutate: stopLive, onSuccess: forgetSession })

export const useLogin = () =>
  useMutation({
    mutationFn: (body: EndpointInput<typeof endpoints.login>['body']) => call(endpoints.login, { body }),
    onSuccess: ({ step }, _input, _result, { client }) => step ?? refetchFailed(client),
  })

export const useLogout = () =>
  useMutation({ mutationFn: () => call(endpoints.logout, {}), onMutate: stopLive, onSuccess: forgetSession })

export const adminPasswordQuery = queryOptions({
  queryKey: ['admin-password'],
  queryFn: ({ signal }) => call(endpoints.readAdminPassword, {}, { signal }),
})

/** The session continues under a new id, with a new anti-forgery token. */
export const useChangeAdminPassword = () =>
  useMutation({
    mutationFn: (body: PasswordChange) => call(endpoints.changeAdminPassword, { body }),
    onSuccess: ({ auth }) => renewAdminLogin(auth),
  })

export const useChangeOwnPassword = () =>
  useMutation({
    mutationFn: (body: PasswordChange) => call(endpoints.changeOwnPassword, { body }),
    onSuccess: ({ auth }) => renewAdminLogin(auth),
  })

/** Refetched on every mount, since other devices come and go. */
export const openSessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call(endpoints.listSessions, {}, { signal }),
  refetchOnMount: 'always',
  gcTime: 0,
})

export const useEndSession = () =>
  useMutation({
    mutationFn: (id: string) => call(endpoints.endSession, { params: { id } }).catch(passIfGone),
    onSuccess: (_answer, id, _result, { client }) =>
      client.setQueryData(openSessionsQuery.queryKey, (sessions) => sessions?.filter((session) => session.id !== id)),
  })

export const useEndOtherSessions = () =>
  useMutation({
    mutationFn: () => call(endpoints.endOtherSessions, {}),
    onSuccess: (_answer, _input, _result, { client }) =>
      client.setQueryData(openSessionsQuery.queryKey, (sessions) => sessions?.filter(({ isCurrent }) => isCurrent)),
  })

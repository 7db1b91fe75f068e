import {
  adminLogin,
  adminLogout,
  changeAdminPassword,
  changeOwnPassword,
  login,
  logout,
  readAdminPassword,
  readSession,
} from '@kontor/contract/session/session.endpoints'
import type { PasswordChange } from '@kontor/contract/session/session.schema'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../platform/api-client.ts'
import { forgetAdminLogin, rememberAdminLogin } from '../../platform/session.ts'

/** The logged-in user, refetched on every mount. Fails with 401 without a session. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => call(readSession, {}, { signal }),
  select: (answer) => answer.user,
  refetchOnMount: 'always',
  gcTime: 0,
})

/** After an expired session, refetches the queries that failed. */
export const useAdminLogin = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (password: string) => call(adminLogin, { body: { password } }),
    onSuccess: ({ auth }) => {
      rememberAdminLogin(auth)
      void client.refetchQueries({ predicate: (query) => query.state.status === 'error' })
    },
  })
}

/** Also clears the query cache. */
export const useAdminLogout = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(adminLogout, {}),
    onSuccess: () => {
      forgetAdminLogin()
      client.clear()
    },
  })
}

export const useLogin = () =>
  useMutation({
    mutationFn: (credentials: { username: string; password: string }) => call(login, { body: credentials }),
  })

export const useLogout = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(logout, {}),
    onSuccess: () => {
      forgetAdminLogin()
      client.clear()
    },
  })
}

/** Whether the environment sets the administrator's password. */
export const adminPasswordQuery = queryOptions({
  queryKey: ['admin-password'],
  queryFn: ({ signal }) => call(readAdminPassword, {}, { signal }),
})

/** The session continues under a new id, with a new anti-forgery token. */
export const useChangeAdminPassword = () =>
  useMutation({
    mutationFn: (body: PasswordChange) => call(changeAdminPassword, { body }),
    onSuccess: ({ auth }) => rememberAdminLogin(auth),
  })

export const useChangeOwnPassword = () =>
  useMutation({ mutationFn: (body: PasswordChange) => call(changeOwnPassword, { body }) })

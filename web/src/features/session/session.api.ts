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

/** Who is logged in; asked anew at each visit. A 401 says that nobody is. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => call(readSession, {}, { signal }),
  select: (answer) => answer.user,
  refetchOnMount: 'always',
  gcTime: 0,
})

/** After an expired session, what had failed for it is fetched again. */
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

/** Leaves nothing of what was read in memory. */
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

/** Where the administrator's password is set. */
export const adminPasswordQuery = queryOptions({
  queryKey: ['admin-password'],
  queryFn: ({ signal }) => call(readAdminPassword, {}, { signal }),
})

/** The session goes on under a new id, to which a new token belongs. */
export const useChangeAdminPassword = () =>
  useMutation({
    mutationFn: (body: PasswordChange) => call(changeAdminPassword, { body }),
    onSuccess: ({ auth }) => rememberAdminLogin(auth),
  })

export const useChangeOwnPassword = () =>
  useMutation({ mutationFn: (body: PasswordChange) => call(changeOwnPassword, { body }) })

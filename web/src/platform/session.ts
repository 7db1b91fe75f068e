import { onUnauthorized } from './api-client.ts'
import { createStore } from './store.ts'

/** The panel's login state, in memory only: a reload shows the login view. `expired` keeps the screen's content until the user logs in again. */
export type AdminSession =
  | { readonly state: 'out' }
  | ({ readonly state: 'in'; readonly auth: string } & Administrator)
  | ({ readonly state: 'expired' } & Administrator)

interface Administrator {
  /** The name of a named administrator; null with the shared password. */
  readonly username: string | null
}

const session = createStore<AdminSession>({ state: 'out' })

onUnauthorized(() => {
  const current = session.get()
  if (current.state === 'in') session.set({ state: 'expired', username: current.username })
})

/** Remembers a login. `auth` is the session's anti-forgery token, which imports send along. */
export const rememberAdminLogin = (auth: string, username: string | null = null): void =>
  session.set({ state: 'in', auth, username })

/** Continues this tab's session with another anti-forgery token. */
export const renewAdminLogin = (auth: string): void => {
  const current = session.get()
  if (current.state === 'in') session.set({ ...current, auth })
}

export const forgetAdminLogin = (): void => session.set({ state: 'out' })

export const useAdminSession = session.use

/** Returns the current anti-forgery token; undefined without a login in the panel. */
export const readAuth = (): string | undefined => {
  const current = session.get()
  return current.state === 'in' ? current.auth : undefined
}

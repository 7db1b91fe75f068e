import type { Caller } from '@kontor/contract/shared/endpoint'

/** A login with the administrator's shared password. */
export interface SharedAdmin {
  readonly role: 'admin'
  readonly userId: null
  readonly username: string
}

export interface NamedAdmin {
  readonly role: 'admin'
  readonly userId: number
  readonly username: string
}

export type AdminPrincipal = SharedAdmin | NamedAdmin

export interface SalesPrincipal {
  readonly role: 'sales'
  readonly userId: number
  readonly username: string
}

/** A user with an account of their own. */
export type UserPrincipal = NamedAdmin | SalesPrincipal

export type Principal = AdminPrincipal | SalesPrincipal

/** The principal that a handler gets, typed by its endpoint's caller. The type proves that the caller was checked. */
export type PrincipalFor<C extends Caller> = C extends 'admin' ? AdminPrincipal : C extends 'sales' ? Principal : null

export const sharedAdmin: SharedAdmin = { role: 'admin', userId: null, username: 'admin' }

/** Returns the name under which changes by a user are recorded. */
export const actorOf = ({ userId, username }: Principal): string => (userId === null ? 'Administrator' : username)

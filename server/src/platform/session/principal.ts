import type { Caller } from '@kontor/contract/shared/endpoint'

/** Who is logged in, proven by a session in the database. */
export interface AdminPrincipal {
  readonly role: 'admin'
}

export interface SalesPrincipal {
  readonly role: 'sales'
  readonly userId: number
  readonly username: string
}

export type Principal = AdminPrincipal | SalesPrincipal

/** What a handler is handed for the caller that its endpoint names: the type proves that the check was made. */
export type PrincipalFor<C extends Caller> = C extends 'admin' ? AdminPrincipal : C extends 'sales' ? Principal : null

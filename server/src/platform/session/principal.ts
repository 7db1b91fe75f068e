import type { Caller } from '@kontor/contract/shared/endpoint'

export interface AdminPrincipal {
  readonly role: 'admin'
}

export interface SalesPrincipal {
  readonly role: 'sales'
  readonly userId: number
  readonly username: string
}

export type Principal = AdminPrincipal | SalesPrincipal

/** The principal passed to a handler for its endpoint's caller: the type proves that the check was made. */
export type PrincipalFor<C extends Caller> = C extends 'admin' ? AdminPrincipal : C extends 'sales' ? Principal : null

/** The name under which changes by a user are recorded. */
export const actorOf = (principal: Principal): string =>
  principal.role === 'admin' ? 'Administrator' : principal.username

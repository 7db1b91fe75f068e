import type { z } from 'zod'
import type { spreadsheetType } from './spreadsheet.ts'

/** Role of a logged-in user: the panel's administrator, or a sales user of the leads system. */
export type Role = 'admin' | 'sales'

/** The callers of an endpoint. `sales` allows sales users and the administrator, `admin` only the administrator. */
export type Caller = 'public' | Role

/** Milliseconds for which a login or a confirmation proves the user's identity. */
export const confirmedFor = 15 * 60_000

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The path, with parameters in braces: `/api/contacts/{id}`. */
  readonly path: `/${string}`
  readonly caller: Caller
  /** Allows calls even from sessions whose login still needs this step: the second factor, or its set-up. */
  readonly pending?: 'second-factor' | 'set-up'
  /**
   * Requires that the user proved their identity within the last `confirmedFor` milliseconds, so that a thief of the session can't make the
   * call. A string names the only case in which proof is required.
   */
  readonly confirm?: true | string
  readonly summary: string
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** Accepts a file in the field `file` (`multipart/form-data`). */
  readonly takesFile?: true
  /** Media type of a successful response; JSON by default. */
  readonly produces?:
    | 'text/html'
    | 'text/plain'
    | 'text/calendar'
    | 'application/pdf'
    | 'text/event-stream'
    | typeof spreadsheetType
  /** Schema of a successful response (200, or 204 for `noContent`). The server never sends fields that aren't in it. */
  readonly response: z.ZodType
  /** Schema of 4xx responses that have more fields than `errorSchema`. */
  readonly refusal?: z.ZodType
}

const endpointsFor = <const C extends Caller>(caller: C) => {
  const declare =
    <const M extends Endpoint['method']>(method: M) =>
    <const P extends Endpoint['path'], const D extends Omit<Endpoint, 'method' | 'path' | 'caller'>>(
      path: P,
      details: D,
    ) => ({
      method,
      path,
      caller,
      ...details,
    })
  return {
    get: declare('GET'),
    post: declare('POST'),
    put: declare('PUT'),
    patch: declare('PATCH'),
    delete: declare('DELETE'),
  }
}

/** `anyone`, `sales` and `admin` declare endpoints for a caller, with exact types: `admin.get('/api/users', …)`. */
export const anyone = endpointsFor('public')
export const sales = endpointsFor('sales')
export const admin = endpointsFor('admin')

type Part<
  E extends Endpoint,
  K extends 'params' | 'query' | 'body',
  Side extends 'input' | 'output',
> = E[K] extends z.ZodType ? { [P in K]: Side extends 'input' ? z.input<E[K]> : z.output<E[K]> } : unknown

/** A query with only optional parameters may be omitted. */
type QueryInput<E extends Endpoint> = E['query'] extends z.ZodType
  ? Record<never, never> extends z.input<E['query']>
    ? { query?: z.input<E['query']> }
    : { query: z.input<E['query']> }
  : unknown

export type EndpointInput<E extends Endpoint> = Part<E, 'params', 'input'> & QueryInput<E> & Part<E, 'body', 'input'>

/** The validated request that the handler receives. */
export type EndpointRequest<E extends Endpoint> = Part<E, 'params', 'output'> &
  Part<E, 'query', 'output'> &
  Part<E, 'body', 'output'>

export type EndpointAnswer<E extends Endpoint> = z.output<E['response']>

import type { z } from 'zod'
import type { spreadsheetType } from './spreadsheet.ts'

/** What a logged-in person is: the administrator of the panel, or a sales user of the leads system. */
export type Role = 'admin' | 'sales'

/** Who may call an endpoint. `sales` lets sales users and the administrator in, `admin` the administrator only. */
export type Caller = 'public' | Role

/** One call of the HTTP API: what goes in, what comes out, and who may make it. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With parameters in braces: `/api/contacts/{id}`. */
  readonly path: `/${string}`
  readonly caller: Caller
  /** One sentence for the API documentation. */
  readonly summary: string
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** The status of a success; 200 when left out. */
  readonly status?: 200 | 204
  /** The call takes a file, as the field `file` of a form (`multipart/form-data`). */
  readonly takesFile?: true
  /** The media type of a success; JSON when left out. */
  readonly produces?: 'text/html' | 'text/plain' | 'application/pdf' | typeof spreadsheetType
  /** What a success answers; it is a whitelist: fields that it does not name never leave the server. */
  readonly response: z.ZodType
  /** What an answer with a status of 4xx holds where it is more than `errorSchema`. */
  readonly refusal?: z.ZodType
}

/** Declares an endpoint with its exact types. */
export const defineEndpoint = <const E extends Endpoint>(endpoint: E): E => endpoint

type Part<
  E extends Endpoint,
  K extends 'params' | 'query' | 'body',
  Side extends 'input' | 'output',
> = E[K] extends z.ZodType ? { [P in K]: Side extends 'input' ? z.input<E[K]> : z.output<E[K]> } : unknown

/** What a client hands over to make the call. */
export type EndpointInput<E extends Endpoint> = Part<E, 'params', 'input'> &
  Part<E, 'query', 'input'> &
  Part<E, 'body', 'input'>

/** What the server's handler receives, validated. */
export type EndpointRequest<E extends Endpoint> = Part<E, 'params', 'output'> &
  Part<E, 'query', 'output'> &
  Part<E, 'body', 'output'>

/** What a success answers. */
export type EndpointAnswer<E extends Endpoint> = z.output<E['response']>

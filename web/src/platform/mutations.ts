import type { Endpoint, EndpointAnswer, EndpointInput } from '@kontor/contract/shared/endpoint'
import { type MutationScope, type QueryClient, useMutation } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from './api-client.ts'
import { conflictingEntity } from './conflict.ts'
import { passIfGone } from './delete-many.ts'
import type { Settled } from './query-client.ts'

/** Puts an answer into the cache. If it returns a promise, the mutation stays pending until the promise settles. */
type Show<E extends Endpoint, Input> = (client: QueryClient, answer: EndpointAnswer<E>, input: Input) => unknown

interface Options {
  readonly gcTime?: number
  /** Mutations of one scope run one after the other. */
  readonly scope?: MutationScope
  readonly onMutate?: () => void
  readonly onSettled?: (...settled: Settled) => unknown
  /** True to call `show` with the other user's version, too, if a change is rejected because of that version. */
  readonly showConflict?: boolean
}

type BodyOf<E extends Endpoint> = E['body'] extends z.ZodType ? z.input<E['body']> : undefined

const useCalling = <const E extends Endpoint, Input>(
  endpoint: E,
  // Returns `object`, since the compiler can't check through the generics that the endpoint takes these parts.
  partsOf: (input: Input) => object,
  show?: Show<E, Input>,
  { showConflict = false, ...options }: Options = {},
) =>
  useMutation<EndpointAnswer<E>, Error, Input>({
    ...options,
    mutationFn: (input) => call(endpoint, partsOf(input) as EndpointInput<E>),
    onSuccess: (answer, input, _result, { client }) => show?.(client, answer, input),
    onError: (error, input, _result, { client }) => {
      const stored = showConflict && conflictingEntity(error, endpoint.response)
      if (stored) show?.(client, stored as EndpointAnswer<E>, input)
    },
  })

/** Calls an endpoint with its parameters, query and body. */
export const useCall = <const E extends Endpoint>(endpoint: E, show?: Show<E, EndpointInput<E>>, options?: Options) =>
  useCalling(endpoint, (input: EndpointInput<E>) => input as object, show, options)

/** Calls an endpoint with a body, or without one if the endpoint takes none. */
export const useSend = <const E extends Endpoint>(endpoint: E, show?: Show<E, BodyOf<E>>, options?: Options) =>
  useCalling(endpoint, (body: BodyOf<E>) => ({ body }), show, options)

/** Calls an endpoint for the entity with an id. */
export const useCallFor = <const E extends Endpoint, Id extends string | number>(
  endpoint: E,
  show?: Show<E, Id>,
  options?: Options,
) => useCalling(endpoint, (id: Id) => ({ params: { id: String(id) } }), show, options)

/** Changes an entity. `show` gets the stored entity or, after a conflict, the other user's version. */
export const useChange = <const E extends Endpoint>(endpoint: E, show: Show<E, EndpointInput<E>>) =>
  useCall(endpoint, show, { showConflict: true })

/** Does the same as `useChange`, for an endpoint without an id in its path. */
export const useChangeOf = <const E extends Endpoint>(endpoint: E, show: Show<E, BodyOf<E>>) =>
  useSend(endpoint, show, { showConflict: true })

/** The entity that an endpoint deletes. If the endpoint takes a version, this is the version that the user saw. */
type Removed<E extends Endpoint> = { readonly id: string | number } & (E['query'] extends z.ZodType
  ? { readonly version: number }
  : { readonly version?: never })

/** Deletes an entity. An entity that no longer exists counts as deleted. */
export const useRemoval = <const E extends Endpoint, Row extends Removed<E> = Removed<E>>(
  endpoint: E,
  show?: (client: QueryClient, row: Row) => unknown,
  options?: Options,
) =>
  useMutation<unknown, Error, Row>({
    ...options,
    mutationFn: ({ id, version }) =>
      call(endpoint, { params: { id: String(id) }, query: { version } } as EndpointInput<E>).catch(passIfGone),
    onSuccess: (_answer, row, _result, { client }) => show?.(client, row),
  })

import { checkRegister, readSenderDomain, readSystem } from '@kontor/contract/system-status/system-status.endpoints'
import type { SystemStatus } from '@kontor/contract/system-status/system-status.schema'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../platform/api-client.ts'
import { useSend } from '../../platform/mutations.ts'

export type { SystemStatus }

/** The system status. Refetched on every mount. */
export const systemQuery = queryOptions({
  queryKey: ['system'],
  queryFn: ({ signal }) => call(readSystem, {}, { signal }),
  refetchOnMount: 'always',
})

/** The state of the sender's domain. Cached for a minute, since the server has to ask DNS. */
export const senderDomainQuery = queryOptions({
  queryKey: ['sender-domain'],
  queryFn: ({ signal }) => call(readSenderDomain, {}, { signal }),
  staleTime: 60_000,
})

export const useCheckRegister = () => useSend(checkRegister)

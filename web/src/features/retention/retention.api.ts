import { enquiryMonths } from '@kontor/contract/contacts/contacts.rules'
import { purge, readRetention } from '@kontor/contract/retention/retention.endpoints'
import type { PurgeCounts } from '@kontor/contract/retention/retention.schema'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../platform/api-client.ts'
import { counted } from '../../platform/format.ts'
import { useSend } from '../../platform/mutations.ts'

export const retentionLabel = `Sletting etter ${enquiryMonths} måneder`

export const retentionQuery = queryOptions({
  queryKey: ['retention'],
  queryFn: ({ signal }) => call(readRetention, {}, { signal }),
  refetchOnMount: 'always',
})

export const usePurge = () =>
  // Refetches all queries, even after a failure, since the purge may have deleted enquiries and mails before it failed.
  useSend(purge, undefined, { onSettled: (...[, , , , { client }]) => client.invalidateQueries() })

/** Returns the counts in words: `3 henvendelser og innholdet i 1 e-post`. */
export const countsText = ({ enquiries, mails }: PurgeCounts): string =>
  `${counted(enquiries, 'henvendelse', 'henvendelser')} og innholdet i ${counted(mails, 'e-post', 'e-poster')}`

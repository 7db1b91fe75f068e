import { answerAgreement, openAgreement, readAgreementResponse } from '@kontor/contract/agreements/agreements.endpoints'
import { type PublicAgreement, publicAgreementSchema } from '@kontor/contract/agreements/agreements.schema'
import type { EndpointInput } from '@kontor/contract/shared/endpoint'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, callTagged } from '../../platform/api-client.ts'
import { conflictingEntity } from '../../platform/conflict.ts'

export type { PublicAgreement }

export type CustomerAnswer = EndpointInput<typeof answerAgreement>['body']

/** What the holder of a link sees, with the ETag that names exactly that text. */
export const agreementResponseQuery = (token: string) =>
  queryOptions({
    queryKey: ['agreement-response', token],
    queryFn: ({ signal }) => callTagged(readAgreementResponse, { params: { token } }, { signal }),
  })

/** The view as it is now, when an answer was refused because it is not what was read. */
export const agreementNow = (error: unknown): PublicAgreement | null => conflictingEntity(error, publicAgreementSchema)

/** Answers what was read, and only that. Whatever comes of it, the agreement is then read again. */
export const useAnswerAgreement = (token: string) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ answer, etag }: { answer: CustomerAnswer; etag: string | null }) =>
      callTagged(answerAgreement, { params: { token }, body: answer }, { ifMatch: etag }),
    onSuccess: (answered) => client.setQueryData(agreementResponseQuery(token).queryKey, answered),
    onSettled: () => client.invalidateQueries(agreementResponseQuery(token)),
  })
}

/** Tells that a person has opened the agreement. */
export const tellOpened = (token: string): Promise<void> => call(openAgreement, { params: { token } })

/** Where the customer's copy is downloaded. */
export const responsePdfAddress = (token: string): string => `/api/agreement-response/${encodeURIComponent(token)}/pdf`

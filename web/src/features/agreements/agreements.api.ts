import {
  answerAgreement,
  copyAgreement,
  createAgreement,
  createAgreementCondition,
  createAgreementProduct,
  deleteAgreement,
  deleteAgreementCondition,
  deleteAgreementProduct,
  listAgreementConditions,
  listAgreementEvents,
  listAgreementProducts,
  listAgreements,
  openAgreement,
  orderAgreementConditions,
  orderAgreementProducts,
  readAgreementResponse,
  recordAgreementAnswer,
  sendAgreement,
  updateAgreement,
  updateAgreementCondition,
  updateAgreementProduct,
} from '@kontor/contract/agreements/agreements.endpoints'
import { statusAfter } from '@kontor/contract/agreements/agreements.rules'
import {
  type Agreement,
  type AgreementCondition,
  type AgreementEvent,
  type AgreementLine,
  agreementConditionSchema,
  agreementLineSchema,
  agreementSchema,
  type PublicAgreement,
  publicAgreementSchema,
} from '@kontor/contract/agreements/agreements.schema'
import { resendEmail } from '@kontor/contract/emails/emails.endpoints'
import type { EndpointInput } from '@kontor/contract/shared/endpoint'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, call, callTagged } from '../../platform/api-client.ts'
import { conflictingEntity } from '../../platform/conflict.ts'
import { passIfGone } from '../../platform/delete-many.ts'

export type { Agreement, AgreementCondition, AgreementEvent, AgreementLine, PublicAgreement }

export type NewAgreement = EndpointInput<typeof createAgreement>['body']
export type AgreementChanges = EndpointInput<typeof updateAgreement>['body']
export type NewLine = EndpointInput<typeof createAgreementProduct>['body']
export type LineChanges = EndpointInput<typeof updateAgreementProduct>['body']
export type ConditionChanges = EndpointInput<typeof updateAgreementCondition>['body']
export type Recipient = EndpointInput<typeof sendAgreement>['body']
export type PhoneAnswer = EndpointInput<typeof recordAgreementAnswer>['body']
export type CustomerAnswer = EndpointInput<typeof answerAgreement>['body']

/** All agreements that are not archived; never taken for fresh. */
export const agreementsQuery = queryOptions({
  queryKey: ['agreements'],
  queryFn: ({ signal }) => call(listAgreements, {}, { signal }),
  staleTime: 0,
  refetchOnMount: 'always',
})

export const linesQuery = (id: string) =>
  queryOptions({
    queryKey: ['agreement-lines', id],
    queryFn: ({ signal }) => call(listAgreementProducts, { params: { id } }, { signal }),
    refetchOnMount: 'always',
  })

export const agreementConditionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['agreement-conditions', id],
    queryFn: ({ signal }) => call(listAgreementConditions, { params: { id } }, { signal }),
    refetchOnMount: 'always',
  })

export const eventsQuery = (id: string) =>
  queryOptions({
    queryKey: ['agreement-events', id],
    queryFn: ({ signal }) => call(listAgreementEvents, { params: { id } }, { signal }),
    refetchOnMount: 'always',
  })

/** The agreement as somebody else has saved it meanwhile, when that is why a change was refused. */
export const conflictingAgreement = (error: unknown): Agreement | null => conflictingEntity(error, agreementSchema)

export const conflictingLine = (error: unknown): AgreementLine | null => conflictingEntity(error, agreementLineSchema)

export const conflictingCondition = (error: unknown): AgreementCondition | null =>
  conflictingEntity(error, agreementConditionSchema)

/** Shows a change at once, and reads the list anew: a reading that began before the change must not undo it. */
const changeList = (client: QueryClient, change: (agreements: readonly Agreement[]) => Agreement[]): Promise<void> => {
  client.setQueryData(agreementsQuery.queryKey, (agreements) => agreements && change(agreements))
  return client.invalidateQueries(agreementsQuery)
}

const show = (client: QueryClient, saved: Agreement): void => {
  void changeList(client, (agreements) =>
    agreements.map((agreement) => (agreement.id === saved.id ? saved : agreement)),
  )
  void client.invalidateQueries(eventsQuery(saved.id))
}

const showConflict =
  (client: QueryClient) =>
  (error: Error): void => {
    const current = conflictingAgreement(error)
    if (current) show(client, current)
  }

/** A new agreement counts as made once the list knows it: its details are opened from there. */
const showNew = async (client: QueryClient, made: Agreement): Promise<void> => {
  const reading = changeList(client, (agreements) => [made, ...agreements])
  if (!client.getQueryData(agreementsQuery.queryKey)) await reading
}

/** What belongs to an agreement has changed: its amounts, its version and its timeline with it. */
const refetchWhole = (client: QueryClient, id: string): Promise<unknown> =>
  Promise.all([
    client.invalidateQueries(agreementsQuery),
    client.invalidateQueries(linesQuery(id)),
    client.invalidateQueries(agreementConditionsQuery(id)),
    client.invalidateQueries(eventsQuery(id)),
  ])

export const useCreateAgreement = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: NewAgreement) => (await call(createAgreement, { body })).agreement,
    onSuccess: (made) => showNew(client, made),
  })
}

export const useCopyAgreement = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (id: string) => (await call(copyAgreement, { params: { id } })).agreement,
    onSuccess: (made) => showNew(client, made),
  })
}

export const useUpdateAgreement = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, changes }: { id: string; changes: AgreementChanges }) =>
      (await call(updateAgreement, { params: { id }, body: changes })).agreement,
    onSuccess: (saved) => show(client, saved),
    onError: showConflict(client),
  })
}

export const useDeleteAgreement = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(deleteAgreement, { params: { id } }).catch(passIfGone),
    onSuccess: (_, deleted) => void changeList(client, (agreements) => agreements.filter(({ id }) => id !== deleted)),
  })
}

export const useSendAgreement = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, recipient }: { id: string; recipient: Recipient }) =>
      (await call(sendAgreement, { params: { id }, body: recipient })).agreement,
    onSuccess: (saved) => show(client, saved),
    onError: showConflict(client),
  })
}

export const useRecordAnswer = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, answer }: { id: string; answer: PhoneAnswer }) =>
      (await call(recordAgreementAnswer, { params: { id }, body: answer })).agreement,
    onSuccess: (saved) => show(client, saved),
    onError: showConflict(client),
  })
}

/** A change of what belongs to the agreement `id`; whatever comes of it, all of that is fetched anew before it counts as done. */
const usePartChange = <Input>(id: string, change: (input: Input) => Promise<unknown>) => {
  const client = useQueryClient()
  return useMutation({ mutationFn: change, onSettled: () => refetchWhole(client, id) })
}

export const useSaveLine = (id: string) =>
  usePartChange(id, ({ lineId, line }: { lineId: string | null; line: NewLine & LineChanges }) =>
    lineId === null
      ? call(createAgreementProduct, { params: { id }, body: line })
      : call(updateAgreementProduct, { params: { id, lineId }, body: line }),
  )

export const useDeleteLine = (id: string) =>
  usePartChange(id, (lineId: string) => call(deleteAgreementProduct, { params: { id, lineId } }).catch(passIfGone))

export const useOrderLines = (id: string) =>
  usePartChange(id, (ids: string[]) => call(orderAgreementProducts, { params: { id }, body: { ids } }))

export const useAddCondition = (id: string) =>
  usePartChange(id, (conditionId: number) => call(createAgreementCondition, { params: { id }, body: { conditionId } }))

export const useUpdateCondition = (id: string) =>
  usePartChange(id, ({ lineId, changes }: { lineId: string; changes: ConditionChanges }) =>
    call(updateAgreementCondition, { params: { id, lineId }, body: changes }),
  )

export const useRemoveCondition = (id: string) =>
  usePartChange(id, (lineId: string) => call(deleteAgreementCondition, { params: { id, lineId } }).catch(passIfGone))

export const useOrderConditions = (id: string) =>
  usePartChange(id, (ids: string[]) => call(orderAgreementConditions, { params: { id }, body: { ids } }))

/** Queues a mail about the agreement once more. */
export const useResendMail = (id: string) =>
  usePartChange(id, (emailLogId: string) => call(resendEmail, { params: { id: emailLogId } }))

/** Where the administrator downloads an agreement. */
export const agreementPdfAddress = (id: string): string => `/api/agreements/${id}/pdf`

/** The mail that sending would queue, for a sandboxed frame. */
export const mailPreviewAddress = (id: string, contactPersonId: number): string =>
  `/api/agreements/${id}/mail-preview?contactPersonId=${contactPersonId}`

/** The address that a customer's link leads to. */
export const customerLink = (responseToken: string): string =>
  new URL(`/agreement-response/${responseToken}`, window.location.origin).href

/** What the holder of a link sees, with the ETag that names exactly that text. */
export const agreementResponseQuery = (token: string) =>
  queryOptions({
    queryKey: ['agreement-response', token],
    queryFn: ({ signal }) => callTagged(readAgreementResponse, { params: { token } }, { signal }),
  })

/** The view as it is now, when an answer was refused because it is not what was read. */
export const agreementNow = (error: unknown): PublicAgreement | null => conflictingEntity(error, publicAgreementSchema)

interface GivenAnswer {
  readonly answer: CustomerAnswer
  /** Names what was read. */
  readonly etag: string | null
}

/** An answer may have arrived although nothing came back: what the agreement says then counts. */
const giveAnswer = async (token: string, { answer, etag }: GivenAnswer) => {
  try {
    return await callTagged(answerAgreement, { params: { token }, body: answer }, { ifMatch: etag })
  } catch (error) {
    if (error instanceof ApiError && error.explained) throw error
    const now = await callTagged(readAgreementResponse, { params: { token } }).catch(() => null)
    if (now && now.answer.agreement.status === statusAfter('sent', answer.action)) return now
    throw error
  }
}

/** Answers what was read, and only that. Whatever comes of it, the agreement is then read again. */
export const useAnswerAgreement = (token: string) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (given: GivenAnswer) => giveAnswer(token, given),
    onSuccess: (answered) => client.setQueryData(agreementResponseQuery(token).queryKey, answered),
    onSettled: () => client.invalidateQueries(agreementResponseQuery(token)),
  })
}

/** Tells that a person has opened the agreement. */
export const tellOpened = (token: string): Promise<void> => call(openAgreement, { params: { token } })

/** Where the customer's copy is downloaded. */
export const responsePdfAddress = (token: string): string => `/api/agreement-response/${encodeURIComponent(token)}/pdf`

import { type PublicAgreement, publicAgreementSchema } from '@kontor/contract/agreements/agreements.answers.schema'
import * as endpoints from '@kontor/contract/agreements/agreements.endpoints'
import { statusAfter } from '@kontor/contract/agreements/agreements.rules'
import {
  type Agreement,
  type AgreementCondition,
  type AgreementEvent,
  type AgreementLine,
  agreementConditionSchema,
  agreementLineSchema,
  agreementSchema,
} from '@kontor/contract/agreements/agreements.schema'
import { agreementSettingsSchema } from '@kontor/contract/agreements/agreements.settings.schema'
import type { AgreementTemplate } from '@kontor/contract/agreements/agreements.templates.schema'
import { resendEmail } from '@kontor/contract/emails/emails.endpoints'
import type { EndpointInput } from '@kontor/contract/shared/endpoint'
import { type QueryClient, type QueryKey, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, call, callTagged, callWith, urlOf } from '../../platform/api-client.ts'
import { cacheSavedOrConflicting, conflictingEntity } from '../../platform/conflict.ts'
import { passIfGone } from '../../platform/delete-many.ts'
import { useChangeOf, useRemoval, useSend } from '../../platform/mutations.ts'
import type { Settled } from '../../platform/query-client.ts'
import { shows, showsAll, showsRecord } from '../../platform/shows.ts'

export type { Agreement, AgreementCondition, AgreementEvent, AgreementLine, AgreementTemplate, PublicAgreement }

type NewLine = EndpointInput<typeof endpoints.createAgreementProduct>['body']
type LineChanges = EndpointInput<typeof endpoints.updateAgreementProduct>['body']
type ConditionChanges = EndpointInput<typeof endpoints.updateAgreementCondition>['body']
export type CustomerAnswer = EndpointInput<typeof endpoints.answerAgreement>['body']

/** The office's settings: the evidence key and certificate, whether customers can use eID, and the amount above which a code is required. */
export const agreementSettingsQuery = queryOptions({
  queryKey: ['agreement-settings'],
  meta: shows('setting'),
  queryFn: ({ signal }) => call(endpoints.readAgreementSettings, {}, { signal }),
})

export const conflictingSettings = (error: unknown) => conflictingEntity(error, agreementSettingsSchema)

export const useUpdateAgreementSettings = () =>
  useChangeOf(endpoints.updateAgreementSettings, (client, saved) =>
    client.setQueryData(agreementSettingsQuery.queryKey, saved),
  )

/** The newest agreements that are not archived. Always stale, so that each mount refetches them. */
export const agreementsQuery = queryOptions({
  queryKey: ['agreements'],
  meta: shows('agreement', 'customer'),
  queryFn: ({ signal }) => call(endpoints.listAgreements, { query: {} }, { signal }),
  staleTime: 0,
  refetchOnMount: 'always',
})

/** Accepted agreements that a user deleted, which archives them. The key begins with the list's key, so that both lists are refetched together. */
export const archivedAgreementsQuery = queryOptions({
  queryKey: [...agreementsQuery.queryKey, 'archived'],
  meta: shows('agreement', 'customer'),
  queryFn: ({ signal }) => call(endpoints.listAgreements, { query: { archived: 'true' } }, { signal }),
  staleTime: 0,
  refetchOnMount: 'always',
})

/** An agreement that the list lacks, because it is archived or isn't among the newest. */
export const agreementQuery = (id: string) =>
  queryOptions({
    queryKey: ['agreement', id],
    meta: showsRecord(id, 'agreement'),
    queryFn: async ({ signal }) => (await call(endpoints.readAgreement, { params: { id } }, { signal })).agreement,
    refetchOnMount: 'always',
  })

const partsKey = (id: string) => ['agreement-parts', id] as const

export const linesQuery = (id: string) =>
  queryOptions({
    queryKey: [...partsKey(id), 'lines'],
    meta: showsRecord(id, 'agreement'),
    queryFn: ({ signal }) => call(endpoints.listAgreementProducts, { params: { id } }, { signal }),
    refetchOnMount: 'always',
  })

export const agreementConditionsQuery = (id: string) =>
  queryOptions({
    queryKey: [...partsKey(id), 'conditions'],
    meta: showsRecord(id, 'agreement'),
    queryFn: ({ signal }) => call(endpoints.listAgreementConditions, { params: { id } }, { signal }),
    refetchOnMount: 'always',
  })

export const eventsQuery = (id: string) =>
  queryOptions({
    queryKey: [...partsKey(id), 'events'],
    meta: showsRecord(id, 'agreement'),
    queryFn: ({ signal }) => call(endpoints.listAgreementEvents, { params: { id } }, { signal }),
    refetchOnMount: 'always',
  })

export const conflictingAgreement = (error: unknown): Agreement | null => conflictingEntity(error, agreementSchema)

export const conflictingLine = (error: unknown): AgreementLine | null => conflictingEntity(error, agreementLineSchema)

export const conflictingCondition = (error: unknown): AgreementCondition | null =>
  conflictingEntity(error, agreementConditionSchema)

/** Shows a change at once, then refetches the list. Refetching cancels an earlier fetch, whose response wouldn't contain the change. */
const updateList = (client: QueryClient, change: (agreements: readonly Agreement[]) => Agreement[]): Promise<void> => {
  client.setQueryData(agreementsQuery.queryKey, (agreements) => agreements && change(agreements))
  return client.invalidateQueries(agreementsQuery)
}

const updateInList = (client: QueryClient, saved: Agreement): void => {
  void updateList(client, (agreements) =>
    agreements.map((agreement) => (agreement.id === saved.id ? saved : agreement)),
  )
  client.setQueryData(agreementQuery(saved.id).queryKey, saved)
  void client.invalidateQueries(eventsQuery(saved.id))
}

/** Refetches an agreement after a change to a line or condition, which also changes its amounts, version and timeline. */
const refetchAgreement = (client: QueryClient, id: string): Promise<unknown> =>
  Promise.all([
    client.invalidateQueries(agreementsQuery),
    client.invalidateQueries(agreementQuery(id)),
    client.invalidateQueries({ queryKey: partsKey(id) }),
  ])

interface AgreementAnswer {
  readonly agreement: Agreement
}

/** Creates an agreement. Resolves once the cached list contains it, since its record opens from the list. */
const useAgreementCreation = <Input>(create: (input: Input) => Promise<AgreementAnswer>) =>
  useMutation({
    mutationFn: async (input: Input) => (await create(input)).agreement,
    onSuccess: async (created, _input, _result, { client }) => {
      const refetched = updateList(client, (agreements) => [created, ...agreements])
      if (!client.getQueryData(agreementsQuery.queryKey)) await refetched
    },
  })

/** Changes an agreement. Shows the result in the list or, after a conflict, the other user's version. */
const useAgreementChange = <Input>(change: (input: Input) => Promise<AgreementAnswer>) =>
  useMutation({
    mutationFn: async (input: Input) => (await change(input)).agreement,
    ...cacheSavedOrConflicting(conflictingAgreement, updateInList),
  })

export const useCreateAgreement = () => useAgreementCreation(callWith(endpoints.createAgreement))

export const useCopyAgreement = () => useAgreementCreation(callWith(endpoints.copyAgreement))

/** The lead that the agreement's customer came from; null without such a lead. */
export const agreementLeadQuery = (id: string) =>
  queryOptions({
    queryKey: ['agreement-lead', id],
    meta: shows('lead'),
    queryFn: async ({ signal }) => (await call(endpoints.readAgreementLead, { params: { id } }, { signal })).lead,
    refetchOnMount: 'always',
  })

/** The newest agreement with the customer that a lead became; null without an agreement. */
export const leadAgreementQuery = (leadId: number) =>
  queryOptions({
    queryKey: ['lead-agreement', leadId],
    meta: showsAll(showsRecord(leadId, 'lead'), shows('agreement')),
    queryFn: async ({ signal }) =>
      (await call(endpoints.readLeadAgreement, { params: { id: String(leadId) } }, { signal })).agreement,
    refetchOnMount: 'always',
  })

export const templatesQuery = queryOptions({
  queryKey: ['agreement-templates'],
  meta: shows('agreement-template'),
  queryFn: ({ signal }) => call(endpoints.listAgreementTemplates, {}, { signal }),
  refetchOnMount: 'always',
})

export const useSaveTemplate = () =>
  useSend(endpoints.createAgreementTemplate, (client) => client.invalidateQueries(templatesQuery))

export const useDeleteTemplate = () =>
  useRemoval(endpoints.deleteAgreementTemplate, undefined, {
    onSettled: (...[, , , , { client }]) => client.invalidateQueries(templatesQuery),
  })

export const useUpdateAgreement = () => useAgreementChange(callWith(endpoints.updateAgreement))

export const useSendAgreement = () => useAgreementChange(callWith(endpoints.sendAgreement))

export const useRenewLink = () => useAgreementChange(callWith(endpoints.renewAgreementLink))

export const useRecordAnswer = () => useAgreementChange(callWith(endpoints.recordAgreementAnswer))

export const useDeleteAgreement = () =>
  useRemoval(
    endpoints.deleteAgreement,
    (client, deleted) => void updateList(client, (agreements) => agreements.filter(({ id }) => id !== deleted.id)),
  )

/**
 * Changes a line or condition of the agreement `id`. Changes run one at a time, in the order of the calls. Each then refetches the whole
 * agreement, even after a failure, and stays pending until that response.
 */
const usePartChange = <Input, Answer>(id: string, change: (input: Input) => Promise<Answer>) =>
  useMutation({
    mutationFn: change,
    scope: { id: `agreement-parts-${id}` },
    onSettled: (...[, , , , { client }]: Settled) => refetchAgreement(client, id),
  })

export const useSaveLine = (id: string) =>
  usePartChange(id, ({ lineId, line }: { lineId: string | null; line: NewLine & LineChanges }) =>
    lineId === null
      ? call(endpoints.createAgreementProduct, { params: { id }, body: line })
      : call(endpoints.updateAgreementProduct, { params: { id, lineId }, body: line }),
  )

export const useDeleteLine = (id: string) =>
  usePartChange(id, ({ id: lineId, version }: Pick<AgreementLine, 'id' | 'version'>) =>
    call(endpoints.deleteAgreementProduct, { params: { id, lineId }, query: { version } }).catch(passIfGone),
  )

/** `ids` are in the new order, `known` in the order before the move. */
interface NewOrder {
  readonly ids: string[]
  readonly known: string[]
}

/** Reorders the lines or conditions under `queryKey` optimistically, so that the next move starts from the order on the screen. */
const useOrderChange = (id: string, queryKey: QueryKey, change: (order: NewOrder) => Promise<unknown>) => {
  const mutationKey = [...queryKey, 'order']
  return useMutation({
    mutationKey,
    mutationFn: change,
    scope: { id: `agreement-parts-${id}` },
    onMutate: async ({ ids }: NewOrder, { client }) => {
      await client.cancelQueries({ queryKey })
      client.setQueryData<readonly { id: string }[]>(queryKey, (parts) =>
        parts?.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)),
      )
    },
    // Refetches only after the last pending reorder, since an earlier response would undo the later moves on the screen.
    onSettled: (...[, , , , { client }]: Settled) =>
      client.isMutating({ mutationKey }) === 1 ? refetchAgreement(client, id) : undefined,
  })
}

export const useOrderLines = (id: string) =>
  useOrderChange(id, linesQuery(id).queryKey, (body) =>
    call(endpoints.orderAgreementProducts, { params: { id }, body }),
  )

export const useAddCondition = (id: string) =>
  usePartChange(id, (conditionId: number) =>
    call(endpoints.createAgreementCondition, { params: { id }, body: { conditionId } }),
  )

export const useUpdateCondition = (id: string) =>
  usePartChange(id, ({ lineId, changes }: { lineId: string; changes: ConditionChanges }) =>
    call(endpoints.updateAgreementCondition, { params: { id, lineId }, body: changes }),
  )

export const useRemoveCondition = (id: string) =>
  usePartChange(id, ({ id: lineId, version }: Pick<AgreementCondition, 'id' | 'version'>) =>
    call(endpoints.deleteAgreementCondition, { params: { id, lineId }, query: { version } }).catch(passIfGone),
  )

export const useOrderConditions = (id: string) =>
  useOrderChange(id, agreementConditionsQuery(id).queryKey, (body) =>
    call(endpoints.orderAgreementConditions, { params: { id }, body }),
  )

export const useResendMail = (id: string) =>
  usePartChange(id, (emailLogId: string) => call(resendEmail, { params: { id: emailLogId } }))

export const agreementPdfAddress = (id: string): string => urlOf(endpoints.readAgreementPdf, { params: { id } })

export const listUnshownLetters = (id: string): Promise<string[]> =>
  call(endpoints.listUnshownLetters, { params: { id } })

type MailFields = Omit<EndpointInput<typeof endpoints.previewAgreementMail>['query'], 'contactPersonId'>

/** Returns the URL of a preview of the mail with these fields, for a sandboxed frame. */
export const mailPreviewAddress = (id: string, contactPersonId: number, fields: MailFields): string =>
  urlOf(endpoints.previewAgreementMail, {
    params: { id },
    query: { ...fields, contactPersonId: String(contactPersonId) },
  })

export const customerLink = (responseToken: string): string =>
  new URL(`/agreement-response/${responseToken}`, window.location.origin).href

/** The customer's view of the agreement, with the ETag that identifies its exact text. */
export const agreementResponseQuery = (token: string) =>
  queryOptions({
    queryKey: ['agreement-response', token],
    queryFn: ({ signal }) => callTagged(endpoints.readAgreementResponse, { params: { token } }, { signal }),
  })

/** Returns the current view if an answer was rejected because the agreement has changed since the customer read it; else null. */
export const conflictingPublicAgreement = (error: unknown): PublicAgreement | null =>
  conflictingEntity(error, publicAgreementSchema)

interface AnswerRequest {
  readonly answer: CustomerAnswer
  /** The ETag of the view that the customer read. */
  readonly etag: string | null
}

/** Sends the answer. If no usable response arrives, reads the agreement: its status shows whether the answer was stored. */
const submitAnswer = async (token: string, { answer, etag }: AnswerRequest) => {
  try {
    return await callTagged(endpoints.answerAgreement, { params: { token }, body: answer }, { ifMatch: etag })
  } catch (error) {
    if (error instanceof ApiError && error.explained) throw error
    const current = await callTagged(endpoints.readAgreementResponse, { params: { token } }).catch(() => null)
    if (current && current.answer.agreement.status === statusAfter('sent', answer.action)) return current
    throw error
  }
}

/** Sends an answer with the ETag of the view that the customer read. Refetches the agreement on success and on failure. */
export const useAnswerAgreement = (token: string) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (request: AnswerRequest) => submitAnswer(token, request),
    onSuccess: (answered) => client.setQueryData(agreementResponseQuery(token).queryKey, answered),
    onSettled: () => client.invalidateQueries(agreementResponseQuery(token)),
  })
}

export const useSendCode = (token: string) =>
  useMutation({ mutationFn: () => call(endpoints.sendAgreementCode, { params: { token } }) })

export const useBeginIdentification = (token: string) =>
  useMutation({ mutationFn: () => call(endpoints.beginIdentification, { params: { token } }) })

/** The person whom the provider identified. Fails once the identification has been used or has expired. */
export const identificationQuery = (token: string, identification: string) =>
  queryOptions({
    queryKey: ['agreement-identification', token, identification],
    queryFn: ({ signal }) => call(endpoints.readIdentification, { params: { token, identification } }, { signal }),
  })

/** Records that a person, not a robot, has opened the agreement. */
export const markOpened = (token: string): Promise<void> => call(endpoints.openAgreement, { params: { token } })

export const responsePdfAddress = (token: string): string =>
  urlOf(endpoints.readAgreementResponsePdf, { params: { token } })

import type { EndpointInput } from '@kontor/contract/shared/endpoint'
import type { ExportFormat } from '@kontor/contract/shared/exports'
import * as endpoints from '@kontor/contract/webinars/webinars.endpoints'
import {
  type Registration,
  registrationSchema,
  type Webinar,
  webinarSchema,
} from '@kontor/contract/webinars/webinars.schema'
import { type QueryClient, queryOptions, useIsFetching, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, urlOf } from '../../platform/api-client.ts'
import { cacheSavedOrConflicting, conflictingEntity } from '../../platform/conflict.ts'
import { deleteRows } from '../../platform/delete-many.ts'
import { withAdded, without, withReplaced } from '../../platform/list-cache.ts'
import { useCallFor, useChange, useRemoval, useSend } from '../../platform/mutations.ts'
import { shows, showsRecord } from '../../platform/shows.ts'

export type { Registration, Webinar }

const root = ['webinars'] as const

/** The latest webinars. Refetched each time the tab opens, since registrations come from the site, which shares no cache with the office. */
export const webinarsQuery = queryOptions({
  queryKey: [...root, 'list'],
  meta: shows('webinar'),
  queryFn: ({ signal }) => call(endpoints.listWebinars, {}, { signal }),
  refetchOnMount: 'always',
})

/** A webinar's registrations. Refetched on every mount. Also updates the webinar's counts in the list of webinars. */
export const registrationsQuery = (webinarId: string) =>
  queryOptions({
    queryKey: [...root, webinarId, 'registrations'],
    meta: showsRecord(webinarId, 'webinar'),
    queryFn: async ({ signal, client }) => {
      const registrations = await call(endpoints.listRegistrations, { params: { id: webinarId } }, { signal })
      cacheCounts(client, webinarId, registrations)
      return registrations
    },
    refetchOnMount: 'always',
  })

/** Returns the URL of the file with a webinar's registrations, a spreadsheet unless `format` says otherwise. */
export const exportAddress = (webinarId: string, format?: ExportFormat): string =>
  urlOf(endpoints.exportRegistrations, { params: { id: webinarId }, query: format ? { format } : {} })

/** Returns whether webinars or registrations are being fetched, and a function that refetches those on the screen. */
export const useRefreshWebinars = () => {
  const client = useQueryClient()
  return {
    refreshing: useIsFetching({ queryKey: root }) > 0,
    refresh: () => void client.refetchQueries({ queryKey: root, type: 'active' }),
  }
}

const cacheWebinar = (client: QueryClient, saved: Webinar) =>
  client.setQueryData(webinarsQuery.queryKey, withReplaced(saved))

const cacheCounts = (client: QueryClient, webinarId: string, registrations: readonly Registration[]): void => {
  const countIn = (wanted: Registration['state']) =>
    registrations.filter(({ suspect, state }) => !suspect && state === wanted).length || undefined
  const counts = {
    registrationCount: registrations.length,
    suspectCount: registrations.filter(({ suspect }) => suspect).length,
    waitingCount: countIn('waiting'),
    cancelledCount: countIn('cancelled'),
  }
  client.setQueryData(webinarsQuery.queryKey, (webinars) =>
    webinars?.map((webinar) => (webinar.id === webinarId ? { ...webinar, ...counts } : webinar)),
  )
}

const updateCachedRegistrations = (
  client: QueryClient,
  { webinarId }: Registration,
  update: (registrations: Registration[] | undefined) => Registration[] | undefined,
): void => {
  const changed = client.setQueryData(registrationsQuery(webinarId).queryKey, update)
  if (changed) cacheCounts(client, webinarId, changed)
}

/** Returns the other user's version if a change failed with a conflict; else null. */
export const conflictingWebinar = (error: unknown): Webinar | null => conflictingEntity(error, webinarSchema)

/** Returns the other user's version if a change failed with a conflict; else null. */
export const conflictingRegistration = (error: unknown): Registration | null =>
  conflictingEntity(error, registrationSchema)

export const useCreateWebinar = () =>
  useSend(endpoints.createWebinar, (client, created) => client.setQueryData(webinarsQuery.queryKey, withAdded(created)))

const notifyQuery = (notify: boolean) => ({ notify: notify ? 'true' : 'false' }) as const

interface WebinarUpdate {
  readonly id: string
  readonly notify: boolean
  readonly changes: EndpointInput<typeof endpoints.updateWebinar>['body']
}

export const useUpdateWebinar = () =>
  useMutation({
    mutationFn: ({ id, notify, changes }: WebinarUpdate) =>
      call(endpoints.updateWebinar, { params: { id }, query: notifyQuery(notify), body: changes }),
    ...cacheSavedOrConflicting(conflictingWebinar, (client, saved) => {
      cacheWebinar(client, saved)
      // Refetches registrations, since new seats may have gone to the waiting list.
      void client.invalidateQueries(registrationsQuery(saved.id))
    }),
  })

interface WebinarDeletion {
  readonly webinars: readonly Webinar[]
  readonly notify: boolean
  readonly onProgress: (done: number) => void
}

export const useDeleteWebinars = () =>
  useMutation({
    mutationFn: ({ webinars, notify, onProgress }: WebinarDeletion) =>
      deleteRows(
        webinars,
        ({ id, version }) =>
          call(endpoints.deleteWebinar, { params: { id }, query: { ...notifyQuery(notify), version } }),
        onProgress,
      ),
    onSuccess: ({ deleted }, _input, _result, { client }) =>
      client.setQueryData(webinarsQuery.queryKey, (webinars) => webinars?.filter(({ id }) => !deleted.has(id))),
  })

export const useUpdateRegistration = () =>
  useChange(endpoints.updateRegistration, (client, saved) =>
    updateCachedRegistrations(client, saved, withReplaced(saved)),
  )

/** Approves a suspect registration. */
export const useApproveRegistration = () =>
  useCallFor(endpoints.approveRegistration, (client, approved) =>
    updateCachedRegistrations(client, approved, withReplaced(approved)),
  )

/** Deletes a registration, and refetches the others, since the freed seat may have gone to a person on the waiting list. */
export const useDeleteRegistration = () =>
  useRemoval(endpoints.deleteRegistration, (client, deleted: Registration) => {
    updateCachedRegistrations(client, deleted, without(deleted.id))
    void client.invalidateQueries(registrationsQuery(deleted.webinarId))
  })

/** The registration behind a personal link. */
export const ownRegistrationQuery = (token: string) =>
  queryOptions({
    queryKey: ['webinar-registration', token],
    queryFn: ({ signal }) => call(endpoints.readOwnRegistration, { params: { token } }, { signal }),
  })

export const ownCalendarAddress = (token: string): string => urlOf(endpoints.readOwnCalendar, { params: { token } })

/** Confirms the registration behind a personal link. Without this, the registration would lapse. */
export const useConfirmOwnRegistration = (token: string) =>
  useMutation({
    mutationFn: () => call(endpoints.confirmOwnRegistration, { params: { token } }),
    onSuccess: (confirmed, _input, _result, { client }) =>
      client.setQueryData(ownRegistrationQuery(token).queryKey, confirmed),
    onError: (_error, _input, _result, { client }) => client.invalidateQueries(ownRegistrationQuery(token)),
  })

/** Cancels the registration behind a personal link. Refetches it after a failure: it may be cancelled already, or the webinar may have begun. */
export const useCancelOwnRegistration = (token: string) =>
  useMutation({
    mutationFn: () => call(endpoints.cancelOwnRegistration, { params: { token } }),
    onSuccess: (cancelled, _input, _result, { client }) =>
      client.setQueryData(ownRegistrationQuery(token).queryKey, cancelled),
    onError: (_error, _input, _result, { client }) => client.invalidateQueries(ownRegistrationQuery(token)),
  })

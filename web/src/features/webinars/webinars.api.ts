import type { EndpointInput } from '@kontor/contract/shared/endpoint'
import {
  createWebinar,
  deleteRegistration,
  deleteWebinar,
  exportRegistrations,
  listRegistrations,
  listWebinars,
  updateRegistration,
  updateWebinar,
} from '@kontor/contract/webinars/webinars.endpoints'
import {
  type Registration,
  registrationSchema,
  type Webinar,
  webinarSchema,
} from '@kontor/contract/webinars/webinars.schema'
import { type QueryClient, queryOptions, useIsFetching, useMutation, useQueryClient } from '@tanstack/react-query'
import { addressOf, call } from '../../platform/api-client.ts'
import { conflictingEntity } from '../../platform/conflict.ts'
import { deleteMany, passIfGone } from '../../platform/delete-many.ts'

export type { Registration, Webinar }

export type NewWebinar = EndpointInput<typeof createWebinar>['body']
export type WebinarChanges = EndpointInput<typeof updateWebinar>['body']
export type RegistrationChanges = EndpointInput<typeof updateRegistration>['body']

const root = ['webinars'] as const

/** Refetched each time the tab opens: registrations come from the site, which shares no cache with the office. */
export const webinarsQuery = queryOptions({
  queryKey: [...root, 'list'],
  queryFn: ({ signal }) => call(listWebinars, {}, { signal }),
  refetchOnMount: 'always',
})

/** Refetched on every mount; updates the counts in the list of webinars. */
export const registrationsQuery = (webinarId: string) =>
  queryOptions({
    queryKey: [...root, webinarId, 'registrations'],
    queryFn: async ({ signal, client }) => {
      const registrations = await call(listRegistrations, { params: { id: webinarId } }, { signal })
      cacheCounts(client, webinarId, registrations)
      return registrations
    },
    refetchOnMount: 'always',
  })

/** The URL of the spreadsheet with a webinar's registrations. */
export const exportAddress = (webinarId: string): string =>
  addressOf(exportRegistrations, { params: { id: webinarId } })

/** Whether webinars or registrations are being fetched, and a function that refetches those shown. */
export const useRefreshWebinars = () => {
  const client = useQueryClient()
  return {
    refreshing: useIsFetching({ queryKey: root }) > 0,
    refresh: () => void client.refetchQueries({ queryKey: root, type: 'active' }),
  }
}

const updateCachedWebinars = (client: QueryClient, change: (webinars: Webinar[]) => Webinar[]): void => {
  client.setQueryData(webinarsQuery.queryKey, (webinars) => webinars && change(webinars))
}

const cacheWebinar = (client: QueryClient, saved: Webinar): void =>
  updateCachedWebinars(client, (webinars) => webinars.map((webinar) => (webinar.id === saved.id ? saved : webinar)))

const cacheCounts = (client: QueryClient, webinarId: string, registrations: readonly Registration[]): void => {
  const registrationCount = registrations.length
  const suspectCount = registrations.filter(({ suspect }) => suspect).length
  updateCachedWebinars(client, (webinars) =>
    webinars.map((webinar) => {
      if (webinar.id !== webinarId) return webinar
      return { ...webinar, registrationCount, suspectCount }
    }),
  )
}

const updateCachedRegistrations = (
  client: QueryClient,
  webinarId: string,
  change: (registrations: Registration[]) => Registration[],
): void => {
  const { queryKey } = registrationsQuery(webinarId)
  const changed = client.setQueryData(queryKey, (registrations) => registrations && change(registrations))
  if (changed) cacheCounts(client, webinarId, changed)
}

const cacheRegistration = (client: QueryClient, saved: Registration): void =>
  updateCachedRegistrations(client, saved.webinarId, (registrations) =>
    registrations.map((registration) => (registration.id === saved.id ? saved : registration)),
  )

/** The webinar as another user saved it, if that is why a change was rejected. */
export const conflictingWebinar = (error: unknown): Webinar | null => conflictingEntity(error, webinarSchema)

/** The same for a registration. */
export const conflictingRegistration = (error: unknown): Registration | null =>
  conflictingEntity(error, registrationSchema)

export const useCreateWebinar = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewWebinar) => call(createWebinar, { body }),
    onSuccess: (created) => updateCachedWebinars(client, (webinars) => [...webinars, created]),
  })
}

export const useUpdateWebinar = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, notify, changes }: { id: string; notify: boolean; changes: WebinarChanges }) =>
      call(updateWebinar, { params: { id }, query: { notify: notify ? 'true' : 'false' }, body: changes }),
    onSuccess: (saved) => cacheWebinar(client, saved),
    onError: (error) => {
      const current = conflictingWebinar(error)
      if (current) cacheWebinar(client, current)
    },
  })
}

interface WebinarDeletion {
  readonly ids: readonly string[]
  readonly notify: boolean
  readonly onProgress: (done: number) => void
}

export const useDeleteWebinars = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ ids, notify, onProgress }: WebinarDeletion) => {
      const query = { notify: notify ? 'true' : 'false' } as const
      return deleteMany(ids, (id) => call(deleteWebinar, { params: { id }, query }), onProgress)
    },
    onSuccess: ({ deleted }) =>
      updateCachedWebinars(client, (webinars) => webinars.filter(({ id }) => !deleted.has(id))),
  })
}

export const useUpdateRegistration = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, changes }: { id: string; changes: RegistrationChanges }) =>
      call(updateRegistration, { params: { id }, body: changes }),
    onSuccess: (saved) => cacheRegistration(client, saved),
    onError: (error) => {
      const current = conflictingRegistration(error)
      if (current) cacheRegistration(client, current)
    },
  })
}

export const useDeleteRegistration = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Registration) => call(deleteRegistration, { params: { id } }).catch(passIfGone),
    onSuccess: (_, deleted) =>
      updateCachedRegistrations(client, deleted.webinarId, (registrations) =>
        registrations.filter(({ id }) => id !== deleted.id),
      ),
  })
}

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
import { call } from '../../platform/api-client.ts'
import { conflictingEntity } from '../../platform/conflict.ts'
import { deleteMany, passIfGone } from '../../platform/delete-many.ts'

export type { Registration, Webinar }

export type NewWebinar = EndpointInput<typeof createWebinar>['body']
export type WebinarChanges = EndpointInput<typeof updateWebinar>['body']
export type RegistrationChanges = EndpointInput<typeof updateRegistration>['body']

const root = ['webinars'] as const

/** Fetched anew each time its tab opens: the site, where registrations come from, shares no cache with the office. */
export const webinarsQuery = queryOptions({
  queryKey: [...root, 'list'],
  queryFn: ({ signal }) => call(listWebinars, {}, { signal }),
  refetchOnMount: 'always',
})

/** Fetched anew each time they are opened; their number in the list of webinars follows. */
export const registrationsQuery = (webinarId: string) =>
  queryOptions({
    queryKey: [...root, webinarId, 'registrations'],
    queryFn: async ({ signal, client }) => {
      const registrations = await call(listRegistrations, { params: { id: webinarId } }, { signal })
      showCounts(client, webinarId, registrations)
      return registrations
    },
    refetchOnMount: 'always',
  })

/** Where the spreadsheet of a webinar's registrations is fetched. */
export const exportAddress = (webinarId: string): string => exportRegistrations.path.replace('{id}', webinarId)

/** Whether webinars or registrations are on their way, and how to fetch all that is shown anew. */
export const useRefreshWebinars = () => {
  const client = useQueryClient()
  return {
    refreshing: useIsFetching({ queryKey: root }) > 0,
    refresh: () => void client.refetchQueries({ queryKey: root, type: 'active' }),
  }
}

const changeWebinars = (client: QueryClient, change: (webinars: Webinar[]) => Webinar[]): void => {
  client.setQueryData(webinarsQuery.queryKey, (webinars) => webinars && change(webinars))
}

const show = (client: QueryClient, saved: Webinar): void =>
  changeWebinars(client, (webinars) => webinars.map((webinar) => (webinar.id === saved.id ? saved : webinar)))

const showCounts = (client: QueryClient, webinarId: string, registrations: readonly Registration[]): void => {
  const registrationCount = registrations.length
  const suspectCount = registrations.filter(({ suspect }) => suspect).length
  changeWebinars(client, (webinars) =>
    webinars.map((webinar) => {
      if (webinar.id !== webinarId) return webinar
      return { ...webinar, registrationCount, suspectCount }
    }),
  )
}

const changeRegistrations = (
  client: QueryClient,
  webinarId: string,
  change: (registrations: Registration[]) => Registration[],
): void => {
  const { queryKey } = registrationsQuery(webinarId)
  const changed = client.setQueryData(queryKey, (registrations) => registrations && change(registrations))
  if (changed) showCounts(client, webinarId, changed)
}

const showRegistration = (client: QueryClient, saved: Registration): void =>
  changeRegistrations(client, saved.webinarId, (registrations) =>
    registrations.map((registration) => (registration.id === saved.id ? saved : registration)),
  )

/** The webinar as somebody else has saved it meanwhile, when that is why a change was refused. */
export const conflictingWebinar = (error: unknown): Webinar | null => conflictingEntity(error, webinarSchema)

/** The same of a registration. */
export const conflictingRegistration = (error: unknown): Registration | null =>
  conflictingEntity(error, registrationSchema)

export const useCreateWebinar = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewWebinar) => call(createWebinar, { body }),
    onSuccess: (made) => changeWebinars(client, (webinars) => [...webinars, made]),
  })
}

export const useUpdateWebinar = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, notify, changes }: { id: string; notify: boolean; changes: WebinarChanges }) =>
      call(updateWebinar, { params: { id }, query: { notify: notify ? 'true' : 'false' }, body: changes }),
    onSuccess: (saved) => show(client, saved),
    onError: (error) => {
      const current = conflictingWebinar(error)
      if (current) show(client, current)
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
    onSuccess: ({ deleted }) => changeWebinars(client, (webinars) => webinars.filter(({ id }) => !deleted.has(id))),
  })
}

export const useUpdateRegistration = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, changes }: { id: string; changes: RegistrationChanges }) =>
      call(updateRegistration, { params: { id }, body: changes }),
    onSuccess: (saved) => showRegistration(client, saved),
    onError: (error) => {
      const current = conflictingRegistration(error)
      if (current) showRegistration(client, current)
    },
  })
}

export const useDeleteRegistration = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Registration) => call(deleteRegistration, { params: { id } }).catch(passIfGone),
    onSuccess: (_, deleted) =>
      changeRegistrations(client, deleted.webinarId, (registrations) =>
        registrations.filter(({ id }) => id !== deleted.id),
      ),
  })
}

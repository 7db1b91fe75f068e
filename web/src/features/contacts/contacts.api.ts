import { deleteContact, listContacts, updateContact } from '@kontor/contract/contacts/contacts.endpoints'
import { type Contact, contactSchema } from '@kontor/contract/contacts/contacts.schema'
import type { EndpointInput } from '@kontor/contract/shared/endpoint'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, call, SessionExpiredError } from '../../platform/api-client.ts'

export type { Contact }

export type ContactChanges = EndpointInput<typeof updateContact>['body']

/** Fetched anew each time its tab opens: the site, where enquiries come from, shares no cache with the office. */
export const contactsQuery = queryOptions({
  queryKey: ['contacts'],
  queryFn: ({ signal }) => call(listContacts, {}, { signal }),
  refetchOnMount: 'always',
})

/** The enquiry as somebody else has saved it meanwhile, when that is why a change was refused. */
export const conflictingContact = (error: unknown): Contact | null => {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  const current = contactSchema.safeParse(error.current)
  return current.success ? current.data : null
}

export const useUpdateContact = () => {
  const client = useQueryClient()
  const show = (saved: Contact) =>
    client.setQueryData(contactsQuery.queryKey, (contacts) =>
      contacts?.map((contact) => (contact.id === saved.id ? saved : contact)),
    )
  return useMutation({
    mutationFn: ({ id, changes }: { id: string; changes: ContactChanges }) =>
      call(updateContact, { params: { id }, body: changes }),
    onSuccess: show,
    onError: (error) => {
      const current = conflictingContact(error)
      if (current) show(current)
    },
  })
}

/** An enquiry that is gone already is as good as deleted. */
const deleteOne = async (id: string): Promise<void> => {
  try {
    await call(deleteContact, { params: { id } })
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error
  }
}

const parallelDeletes = 4

export interface DeleteOutcome {
  readonly deleted: ReadonlySet<string>
  readonly failed: readonly string[]
  /** Why the first of the failed ones failed. */
  readonly error: unknown
}

/** Deletes one by one, at most four at a time. Once the session has expired the rest are not tried. Never rejects. */
const deleteMany = async (ids: readonly string[], onProgress: (done: number) => void): Promise<DeleteOutcome> => {
  const deleted = new Set<string>()
  const queue = [...ids]
  let error: unknown
  const work = async (): Promise<void> => {
    for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
      try {
        await deleteOne(id)
        deleted.add(id)
        onProgress(deleted.size)
      } catch (cause) {
        error ??= cause
        if (cause instanceof SessionExpiredError) queue.length = 0
      }
    }
  }
  await Promise.all(Array.from({ length: parallelDeletes }, work))
  return { deleted, failed: ids.filter((id) => !deleted.has(id)), error }
}

export const useDeleteContacts = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ ids, onProgress = () => {} }: { ids: readonly string[]; onProgress?: (done: number) => void }) =>
      deleteMany(ids, onProgress),
    onSuccess: ({ deleted }) =>
      client.setQueryData(contactsQuery.queryKey, (contacts) => contacts?.filter(({ id }) => !deleted.has(id))),
  })
}

import { deleteContact, listContacts, updateContact } from '@kontor/contract/contacts/contacts.endpoints'
import { type Contact, contactSchema } from '@kontor/contract/contacts/contacts.schema'
import type { EndpointInput } from '@kontor/contract/shared/endpoint'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../platform/api-client.ts'
import { conflictingEntity } from '../../platform/conflict.ts'
import { deleteMany } from '../../platform/delete-many.ts'

export type { Contact }

export type ContactChanges = EndpointInput<typeof updateContact>['body']

/** Refetched each time its tab opens: enquiries come from the site, which shares no cache with the office. */
export const contactsQuery = queryOptions({
  queryKey: ['contacts'],
  queryFn: ({ signal }) => call(listContacts, {}, { signal }),
  refetchOnMount: 'always',
})

/** The other user's version if a change failed with a conflict; else null. */
export const conflictingContact = (error: unknown): Contact | null => conflictingEntity(error, contactSchema)

export const useUpdateContact = () => {
  const client = useQueryClient()
  const updateInList = (saved: Contact) =>
    client.setQueryData(contactsQuery.queryKey, (contacts) =>
      contacts?.map((contact) => (contact.id === saved.id ? saved : contact)),
    )
  return useMutation({
    mutationFn: ({ id, changes }: { id: string; changes: ContactChanges }) =>
      call(updateContact, { params: { id }, body: changes }),
    onSuccess: updateInList,
    onError: (error) => {
      const current = conflictingContact(error)
      if (current) updateInList(current)
    },
  })
}

export const useDeleteContacts = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ ids, onProgress }: { ids: readonly string[]; onProgress: (done: number) => void }) =>
      deleteMany(ids, (id) => call(deleteContact, { params: { id } }), onProgress),
    onSuccess: ({ deleted }) =>
      client.setQueryData(contactsQuery.queryKey, (contacts) => contacts?.filter(({ id }) => !deleted.has(id))),
  })
}

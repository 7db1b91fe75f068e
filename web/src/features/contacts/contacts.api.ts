import { deleteContact, listContacts, updateContact } from '@kontor/contract/contacts/contacts.endpoints'
import { type Contact, contactSchema } from '@kontor/contract/contacts/contacts.schema'
import type { EndpointInput } from '@kontor/contract/shared/endpoint'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { call } from '../../platform/api-client.ts'
import { cacheStored, conflictingEntity } from '../../platform/conflict.ts'
import { deleteMany } from '../../platform/delete-many.ts'
import { withReplaced } from '../../platform/list-cache.ts'

export type { Contact }

/** Refetched each time its tab opens: enquiries come from the site, which shares no cache with the office. */
export const contactsQuery = queryOptions({
  queryKey: ['contacts'],
  queryFn: ({ signal }) => call(listContacts, {}, { signal }),
  refetchOnMount: 'always',
})

export const conflictingContact = (error: unknown): Contact | null => conflictingEntity(error, contactSchema)

export const useUpdateContact = () =>
  useMutation({
    mutationFn: (input: EndpointInput<typeof updateContact>) => call(updateContact, input),
    ...cacheStored(conflictingContact, (client, stored) =>
      client.setQueryData(contactsQuery.queryKey, withReplaced(stored)),
    ),
  })

export const useDeleteContacts = () =>
  useMutation({
    mutationFn: ({ ids, onProgress }: { ids: readonly string[]; onProgress: (done: number) => void }) =>
      deleteMany(ids, (id) => call(deleteContact, { params: { id } }), onProgress),
    onSuccess: ({ deleted }, _input, _result, { client }) =>
      client.setQueryData(contactsQuery.queryKey, (contacts) => contacts?.filter(({ id }) => !deleted.has(id))),
  })

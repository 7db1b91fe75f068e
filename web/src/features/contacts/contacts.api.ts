import * as endpoints from '@kontor/contract/contacts/contacts.endpoints'
import { type ContactState, maxContactsAtOnce } from '@kontor/contract/contacts/contacts.rules'
import { type Contact, type ContactRecord, contactSchema } from '@kontor/contract/contacts/contacts.schema'
import { type QueryClient, queryOptions, useMutation } from '@tanstack/react-query'
import { call } from '../../platform/api-client.ts'
import { conflictingEntity } from '../../platform/conflict.ts'
import { deleteRows } from '../../platform/delete-many.ts'
import { withReplaced } from '../../platform/list-cache.ts'
import { useCall, useCallFor, useChange } from '../../platform/mutations.ts'
import { shows, showsAll, showsRecord } from '../../platform/shows.ts'

export type { Contact, ContactRecord }

const root = ['contacts'] as const

/** The newest enquiries. Refetched each time the tab opens, since visitors add enquiries. */
export const contactsQuery = queryOptions({
  queryKey: root,
  meta: shows('contact'),
  queryFn: ({ signal }) => call(endpoints.listContacts, {}, { signal }),
  refetchOnMount: 'always',
})

/** The number of new enquiries. */
export const contactCountsQuery = queryOptions({
  queryKey: [...root, 'counts'],
  meta: shows('contact'),
  queryFn: ({ signal }) => call(endpoints.countContacts, {}, { signal }),
})

export const contactRecordQuery = (id: string) =>
  queryOptions({
    queryKey: [...root, 'record', id],
    // Refetches the record when a mail changes, too, since the timeline shows the delivery of mails.
    meta: showsAll(showsRecord(id, 'contact'), shows('email')),
    queryFn: ({ signal }) => call(endpoints.readContact, { params: { id } }, { signal }),
    refetchOnMount: 'always',
  })

/** Customers and leads that an enquiry may belong to. */
export const contactMatchesQuery = (id: string) =>
  queryOptions({
    queryKey: [...root, 'matches', id],
    queryFn: ({ signal }) => call(endpoints.findContactMatches, { params: { id } }, { signal }),
    staleTime: 0,
  })

/** The enquiries that a lead came from. */
export const leadEnquiriesQuery = (leadId: number) =>
  queryOptions({
    queryKey: [...root, 'lead', leadId],
    meta: shows('contact'),
    queryFn: ({ signal }) => call(endpoints.listLeadEnquiries, { params: { id: String(leadId) } }, { signal }),
  })

export const conflictingContact = (error: unknown): Contact | null => conflictingEntity(error, contactSchema)

const cacheContact = (client: QueryClient, stored: Contact): void => {
  client.setQueryData(contactsQuery.queryKey, withReplaced(stored))
  client.setQueryData(contactRecordQuery(stored.id).queryKey, (record) => record && { ...record, ...stored })
}

export const useUpdateContact = () => useChange(endpoints.updateContact, cacheContact)

const cacheRecord = (client: QueryClient, record: ContactRecord): void => {
  const { customer, lead, timeline, ...contact } = record
  client.setQueryData(contactRecordQuery(record.id).queryKey, record)
  client.setQueryData(contactsQuery.queryKey, withReplaced<Contact>(contact))
  void client.invalidateQueries(contactCountsQuery)
}

export const useApproveContact = () => useCallFor(endpoints.approveContact, cacheRecord)

export const useReplyToContact = () => useCall(endpoints.replyToContact, cacheRecord)

interface ContactLink {
  readonly id: string
  readonly kind: 'customer' | 'lead'
  /** The id of a customer or lead to link. Null creates a new one. Undefined lets the server choose, and fails if there are matches. */
  readonly target: number | null | undefined
}

/** Links an enquiry to an existing customer or lead, or to a new one. */
export const useLinkContact = () =>
  useMutation({
    mutationFn: ({ id, kind, target }: ContactLink) =>
      kind === 'customer'
        ? call(endpoints.makeContactCustomer, { params: { id }, body: { customerId: target } })
        : call(endpoints.makeContactLead, { params: { id }, body: { leadId: target } }),
    onSuccess: async (record, { kind }, _result, { client }) => {
      cacheRecord(client, record)
      await client.invalidateQueries({ queryKey: [`${kind}s`] })
    },
  })

interface StateChange {
  readonly ids: readonly string[]
  readonly state: Exclude<ContactState, 'suspect'>
}

/** Sets the state of enquiries. Resolves to the ids of the enquiries that now have this state. Suspect enquiries keep their state. */
export const useSetContactStates = () =>
  useMutation({
    mutationFn: async ({ ids, state }: StateChange) => {
      const changed: string[] = []
      for (let from = 0; from < ids.length; from += maxContactsAtOnce) {
        const body = { ids: ids.slice(from, from + maxContactsAtOnce), state }
        changed.push(...(await call(endpoints.setContactStates, { body })).ids)
      }
      return new Set(changed)
    },
    onSuccess: (changed, { state }, _result, { client }) =>
      client.setQueryData(contactsQuery.queryKey, (contacts) =>
        contacts?.map((contact) => (changed.has(contact.id) ? { ...contact, state } : contact)),
      ),
    // After a failure, refetches the list as well, since some enquiries may have been changed before the failure.
    onSettled: (_changed, error, _input, _result, { client }) =>
      client.invalidateQueries({
        queryKey: root,
        predicate: ({ queryKey: [, part] }) => part === 'counts' || part === 'record' || error !== null,
      }),
  })

export const useDeleteContacts = () =>
  useMutation({
    mutationFn: ({ contacts, onProgress }: { contacts: readonly Contact[]; onProgress: (done: number) => void }) =>
      deleteRows(
        contacts,
        ({ id, version }) => call(endpoints.deleteContact, { params: { id }, query: { version } }),
        onProgress,
      ),
    onSuccess: ({ deleted }, _input, _result, { client }) => {
      client.setQueryData(contactsQuery.queryKey, (contacts) => contacts?.filter(({ id }) => !deleted.has(id)))
      void client.invalidateQueries(contactCountsQuery)
    },
  })

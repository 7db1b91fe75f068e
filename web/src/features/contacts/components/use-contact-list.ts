import { contactSubjectLabel } from '@kontor/contract/contacts/contacts.rules'
import type { Sort } from '@kontor/contract/shared/sorting'
import { useMemo } from 'react'
import { millisecondsOf } from '../../../platform/format.ts'
import { type SortValue, useClientList } from '../../../platform/list-state.ts'
import type { Contact } from '../contacts.api.ts'

export const contactSorts = ['createdAt', 'name', 'email', 'company', 'subject'] as const

export type ContactSort = Sort<(typeof contactSorts)[number]>

export interface ContactFilter {
  readonly text: string
  /** As stored; null for all. */
  readonly subject: string | null
}

const idOf = ({ id }: Contact): string => id

const textsOf = ({ name, email, company, subject, message }: Contact) => [
  ...[name, email, company, subject],
  contactSubjectLabel(subject),
  message,
]

const sortValueOf = (contact: Contact, id: ContactSort['id']): SortValue => {
  if (id === 'createdAt') return millisecondsOf(contact.createdAt)
  return id === 'subject' ? contactSubjectLabel(contact.subject) : contact[id]
}

/** The enquiries filtered and sorted as the list shows them. */
export const useContactList = (
  rows: readonly Contact[],
  { text, subject }: ContactFilter,
  sort: ContactSort,
): Contact[] => {
  const accepts = useMemo(
    () => (subject === null ? undefined : (contact: Contact) => contact.subject === subject),
    [subject],
  )
  return useClientList({ rows, idOf, textsOf, sortValueOf, sort, search: text, ...(accepts && { accepts }) })
}

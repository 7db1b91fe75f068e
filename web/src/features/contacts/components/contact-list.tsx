import { contactSubjectLabel } from '@kontor/contract/contacts/contacts.rules'
import { useMemo } from 'react'
import { compareText } from '../../../platform/format.ts'
import type { Sort } from '../../../ui/data-table-model.ts'
import type { Contact } from '../contacts.api.ts'

export const contactSorts = ['createdAt', 'name', 'email', 'company', 'subject'] as const

export type ContactSort = Sort<(typeof contactSorts)[number]>

export interface ContactFilter {
  readonly text: string
  /** As stored; null for all. */
  readonly subject: string | null
}

interface Entry {
  readonly contact: Contact
  /** What the search looks through, one field a line, in small letters. */
  readonly text: string
}

// Composed letters: an "å" typed on a Mac may come as "a" and a ring.
const searchable = (text: string): string => text.normalize('NFC').toLowerCase()

const toEntry = (contact: Contact): Entry => {
  const { name, email, company, subject, message } = contact
  const fields = [name, email, company ?? '', subject, contactSubjectLabel(subject), message]
  return { contact, text: searchable(fields.join('\n')) }
}

const sortText = ({ name, email, company, subject }: Contact): Record<ContactSort['id'], string> => ({
  createdAt: '',
  name,
  email,
  company: company ?? '',
  subject: contactSubjectLabel(subject),
})

const byId = (a: Contact, b: Contact): number => (a.id < b.id ? -1 : 1)

const compareMoments = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)

/** Norwegian order; empty values last in both directions; the id breaks ties. */
const compareContacts = ({ id, desc }: ContactSort, a: Contact, b: Contact): number => {
  if (id === 'createdAt') return compareMoments(a.createdAt, b.createdAt) * (desc ? -1 : 1) || byId(a, b)
  const left = sortText(a)[id]
  const right = sortText(b)[id]
  if (left === '' || right === '') return Number(left === '') - Number(right === '') || byId(a, b)
  return compareText(left, right) * (desc ? -1 : 1) || byId(a, b)
}

/** The enquiries as the list shows them. Sorted before filtered, so that a keystroke in the search box sorts nothing. */
export const useContactList = (contacts: readonly Contact[], filter: ContactFilter, sort: ContactSort): Contact[] => {
  const { id, desc } = sort
  const entries = useMemo(() => contacts.map(toEntry), [contacts])
  const sorted = useMemo(
    () => [...entries].sort((a, b) => compareContacts({ id, desc }, a.contact, b.contact)),
    [entries, id, desc],
  )
  return useMemo(() => {
    const wanted = searchable(filter.text.trim())
    return sorted
      .filter(({ contact, text }) => text.includes(wanted) && (filter.subject ?? contact.subject) === contact.subject)
      .map(({ contact }) => contact)
  }, [sorted, filter.text, filter.subject])
}

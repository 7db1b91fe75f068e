import { contactSubjectLabel } from '@kontor/contract/contacts/contacts.rules'
import type { Sort } from '@kontor/contract/shared/sorting'
import { useDeferredValue, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { millisecondsOf } from '../../../platform/format.ts'
import { type SortValue, useClientList, useUrlSort } from '../../../platform/list-state.ts'
import { useUrlText, useUrlWriter } from '../../../platform/url-state.ts'
import type { Contact } from '../contacts.api.ts'

const sorts = ['createdAt', 'name', 'email', 'company', 'subject'] as const

type ContactSort = Sort<(typeof sorts)[number]>

const newestFirst: ContactSort = { id: 'createdAt', desc: true }

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

/** The enquiries to show. Search, subject (as stored; null for all) and order are kept in the URL. */
export const useContactList = (rows: readonly Contact[]) => {
  const [params] = useSearchParams()
  const write = useUrlWriter()
  const [text, setText] = useUrlText('q')
  const subject = params.get('subject') || null
  const [sort, setSort] = useUrlSort(sorts, newestFirst)
  const accepts = useMemo(() => (contact: Contact) => subject === null || contact.subject === subject, [subject])
  // Deferred, so that typing never waits for the list.
  const search = useDeferredValue(text)
  return {
    shown: useClientList({ rows, idOf, textsOf, sortValueOf, sort, search, accepts }),
    text,
    subject,
    sort,
    filtered: text.trim() !== '' || subject !== null,
    setText,
    setSubject: (next: string | null) => write({ subject: next }),
    setSort,
    reset: () => {
      setText('')
      write({ q: null, subject: null })
    },
  }
}

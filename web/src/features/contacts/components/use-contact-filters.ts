import { useSearchParams } from 'react-router'
import { useUrlSort } from '../../../platform/list-state.ts'
import { useUrlText, useUrlWriter } from '../../../platform/url-state.ts'
import { type ContactSort, contactSorts } from './use-contact-list.ts'

const defaultSort: ContactSort = { id: 'createdAt', desc: true }

/** Search, subject and order of the list, kept in the URL. */
export const useContactFilters = () => {
  const [params] = useSearchParams()
  const write = useUrlWriter()
  const [text, setText] = useUrlText('q')
  const subject = params.get('subject') || null
  const [sort, setSort] = useUrlSort(contactSorts, defaultSort)

  return {
    text,
    subject,
    sort,
    active: text.trim() !== '' || subject !== null,
    setText,
    setSubject: (next: string | null) => write({ subject: next }),
    setSort,
    reset: () => {
      setText('')
      write({ q: null, subject: null })
    },
  }
}

import { emailDeliveries, emailTypes } from '@kontor/contract/emails/emails.rules'
import type { Sort } from '@kontor/contract/shared/sorting'
import { useSearchParams } from 'react-router'
import { useUrlSort } from '../../../platform/list-state.ts'
import { useUrlText, useUrlWriter } from '../../../platform/url-state.ts'
import type { EmailLogFilter, EmailLogOrder } from '../emails.api.ts'

/** The server sorts the log by date only (docs/decisions/0032). */
const sorts = ['createdAt'] as const

type LogSort = Sort<(typeof sorts)[number]>

const newestFirst: LogSort = { id: 'createdAt', desc: true }

/** The key of `labels` that `value` is; null for any other text. */
const keyOf = <Key extends string>(labels: Readonly<Record<Key, string>>, value: string | null): Key | null =>
  (Object.keys(labels) as Key[]).find((key) => key === value) ?? null

/** Search, type, delivery and order of the log, kept in the URL. */
export const useEmailLogFilters = () => {
  const [params] = useSearchParams()
  const write = useUrlWriter()
  const [text, setText] = useUrlText('q')
  const [sort, setSort] = useUrlSort(sorts, newestFirst)
  const type = keyOf(emailTypes, params.get('type'))
  const delivery = keyOf(emailDeliveries, params.get('delivery'))
  const request = {
    q: (params.get('q') ?? '').trim(),
    type: type ?? '',
    delivery: delivery ?? '',
  } satisfies EmailLogFilter
  return {
    text,
    type,
    delivery,
    sort,
    setText,
    setSort,
    /** The filter sent to the server; its text follows once typing pauses. */
    request,
    order: `createdAt:${sort.desc ? 'desc' : 'asc'}` satisfies EmailLogOrder,
    /** Counts for a search or a type stop at a bound. */
    isCountExact: request.q === '' && type === null,
    active: text.trim() !== '' || type !== null || delivery !== null,
    setType: (next: string | null) => write({ type: next }),
    setDelivery: (next: string | null) => write({ delivery: next }),
    reset: () => {
      setText('')
      write({ q: null, type: null, delivery: null })
    },
  }
}

export type EmailLogFilters = ReturnType<typeof useEmailLogFilters>

import { type EmailDelivery, type EmailType, emailDeliveries, emailTypes } from '@kontor/contract/emails/emails.rules'
import { type ReactNode, type RefObject, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { type ListSort, type SortValue, useClientList, useUrlSort } from '../../../platform/list-state.ts'
import { useUrlText, useUrlWriter } from '../../../platform/url-state.ts'
import { SearchBox } from '../../../ui/search-box.tsx'
import { Select } from '../../../ui/select.tsx'
import type { EmailLog } from '../emails.api.ts'

const sorts = ['createdAt', 'to', 'subject', 'type', 'delivery', 'from'] as const

type LogSort = ListSort<(typeof sorts)[number]>

const newestFirst: LogSort = { id: 'createdAt', desc: true }

const keyOf = <Key extends string>(labels: Readonly<Record<Key, string>>, value: string | null): Key | null =>
  (Object.keys(labels) as Key[]).find((key) => key === value) ?? null

/** Search, type, delivery and order of the log, which the URL holds. */
export const useEmailLogFilters = () => {
  const [params] = useSearchParams()
  const write = useUrlWriter()
  const [text, setText] = useUrlText('q')
  const [sort, setSort] = useUrlSort(sorts, newestFirst)
  const type = keyOf(emailTypes, params.get('type'))
  const delivery = keyOf(emailDeliveries, params.get('delivery'))
  return {
    ...{ text, type, delivery, sort, setText, setSort },
    active: text.trim() !== '' || type !== null || delivery !== null,
    setType: (next: EmailType | null) => write({ type: next }),
    setDelivery: (next: EmailDelivery | null) => write({ delivery: next }),
    reset: () => {
      setText('')
      write({ q: null, type: null, delivery: null })
    },
  }
}

export type EmailLogFilters = ReturnType<typeof useEmailLogFilters>

const idOf = ({ id }: EmailLog): string => id

const textsOf = ({ to, from, subject, errorMessage }: EmailLog) => [to, from, subject, errorMessage]

const sortValueOf = (log: EmailLog, id: LogSort['id']): SortValue => {
  if (id === 'type') return emailTypes[log.type]
  return id === 'delivery' ? emailDeliveries[log.delivery] : log[id]
}

/** The mails as the list shows them. */
export const useEmailLogList = (
  rows: readonly EmailLog[],
  search: string,
  { type, delivery, sort }: EmailLogFilters,
): EmailLog[] => {
  const accepts = useMemo(
    () => (log: EmailLog) => (type ?? log.type) === log.type && (delivery ?? log.delivery) === log.delivery,
    [type, delivery],
  )
  return useClientList({ rows, idOf, textsOf, sortValueOf, sort, search, accepts })
}

const all = 'all'

interface ChoiceProps<Key extends string> {
  readonly label: string
  readonly allLabel: string
  readonly labels: Readonly<Record<Key, string>>
  readonly value: Key | null
  readonly onChange: (value: Key | null) => void
}

function Choice<Key extends string>({ label, allLabel, labels, value, onChange }: ChoiceProps<Key>) {
  const options = Object.entries<string>(labels).map(([key, text]) => ({ value: key, label: text }))
  return (
    <Select
      aria-label={label}
      value={value ?? all}
      onValueChange={(next) => onChange(keyOf(labels, next))}
      options={[{ value: all, label: allLabel }, ...options]}
      className="min-w-0 flex-1 sm:w-48 sm:flex-none"
    />
  )
}

interface EmailLogFilterBarProps {
  readonly filters: EmailLogFilters
  readonly searchBox: RefObject<HTMLInputElement | null>
  readonly end: ReactNode
}

export function EmailLogFilterBar({ filters, searchBox, end }: EmailLogFilterBarProps) {
  return (
    <search className="flex flex-wrap gap-2.5">
      <SearchBox
        label="Søk i e-postloggen"
        placeholder="Søk i adresser, emne og feil"
        value={filters.text}
        onValueChange={filters.setText}
        inputRef={searchBox}
        className="min-w-full flex-1 sm:min-w-48 sm:max-w-96"
      />
      <Choice
        label="Filtrer på type"
        allLabel="Alle typer"
        labels={emailTypes}
        value={filters.type}
        onChange={filters.setType}
      />
      <Choice
        label="Filtrer på status"
        allLabel="Alle statuser"
        labels={emailDeliveries}
        value={filters.delivery}
        onChange={filters.setDelivery}
      />
      <div className="max-lg:hidden sm:ml-auto">{end}</div>
    </search>
  )
}

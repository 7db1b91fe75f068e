import { contactSubjectLabel } from '@kontor/contract/contacts/contacts.rules'
import { type ReactNode, type RefObject, useMemo } from 'react'
import { compareText } from '../../../platform/format.ts'
import { SearchBox } from '../../../ui/search-box.tsx'
import { Select } from '../../../ui/select.tsx'
import type { Contact } from '../contacts.api.ts'

const allSubjects = 'all'
// Stored subjects are arbitrary text, even "all": the prefix distinguishes them from the option for all.
const optionOf = (subject: string): string => `=${subject}`

const subjectOptions = (contacts: readonly Contact[], chosen: string | null) => {
  const subjects = new Set(contacts.map(({ subject }) => subject))
  if (chosen !== null) subjects.add(chosen)
  return [...subjects]
    .map((subject) => ({ value: optionOf(subject), label: contactSubjectLabel(subject) }))
    .sort((a, b) => compareText(a.label, b.label))
}

interface ContactFiltersProps {
  readonly contacts: readonly Contact[]
  readonly text: string
  readonly subject: string | null
  readonly onTextChange: (text: string) => void
  readonly onSubjectChange: (subject: string | null) => void
  readonly searchBox: RefObject<HTMLInputElement | null>
  readonly end: ReactNode
}

export function ContactFilters(props: ContactFiltersProps) {
  const { contacts, text, subject, onTextChange, onSubjectChange, searchBox, end } = props
  const options = useMemo(
    () => [{ value: allSubjects, label: 'Alle emner' }, ...subjectOptions(contacts, subject)],
    [contacts, subject],
  )
  return (
    <search className="flex flex-wrap gap-2.5">
      <SearchBox
        label="Søk i henvendelser"
        placeholder="Søk i navn, e-post, bedrift, emne og melding"
        value={text}
        onValueChange={onTextChange}
        inputRef={searchBox}
        className="min-w-48 flex-1 sm:max-w-96"
      />
      <Select
        aria-label="Filtrer på emne"
        value={subject === null ? allSubjects : optionOf(subject)}
        onValueChange={(value) => onSubjectChange(value === allSubjects ? null : value.slice(1))}
        options={options}
        className="w-full sm:w-60"
      />
      <div className="max-md:hidden sm:ml-auto">{end}</div>
    </search>
  )
}

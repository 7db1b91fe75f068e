import { contactSubjectLabel } from '@kontor/contract/contacts/contacts.rules'
import type { Sort } from '@kontor/contract/shared/sorting'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import type { DeleteOutcome } from '../../../platform/delete-many.ts'
import { compareText, formatNumber, millisecondsOf } from '../../../platform/format.ts'
import { type SortValue, useClientList, useUrlSort } from '../../../platform/list-state.ts'
import { useUrlFilters } from '../../../platform/url-state.ts'
import { Button } from '../../../ui/button.tsx'
import { nothingSelected } from '../../../ui/data-table-model.ts'
import { DeleteManyDialog } from '../../../ui/delete-many-dialog.tsx'
import { FilterSelect } from '../../../ui/filter-select.tsx'
import { MailIcon, TrashIcon } from '../../../ui/icons.tsx'
import { countedTitle } from '../../../ui/list-content.tsx'
import { QueryListPage } from '../../../ui/list-page.tsx'
import { SelectionBar } from '../../../ui/selection-bar.tsx'
import { DismissibleNotice, EmptyState } from '../../../ui/states.tsx'
import { TableList } from '../../../ui/table-list.tsx'
import { contactColumns, NarrowContact } from '../components/contact-columns.tsx'
import { ContactDetailsDialog } from '../components/contact-details-dialog.tsx'
import { ContactEditDialog } from '../components/contact-edit-dialog.tsx'
import { type Contact, contactsQuery, useDeleteContacts } from '../contacts.api.ts'

type OpenDialog =
  | { readonly kind: 'details' | 'edit'; readonly contact: Contact }
  | { readonly kind: 'delete'; readonly contacts: readonly Contact[] }

const sorts = ['createdAt', 'name', 'email', 'company', 'subject'] as const

type ContactSort = Sort<(typeof sorts)[number]>

const newestFirst: ContactSort = { id: 'createdAt', desc: true }

const textsOf = ({ name, email, company, subject, message }: Contact) => [
  ...[name, email, company, subject],
  contactSubjectLabel(subject),
  message,
]

const sortValueOf = (contact: Contact, id: ContactSort['id']): SortValue => {
  if (id === 'createdAt') return millisecondsOf(contact.createdAt)
  return id === 'subject' ? contactSubjectLabel(contact.subject) : contact[id]
}

const idOf = ({ id }: Contact): string => id
const nameOf = ({ name }: Contact): string => `henvendelsen fra ${name}`
const heightOf = (_: Contact, wide: boolean): number => (wide ? 40 : 84)

const deletionTexts = {
  one: 'henvendelse',
  many: 'henvendelser',
  the: 'henvendelsen',
  failedOne: 'Kunne ikke slette henvendelsen.',
  failedMany: 'Kunne ikke slette henvendelser',
}

/** The subjects of the enquiries, and `chosen`. */
const subjectOptions = (contacts: readonly Contact[], chosen: string | null) =>
  [...new Set([...contacts.map(({ subject }) => subject), ...(chosen === null ? [] : [chosen])])]
    .map((subject) => ({ value: subject, label: contactSubjectLabel(subject) }))
    .sort((a, b) => compareText(a.label, b.label))

function ContactList({ contacts }: { contacts: readonly Contact[] }) {
  const filters = useUrlFilters({ subject: null })
  const { subject } = filters.values
  const [sort, setSort] = useUrlSort(sorts, newestFirst)
  const accepts = useMemo(() => (contact: Contact) => subject === null || contact.subject === subject, [subject])
  // Deferred, so that typing never waits for the list.
  const search = useDeferredValue(filters.text)
  const shown = useClientList({ rows: contacts, idOf, textsOf, sortValueOf, sort, search, accepts })
  const [selection, setSelection] = useState(nothingSelected)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const remove = useDeleteContacts()
  const subjects = useMemo(() => subjectOptions(contacts, subject), [contacts, subject])

  const open = useCallback((contact: Contact) => setDialog({ kind: 'details', contact }), [])
  const columns = useMemo(
    () =>
      contactColumns({
        onOpen: open,
        onEdit: (contact) => setDialog({ kind: 'edit', contact }),
        onDelete: (contact) => setDialog({ kind: 'delete', contacts: [contact] }),
      }),
    [open],
  )
  const narrow = useCallback((contact: Contact) => <NarrowContact contact={contact} onOpen={open} />, [open])

  const close = () => setDialog(null)
  /** Clears the selection along with a change of the filters. */
  const clearing =
    <Args extends unknown[]>(change: (...args: Args) => void) =>
    (...args: Args) => {
      setSelection(nothingSelected)
      change(...args)
    }
  const showOutcome = ({ deleted }: DeleteOutcome, failure: string | null) => {
    close()
    setSelection((old) => new Set([...old].filter((id) => !deleted.has(id))))
    setProblem(failure)
  }
  const selectionBar = selection.size > 0 && (
    <SelectionBar count={selection.size} onClear={() => setSelection(nothingSelected)}>
      <Button
        size="small"
        variant="danger"
        onClick={() => setDialog({ kind: 'delete', contacts: contacts.filter(({ id }) => selection.has(id)) })}
      >
        <TrashIcon /> Slett valgte ({formatNumber(selection.size)})
      </Button>
    </SelectionBar>
  )

  return (
    <>
      <TableList
        label="Kontakthenvendelser"
        filters={{ ...filters, setText: clearing(filters.setText), reset: clearing(filters.reset) }}
        search={{
          label: 'Søk i henvendelser',
          placeholder: 'Søk i navn, e-post, bedrift, emne og melding',
          className: 'min-w-48 flex-1 sm:max-w-96',
        }}
        count={{
          shown: shown.length,
          total: contacts.length,
          what: 'henvendelser',
          pinned: true,
          children: selectionBar,
        }}
        noResults="Ingen henvendelser passer til søket og filteret."
        notice={<DismissibleNotice problem={problem} onClose={() => setProblem(null)} />}
        columnsKey="contactColumns"
        rows={shown}
        columns={columns}
        idOf={idOf}
        nameOf={nameOf}
        narrow={narrow}
        heightOf={heightOf}
        sort={sort}
        onSortChange={setSort}
        selection={selection}
        onSelectionChange={setSelection}
        onOpen={open}
      >
        <FilterSelect
          label="Filtrer på emne"
          allLabel="Alle emner"
          options={subjects}
          value={subject}
          onChange={clearing((next) => filters.set('subject', next))}
          className="w-full sm:w-60"
        />
      </TableList>
      {dialog?.kind === 'details' && (
        <ContactDetailsDialog
          contact={dialog.contact}
          onEdit={() => setDialog({ kind: 'edit', contact: dialog.contact })}
          onDelete={() => setDialog({ kind: 'delete', contacts: [dialog.contact] })}
          onClose={close}
        />
      )}
      {dialog?.kind === 'edit' && <ContactEditDialog contact={dialog.contact} onClose={close} />}
      {dialog?.kind === 'delete' && (
        <DeleteManyDialog
          count={dialog.contacts.length}
          texts={deletionTexts}
          remove={(onProgress) => remove.mutateAsync({ ids: dialog.contacts.map(({ id }) => id), onProgress })}
          onDone={showOutcome}
          onCancel={close}
        >
          {dialog.contacts.length === 1 ? (
            <>
              Henvendelsen fra <strong className="font-semibold text-ink">{dialog.contacts[0]?.name}</strong> blir
              slettet for godt. Det kan ikke angres.
            </>
          ) : (
            'De valgte henvendelsene blir slettet for godt. Det kan ikke angres.'
          )}
        </DeleteManyDialog>
      )}
    </>
  )
}

const texts = { loading: 'Henter henvendelser …', failed: 'Kunne ikke hente henvendelsene' }

const empty = (
  <EmptyState icon={<MailIcon />} title="Ingen henvendelser ennå">
    Når noen skriver til dere i kontaktskjemaet på nettsiden, står henvendelsen her.
  </EmptyState>
)

export function ContactsPage() {
  const query = useQuery(contactsQuery)
  return (
    <QueryListPage
      title={countedTitle('Kontakthenvendelser', query.data, 'totalt')}
      query={query}
      texts={texts}
      empty={empty}
    >
      {(contacts) => <ContactList contacts={contacts} />}
    </QueryListPage>
  )
}

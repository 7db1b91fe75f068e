import { type ContactState, contactStates, contactSubjectLabel } from '@kontor/contract/contacts/contacts.rules'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { DeleteOutcome } from '../../../platform/delete-many.ts'
import { compareText, millisecondsOf } from '../../../platform/format.ts'
import { type ListRules, useClientList } from '../../../platform/list-state.ts'
import { type RecordPlace, useRecordAddress } from '../../../platform/record-address.ts'
import { useUrlFilters } from '../../../platform/url-state.ts'
import { MailIcon } from '../../../ui/base/icons.tsx'
import { DismissibleNotice, EmptyState } from '../../../ui/base/states.tsx'
import { useListDialog } from '../../../ui/dialog/use-list-dialog.ts'
import { useRowAfterSaving } from '../../../ui/form/use-after-saving.ts'
import { FilterSelect } from '../../../ui/list/filter-select.tsx'
import { countedTitle } from '../../../ui/list/list-content.tsx'
import { TableListPage } from '../../../ui/list/table-list.tsx'
import { useSelection } from '../../../ui/list/use-selection.ts'
import { useRecordMoves } from '../../../ui/record/use-record-moves.ts'
import { nothingSelected } from '../../../ui/table/data-table-model.ts'
import { type ContactActions, contactColumns, NarrowContact } from '../components/contact-columns.tsx'
import { ContactDialogs, type OpenDialog } from '../components/contact-dialogs.tsx'
import { ContactSheet } from '../components/contact-record.tsx'
import { ContactSelectionBar } from '../components/contact-selection-bar.tsx'
import { type Contact, contactsQuery } from '../contacts.api.ts'

const place: RecordPlace = { path: '/admin/kontakter', list: '/admin' }

const rules: ListRules<Contact, 'createdAt' | 'name' | 'email' | 'company' | 'subject'> = {
  sorts: ['createdAt', 'name', 'email', 'company', 'subject'],
  byDefault: { id: 'createdAt', desc: true },
  textsOf: ({ name, email, company, subject, message }) => [
    ...[name, email, company, subject],
    contactSubjectLabel(subject),
    message,
  ],
  sortValueOf: (contact, id) => {
    if (id === 'createdAt') return millisecondsOf(contact.createdAt)
    return id === 'subject' ? contactSubjectLabel(contact.subject) : contact[id]
  },
}

const nameOf = ({ name }: Contact): string => `henvendelsen fra ${name}`

const states = Object.keys(contactStates) as ContactState[]
const stateOptions = states.map((value) => ({ value, label: contactStates[value] }))

/** Returns options for the enquiries' subjects and for `chosen`. */
const subjectOptions = (contacts: readonly Contact[], chosen: string | null) =>
  [...new Set([...contacts.map(({ subject }) => subject), ...(chosen === null ? [] : [chosen])])]
    .map((subject) => ({ value: subject, label: contactSubjectLabel(subject) }))
    .sort((a, b) => compareText(a.label, b.label))

const texts = { loading: 'Henter henvendelser …', failed: 'Kunne ikke hente henvendelsene' }

const empty = (
  <EmptyState icon={<MailIcon />} title="Ingen henvendelser ennå">
    Når noen skriver til dere i kontaktskjemaet på nettsiden, står henvendelsen her.
  </EmptyState>
)

const noContacts: readonly Contact[] = []

export function ContactsPage() {
  const query = useQuery(contactsQuery)
  const contacts = query.data ?? noContacts
  const filters = useUrlFilters({ subject: null, state: states })
  const { subject, state } = filters.values
  const accepts = useMemo(
    () => (contact: Contact) =>
      (subject === null || contact.subject === subject) && (state === null || contact.state === state),
    [subject, state],
  )
  const list = useClientList(rules, { rows: contacts, search: filters.text, accepts })
  const [selection, setSelection] = useSelection(contacts)
  const { dialog, setDialog, close, setProblem, ending, notice } = useListDialog<OpenDialog>()
  const { id: recordId, open: openRecord, close: closeRecord, closeOf: closeRecordOf } = useRecordAddress(place)
  const ids = useMemo(() => list.rows.map(({ id }) => id), [list.rows])
  const moves = useRecordMoves(ids, recordId, openRecord)
  const subjects = useMemo(() => subjectOptions(contacts, subject), [contacts, subject])

  const open = useCallback(({ id }: Contact) => openRecord(id), [openRecord])
  const onEdit = useRowAfterSaving(contacts, (contact) => setDialog({ kind: 'edit', contact }))
  const actions = useMemo(
    (): ContactActions => ({
      onOpen: open,
      onEdit,
      onDelete: (contact) => setDialog({ kind: 'delete', contacts: [contact] }),
    }),
    [open, onEdit, setDialog],
  )
  const columns = useMemo(() => contactColumns(actions), [actions])
  const narrow = useCallback((contact: Contact) => <NarrowContact contact={contact} actions={actions} />, [actions])

  /** Wraps a setter of a filter so that it also clears the selection. */
  const clearing =
    <Args extends unknown[]>(change: (...args: Args) => void) =>
    (...args: Args) => {
      setSelection(nothingSelected)
      change(...args)
    }
  const showOutcome = ({ deleted }: DeleteOutcome, failure: string | null) => {
    ending.onDone(failure)
    for (const id of deleted) closeRecordOf(id)
    setSelection((old) => new Set([...old].filter((id) => !deleted.has(id))))
  }
  const selected = contacts.filter(({ id }) => selection.has(id))
  const selectionBar = selection.size > 0 && (
    <ContactSelectionBar
      selected={selected}
      onClear={() => setSelection(nothingSelected)}
      onDelete={() => setDialog({ kind: 'delete', contacts: selected })}
      onProblem={setProblem}
    />
  )

  return (
    <>
      <TableListPage
        title={countedTitle('Kontakthenvendelser', query.data, 'totalt')}
        query={query}
        texts={texts}
        empty={empty}
        selectionBar={selectionBar}
        label="Kontakthenvendelser"
        filters={{ ...filters, setText: clearing(filters.setText), reset: clearing(filters.reset) }}
        search={{ label: 'Søk i henvendelser', placeholder: 'Søk i navn, e-post, bedrift, emne og melding' }}
        count={{ shown: list.rows.length, total: contacts.length, what: 'henvendelser' }}
        noResults="Ingen henvendelser passer til søket og filteret."
        notice={<DismissibleNotice problem={notice.problem} onClose={notice.onProblemClose} />}
        columnsKey="contactColumns"
        {...list}
        columns={columns}
        nameOf={nameOf}
        narrow={narrow}
        narrowHeight={84}
        selection={selection}
        onSelectionChange={setSelection}
        onOpen={open}
        onEdit={actions.onEdit}
        onDelete={actions.onDelete}
      >
        <FilterSelect
          label="Filtrer på emne"
          allLabel="Alle emner"
          options={subjects}
          value={subject}
          onChange={clearing((next) => filters.set('subject', next))}
        />
        <FilterSelect
          label="Filtrer på status"
          allLabel="Alle statuser"
          options={stateOptions}
          value={state}
          onChange={clearing((next) => filters.set('state', next))}
        />
      </TableListPage>
      {recordId !== null && (
        <ContactSheet
          id={recordId}
          moves={moves}
          onEdit={(contact) => setDialog({ kind: 'edit', contact })}
          onDelete={(contact) => setDialog({ kind: 'delete', contacts: [contact] })}
          onClose={closeRecord}
        />
      )}
      <ContactDialogs dialog={dialog} onClose={close} onDeleted={showOutcome} />
    </>
  )
}

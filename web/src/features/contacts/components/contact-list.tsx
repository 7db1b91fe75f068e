import { contactSubjectLabel } from '@kontor/contract/contacts/contacts.rules'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { DeleteOutcome } from '../../../platform/delete-many.ts'
import { compareText, formatNumber } from '../../../platform/format.ts'
import { Button } from '../../../ui/button.tsx'
import { ColumnPicker } from '../../../ui/column-picker.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { nothingSelected } from '../../../ui/data-table-model.ts'
import { DeleteManyDialog } from '../../../ui/delete-many-dialog.tsx'
import { FilterSelect } from '../../../ui/filter-select.tsx'
import { TrashIcon } from '../../../ui/icons.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import { SelectionBar } from '../../../ui/selection-bar.tsx'
import { ListBar } from '../../../ui/shown-count.tsx'
import { DismissibleNotice, NoResults } from '../../../ui/states.tsx'
import { useColumnVisibility } from '../../../ui/use-column-visibility.ts'
import { type Contact, useDeleteContacts } from '../contacts.api.ts'
import { contactColumns, NarrowContact, pickableContactColumns } from './contact-columns.tsx'
import { ContactDetailsDialog } from './contact-details-dialog.tsx'
import { ContactEditDialog } from './contact-edit-dialog.tsx'
import { useContactList } from './use-contact-list.ts'

type OpenDialog =
  | { readonly kind: 'details' | 'edit'; readonly contact: Contact }
  | { readonly kind: 'delete'; readonly contacts: readonly Contact[] }

const idOf = (contact: Contact): string => contact.id
const nameOf = (contact: Contact): string => `henvendelsen fra ${contact.name}`
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

/** The list of enquiries with filters, selection and dialogs. */
export function ContactList({ contacts }: { contacts: readonly Contact[] }) {
  const { shown, text, subject, sort, filtered, ...list } = useContactList(contacts)
  const [selection, setSelection] = useState(nothingSelected)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const visibility = useColumnVisibility('contactColumns', pickableContactColumns)
  const searchBox = useRef<HTMLInputElement>(null)
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
  const changeText = (next: string) => {
    setSelection(nothingSelected)
    list.setText(next)
  }
  const changeSubject = (next: string | null) => {
    setSelection(nothingSelected)
    list.setSubject(next)
  }
  const reset = () => {
    setSelection(nothingSelected)
    list.reset()
    searchBox.current?.focus()
  }
  const showOutcome = ({ deleted }: DeleteOutcome, failure: string | null) => {
    close()
    setSelection((old) => new Set([...old].filter((id) => !deleted.has(id))))
    setProblem(failure)
  }

  return (
    <div className="sm:[--table-head-top:2.75rem]">
      <search className="flex flex-wrap gap-2.5">
        <SearchBox
          label="Søk i henvendelser"
          placeholder="Søk i navn, e-post, bedrift, emne og melding"
          value={text}
          onValueChange={changeText}
          inputRef={searchBox}
          className="min-w-48 flex-1 sm:max-w-96"
        />
        <FilterSelect
          label="Filtrer på emne"
          allLabel="Alle emner"
          options={subjects}
          value={subject}
          onChange={changeSubject}
          className="w-full sm:w-60"
        />
        <div className="max-md:hidden sm:ml-auto">
          <ColumnPicker columns={pickableContactColumns} visibility={visibility} />
        </div>
      </search>
      <ListBar
        shown={shown.length}
        total={contacts.length}
        what="henvendelser"
        pinned
        filtered={filtered}
        onReset={reset}
      >
        {selection.size > 0 && (
          <SelectionBar count={selection.size} onClear={() => setSelection(nothingSelected)}>
            <Button
              size="small"
              variant="danger"
              onClick={() => setDialog({ kind: 'delete', contacts: contacts.filter(({ id }) => selection.has(id)) })}
            >
              <TrashIcon /> Slett valgte ({formatNumber(selection.size)})
            </Button>
          </SelectionBar>
        )}
      </ListBar>
      <DismissibleNotice problem={problem} onClose={() => setProblem(null)} />
      {shown.length === 0 ? (
        <NoResults resetLabel="Nullstill filtre" onReset={reset}>
          Ingen henvendelser passer til søket og filteret.
        </NoResults>
      ) : (
        <DataTable
          label="Kontakthenvendelser"
          rows={shown}
          columns={columns}
          hidden={visibility.hidden}
          idOf={idOf}
          nameOf={nameOf}
          narrow={narrow}
          heightOf={heightOf}
          sort={sort}
          onSortChange={list.setSort}
          selection={selection}
          onSelectionChange={setSelection}
          onOpen={open}
        />
      )}
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
    </div>
  )
}

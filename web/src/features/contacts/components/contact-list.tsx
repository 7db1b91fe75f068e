import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react'
import type { DeleteOutcome } from '../../../platform/delete-many.ts'
import { formatNumber } from '../../../platform/format.ts'
import { Button } from '../../../ui/button.tsx'
import { ColumnPicker } from '../../../ui/column-picker.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { nothingSelected } from '../../../ui/data-table-model.ts'
import { TrashIcon } from '../../../ui/icons.tsx'
import { SelectionBar } from '../../../ui/selection-bar.tsx'
import { ListBar } from '../../../ui/shown-count.tsx'
import { DismissibleNotice, NoResults } from '../../../ui/states.tsx'
import { useColumnVisibility } from '../../../ui/use-column-visibility.ts'
import type { Contact } from '../contacts.api.ts'
import { contactColumns, NarrowContact, pickableContactColumns } from './contact-columns.tsx'
import { failureText } from './contact-delete-dialog.tsx'
import { ContactDialogs, type OpenDialog } from './contact-dialogs.tsx'
import { ContactFilters } from './contact-filters.tsx'
import { useContactFilters } from './use-contact-filters.ts'
import { useContactList } from './use-contact-list.ts'

const idOf = (contact: Contact): string => contact.id
const nameOf = (contact: Contact): string => `henvendelsen fra ${contact.name}`

const heightOf = (_: Contact, wide: boolean): number => (wide ? 40 : 84)

/** The list of enquiries with filters, selection and dialogs. */
export function ContactList({ contacts }: { contacts: readonly Contact[] }) {
  const filters = useContactFilters()
  // Deferred, so that typing never waits for the list.
  const text = useDeferredValue(filters.text)
  const shown = useContactList(contacts, { text, subject: filters.subject }, filters.sort)
  const [selection, setSelection] = useState(nothingSelected)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const visibility = useColumnVisibility('contactColumns', pickableContactColumns)
  const searchBox = useRef<HTMLInputElement>(null)

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

  const changeText = (next: string) => {
    setSelection(nothingSelected)
    filters.setText(next)
  }
  const changeSubject = (next: string | null) => {
    setSelection(nothingSelected)
    filters.setSubject(next)
  }
  const reset = () => {
    setSelection(nothingSelected)
    filters.reset()
    searchBox.current?.focus()
  }
  const deleteSelected = () => setDialog({ kind: 'delete', contacts: contacts.filter(({ id }) => selection.has(id)) })
  const showOutcome = (outcome: DeleteOutcome) => {
    setSelection((old) => new Set([...old].filter((id) => !outcome.deleted.has(id))))
    setProblem(outcome.failed.length > 0 ? failureText(outcome) : null)
  }

  return (
    <div className="sm:[--table-head-top:2.75rem]">
      <ContactFilters
        contacts={contacts}
        text={filters.text}
        subject={filters.subject}
        onTextChange={changeText}
        onSubjectChange={changeSubject}
        searchBox={searchBox}
        end={<ColumnPicker columns={pickableContactColumns} visibility={visibility} />}
      />
      <ListBar
        shown={shown.length}
        total={contacts.length}
        what="henvendelser"
        pinned
        filtered={filters.active}
        onReset={reset}
      >
        {selection.size > 0 && (
          <SelectionBar count={selection.size} onClear={() => setSelection(nothingSelected)}>
            <Button size="small" variant="danger" onClick={deleteSelected}>
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
          sort={filters.sort}
          onSortChange={filters.setSort}
          selection={selection}
          onSelectionChange={setSelection}
          onOpen={open}
        />
      )}
      <ContactDialogs dialog={dialog} onChange={setDialog} onDeleted={showOutcome} />
    </div>
  )
}

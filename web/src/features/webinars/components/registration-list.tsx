import { registrationStates } from '@kontor/contract/webinars/webinars.rules'
import { useCallback, useMemo, useRef } from 'react'
import { type ListRules, useClientList } from '../../../platform/list-state.ts'
import { UndoHint } from '../../../platform/undo-hint.tsx'
import { useUrlText } from '../../../platform/url-state.ts'
import { DismissibleNotice, NoResults } from '../../../ui/base/states.tsx'
import { DeleteDialog } from '../../../ui/dialog/delete-dialog.tsx'
import { useListDialog } from '../../../ui/dialog/use-list-dialog.ts'
import { SearchBox } from '../../../ui/list/search-box.tsx'
import { ShownCount } from '../../../ui/list/shown-count.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { useColumnWidths } from '../../../ui/table/use-column-widths.ts'
import { type Registration, useDeleteRegistration } from '../webinars.api.ts'
import { NarrowRegistration, registrationColumns } from './registration-columns.tsx'
import { RegistrationEditDialog } from './registration-edit-dialog.tsx'
import { useApproval } from './use-approval.ts'
import { registrationParams } from './use-opened-webinar.ts'

const rules: ListRules<Registration, 'createdAt' | 'name' | 'email' | 'company' | 'phone'> = {
  sorts: ['createdAt', 'name', 'email', 'company', 'phone'],
  byDefault: { id: 'createdAt', desc: true },
  textsOf: ({ name, email, company, phone, state }) => [
    ...[name, email, company, phone],
    state ? registrationStates[state] : null,
  ],
  sortValueOf: (registration, id) => registration[id],
}

const nameOf = ({ name }: Registration): string => `påmeldingen fra ${name}`

interface OpenDialog {
  readonly kind: 'edit' | 'delete'
  readonly registration: Registration
}

/** The registrations for one webinar, with search and dialogs. */
export function RegistrationList({ registrations }: { registrations: readonly Registration[] }) {
  const [text, setText] = useUrlText(registrationParams.search)
  const { dialog, setDialog, close, setProblem, ending, notice } = useListDialog<OpenDialog>()
  const remove = useDeleteRegistration()
  const [approve, question] = useApproval(setProblem)
  const searchBox = useRef<HTMLInputElement>(null)
  const list = useClientList(rules, { rows: registrations, search: text, sortKey: registrationParams.sort })

  const actions = useMemo(
    () => ({
      onApprove: approve,
      onEdit: (registration: Registration) => setDialog({ kind: 'edit', registration }),
      onDelete: (registration: Registration) => setDialog({ kind: 'delete', registration }),
    }),
    [approve, setDialog],
  )
  const sizing = useColumnWidths('registrationColumns')
  const columns = useMemo(() => registrationColumns(actions), [actions])
  const narrow = useCallback(
    (registration: Registration) => <NarrowRegistration registration={registration} {...actions} />,
    [actions],
  )
  const freesSeat = dialog?.registration.state === undefined && registrations.some(({ state }) => state === 'waiting')
  const reset = () => {
    setText('')
    searchBox.current?.focus()
  }

  return (
    <>
      {question}
      <search className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <SearchBox
          label="Søk i påmeldinger"
          placeholder="Søk i navn, e-post, bedrift og telefon"
          value={text}
          onValueChange={setText}
          inputRef={searchBox}
          className="min-w-[min(12rem,100%)] flex-1 sm:max-w-96"
        />
        {/* Shown only during a search; otherwise the title has the count. */}
        <ShownCount
          shown={list.rows.length}
          total={registrations.length}
          what="påmeldinger"
          className={text === '' ? 'sr-only' : ''}
        />
      </search>
      <div className="mt-3">
        <DismissibleNotice problem={notice.problem} onClose={notice.onProblemClose} />
        {list.rows.length === 0 ? (
          <NoResults resetLabel="Tøm søket" onReset={reset}>
            Ingen påmeldinger passer til søket.
          </NoResults>
        ) : (
          <DataTable
            label="Påmeldinger"
            {...list}
            columns={columns}
            sizing={sizing}
            nameOf={nameOf}
            narrow={narrow}
            narrowHeight={92}
            onOpen={actions.onEdit}
            onEdit={actions.onEdit}
            onDelete={actions.onDelete}
          />
        )}
      </div>
      {dialog?.kind === 'edit' && <RegistrationEditDialog registration={dialog.registration} onClose={close} />}
      {dialog?.kind === 'delete' && (
        <DeleteDialog
          title="Slette påmeldingen?"
          version={dialog.registration.version}
          remove={(version) => remove.mutateAsync({ ...dialog.registration, version })}
          undo={{ kind: 'registrations', ids: [dialog.registration.id] }}
          deleted={{ title: 'Suksess', description: 'Påmeldingen er slettet.' }}
          failed="Kunne ikke slette påmelding"
          problem="Påmeldingen ble ikke slettet."
          {...ending}
        >
          Påmeldingen fra{' '}
          <strong className="font-semibold text-ink [overflow-wrap:anywhere]">{dialog.registration.name}</strong> blir
          slettet, uten beskjed på e-post. <UndoHint />
          {freesSeat && ' Den første på ventelisten får plassen, med beskjed på e-post.'}
        </DeleteDialog>
      )}
    </>
  )
}

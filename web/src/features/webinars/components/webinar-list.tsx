import { useCallback, useMemo, useRef } from 'react'
import { formatNumber, millisecondsOf } from '../../../platform/format.ts'
import { type ListRules, useClientList } from '../../../platform/list-state.ts'
import { useUrlText } from '../../../platform/url-state.ts'
import { Button } from '../../../ui/base/button.tsx'
import { CheckIcon, CloseIcon, TrashIcon } from '../../../ui/base/icons.tsx'
import { NoResults } from '../../../ui/base/states.tsx'
import { useIsTyping, useKeptRows } from '../../../ui/form/use-held.ts'
import { ListSkeleton } from '../../../ui/list/list-content.tsx'
import { ListControls } from '../../../ui/list/list-controls.tsx'
import { ListMenu } from '../../../ui/list/list-menu.tsx'
import { QueryListPage, type QueryListPageProps } from '../../../ui/list/list-page.tsx'
import { SelectionBar } from '../../../ui/list/selection-bar.tsx'
import { ListBar } from '../../../ui/list/shown-count.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { nothingSelected, type Selection } from '../../../ui/table/data-table-model.ts'
import { useColumnWidths } from '../../../ui/table/use-column-widths.ts'
import type { Webinar } from '../webinars.api.ts'
import { RegistrationPanel } from './registration-panel.tsx'
import { useOpenedWebinar, useRegistrationsOf } from './use-opened-webinar.ts'
import { NarrowWebinar, webinarColumns } from './webinar-columns.tsx'
import type { WebinarForm } from './webinar-form-dialog.tsx'

/** The dialog that is open over the list. */
export type OpenDialog = WebinarForm | { readonly kind: 'delete'; readonly webinars: readonly Webinar[] }

/** The order until the user chooses one: the next webinar first, then the past ones, of which the latest first. */
const upcomingFirst = { id: 'upcoming', header: 'Kommende først' } as const

/** The latest date, in milliseconds. */
const endOfTime = 8.64e15

const rules: ListRules<Webinar, 'name' | 'date' | 'registrationCount' | 'upcoming'> = {
  sorts: ['name', 'date', 'registrationCount', 'upcoming'],
  byDefault: { id: 'upcoming', desc: false },
  textsOf: ({ name }) => [name],
  sortValueOf: (webinar, id) => {
    if (id !== 'upcoming') return webinar[id]
    const time = millisecondsOf(webinar.date)
    return time < Date.now() ? endOfTime - time : time
  },
}

const nameOf = ({ name }: Webinar): string => name

const noWebinars: readonly Webinar[] = []

interface WebinarListProps extends Omit<QueryListPageProps<Webinar>, 'controls' | 'menu' | 'children'> {
  readonly selection: Selection
  readonly onSelectionChange: (selection: Selection) => void
  readonly onOpenDialog: (dialog: OpenDialog) => void
}

/** The list of webinars with search and selection, and the registrations for one of them beneath its row. */
export function WebinarList({ selection, onSelectionChange, onOpenDialog, ...page }: WebinarListProps) {
  const [openedInUrl] = useRegistrationsOf()
  const isTyping = useIsTyping()
  // Keeps a deleted webinar's row while something is typed in its registrations.
  const { shown: webinars } = useKeptRows(page.query.data ?? noWebinars, {
    keyOf: ({ id }) => id,
    isKept: ({ id }) => isTyping && id === openedInUrl,
  })
  const [text, setText] = useUrlText('q')
  const list = useClientList(rules, { rows: webinars, search: text })
  const shown = list.rows
  const searchBox = useRef<HTMLInputElement>(null)
  const { openWebinar, openedId, heading, toggle, close } = useOpenedWebinar(webinars)

  const actions = useMemo(
    () => ({
      openedId,
      onOpen: toggle,
      onEdit: (webinar: Webinar) => onOpenDialog({ kind: 'edit', webinar }),
      onCopy: (webinar: Webinar) => onOpenDialog({ kind: 'copy', webinar }),
      onDelete: (webinar: Webinar) => onOpenDialog({ kind: 'delete', webinars: [webinar] }),
    }),
    [openedId, toggle, onOpenDialog],
  )
  const sizing = useColumnWidths('webinarColumns')
  const columns = useMemo(() => webinarColumns(actions), [actions])
  const narrow = useCallback((webinar: Webinar) => <NarrowWebinar webinar={webinar} {...actions} />, [actions])

  const clearSelection = () => onSelectionChange(nothingSelected)
  const changeText = (next: string) => {
    clearSelection()
    setText(next)
  }
  const reset = () => {
    changeText('')
    searchBox.current?.focus()
  }
  const deleteSelected = () =>
    onOpenDialog({ kind: 'delete', webinars: webinars.filter(({ id }) => selection.has(id)) })

  const isAll = selection.size >= shown.length
  const selectAll = {
    label: isAll ? 'Velg ingen' : 'Velg alle',
    icon: isAll ? <CloseIcon /> : <CheckIcon />,
    onSelect: () => onSelectionChange(isAll ? nothingSelected : new Set(shown.map(({ id }) => id))),
  }

  return (
    <QueryListPage
      {...page}
      skeleton={<ListSkeleton label={page.texts.loading} selectable />}
      controls={
        <ListControls
          search={{ label: 'Søk i webinarer', placeholder: 'Søk i navn' }}
          text={text}
          onTextChange={changeText}
          searchRef={searchBox}
        />
      }
      menu={<ListMenu items={shown.length > 0 ? [selectAll] : []} />}
    >
      {() => (
        <>
          <ListBar shown={shown.length} total={webinars.length} what="webinarer" filtered={text.trim() !== ''} />
          {selection.size > 0 && (
            <SelectionBar count={selection.size} onClear={clearSelection}>
              <Button size="small" className="text-danger!" onClick={deleteSelected}>
                <TrashIcon /> Slett valgte ({formatNumber(selection.size)})
              </Button>
            </SelectionBar>
          )}
          {shown.length === 0 ? (
            <NoResults resetLabel="Tøm søket" onReset={reset}>
              Ingen webinarer passer til søket.
            </NoResults>
          ) : (
            <DataTable
              label="Webinarer"
              {...list}
              unsorted={upcomingFirst}
              columns={columns}
              sizing={sizing}
              nameOf={nameOf}
              narrow={narrow}
              narrowHeight={108}
              detail={
                openWebinar && {
                  id: openWebinar.id,
                  content: (
                    <RegistrationPanel key={openWebinar.id} webinar={openWebinar} heading={heading} onClose={close} />
                  ),
                }
              }
              selection={selection}
              onSelectionChange={onSelectionChange}
              onOpen={toggle}
              onEdit={actions.onEdit}
              onDelete={actions.onDelete}
            />
          )}
          {openWebinar && !shown.includes(openWebinar) && (
            <RegistrationPanel key={openWebinar.id} webinar={openWebinar} heading={heading} onClose={close} />
          )}
        </>
      )}
    </QueryListPage>
  )
}
